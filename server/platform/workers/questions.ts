import type { RequestCounts } from '../metrics/request-counts.ts'
import { createLimits, type LimitQuestion } from './worker-limits.ts'

/** What a worker asks of the process that started it. */
export type WorkerQuestion =
  | LimitQuestion
  | { readonly kind: 'enqueued' }
  | { readonly kind: 'request-counts' }
  | { readonly kind: 'restart' }

/** What that process asks of its workers. */
export type PrimaryQuestion = { readonly kind: 'own-request-counts' }

interface PrimarySide<Worker> {
  onEnqueued(): void
  /** Stops all workers and this process's share of the work, and starts again. */
  onRestart(): void
  /** What all workers but the one that asks have counted. */
  requestCounts(asker: Worker): Promise<RequestCounts[]>
}

/** Answers what the workers ask. */
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
