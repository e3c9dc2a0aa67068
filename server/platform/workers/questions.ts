import type { RequestCounts } from '../metrics/request-counts.ts'
import { createLimits, type LimitQuestion } from './worker-limits.ts'

/** Requests of a worker to its parent process. */
export type WorkerQuestion =
  | LimitQuestion
  | { readonly kind: 'enqueued' }
  | { readonly kind: 'request-counts' }
  | { readonly kind: 'restart' }

/** Requests of the parent process to its workers. */
export type PrimaryQuestion = { readonly kind: 'own-request-counts' }

interface PrimarySide<Worker> {
  onEnqueued(): void
  /** Stops all workers and the work of the parent process, and starts again. */
  onRestart(): void
  /** The request counts of all other workers. */
  requestCounts(asker: Worker): Promise<RequestCounts[]>
}

/** Answers the requests of the workers. */
export function createAnswers<Worker>({ onEnqueued, onRestart, requestCounts }: PrimarySide<Worker>) {
  const limit = createLimits()
  return (asker: Worker, question: unknown): unknown => {
    const asked = question as WorkerQuestion
    switch (asked.kind) {
      case 'limit':
        return limit(asked)
      case 'enqueued':
        return onEnqueued()
      case 'restart':
        return onRestart()
      case 'request-counts':
        return requestCounts(asker)
    }
  }
}
