import cluster, { type Address, type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { notifyEnqueued, onEnqueued } from '../platform/jobs/wake.ts'
import type { RequestCounts } from '../platform/metrics/request-counts.ts'
import { type Channel, openChannel } from '../platform/workers/channel.ts'
import { createAnswers, type PrimaryQuestion, type WorkerQuestion } from '../platform/workers/questions.ts'
import { createWorkerRateLimiter } from '../platform/workers/worker-limits.ts'
import type { Share } from '../service.ts'
import { CommandFailed } from './command.ts'

export const isWorker = (): boolean => cluster.isWorker

const AGAIN_AFTER_MS = 1_000

/**
 * Starts the worker processes, all on one port, and replaces one that exits. This process does the rest: it runs the
 * jobs and counts requests for all of them.
 */
export async function startWorkers(
  count: number,
  log: Logger,
  stopping: AbortSignal,
  { port: chosen, onRestoreOrdered }: { readonly port: number; readonly onRestoreOrdered: () => void },
): Promise<{ port: number; stop(): Promise<void> }> {
  const workers = new Map<Worker, Channel>()
  /** A worker that is still starting does not respond. */
  const listening = new Set<Worker>()
  let serving = false
  const answer = createAnswers<Worker>({
    onEnqueued: notifyEnqueued,
    onRestart: onRestoreOrdered,
    requestCounts: async (asker) => {
      const others = [...workers].filter(([worker]) => worker !== asker && listening.has(worker))
      const question: PrimaryQuestion = { kind: 'own-request-counts' }
      const counts = await Promise.allSettled(others.map(([, channel]) => channel.ask(question)))
      return counts.flatMap((count) => (count.status === 'fulfilled' ? [count.value as RequestCounts] : []))
    },
  })

  function start(): Worker {
    const worker = cluster.fork({ PORT: String(chosen) })
    workers.set(
      worker,
      openChannel(worker, (question) => answer(worker, question)),
    )
    worker.on('listening', () => void listening.add(worker))
    worker.on('exit', (code, signal) => {
      workers.delete(worker)
      listening.delete(worker)
      if (serving && !stopping.aborted) void replace(worker.process.pid, code, signal)
    })
    return worker
  }

  async function replace(pid: number | undefined, code: number | null, signal: string | null): Promise<void> {
    log.error({ worker: pid, code, signal }, 'a worker process exited and is being replaced')
    await pause(AGAIN_AFTER_MS)
    if (serving && !stopping.aborted) start()
  }

  async function stop(): Promise<void> {
    serving = false
    const ended = [...workers.keys()].map((worker) => worker.isDead() || once(worker, 'exit'))
    for (const worker of workers.keys()) worker.process.kill('SIGTERM')
    await Promise.all(ended)
  }

  const ports = await Promise.all(Array.from({ length: count }, () => portOf(start())))
  const [port] = ports
  serving = !stopping.aborted
  if (port !== undefined && !ports.includes(undefined)) return { port, stop }
  await stop()
  // The worker has logged the reason.
  throw new CommandFailed('a worker process could not start')
}

/** Its address; undefined if it exited before listening. */
async function portOf(worker: Worker): Promise<number | undefined> {
  const listening = once(worker, 'listening').then(([address]) => (address as Address).port)
  return Promise.race([listening, once(worker, 'exit').then(() => undefined)])
}

/** The worker process: it handles requests, and asks the parent process for shared state. */
export function shareOfWorker(ownCounts: () => RequestCounts): Share {
  const channel = openChannel(process as Parameters<typeof openChannel>[0], (question) => {
    const primaryQuestion = question as PrimaryQuestion
    return primaryQuestion.kind === 'own-request-counts' ? ownCounts() : undefined
  })
  const ask = (question: WorkerQuestion) => channel.ask(question)
  onEnqueued(() => {
    // Only a hint: a missing process needs none.
    ask({ kind: 'enqueued' }).catch(() => undefined)
  })
  return {
    background: false,
    rateLimiter: createWorkerRateLimiter(ask),
    countsOfOthers: async () => (await ask({ kind: 'request-counts' })) as RequestCounts[],
    onRestoreOrdered: () => {
      // A missing process restores at its next start, because the order is on disk.
      ask({ kind: 'restart' }).catch(() => undefined)
    },
  }
}

/** Resolves when the parent process is gone. */
export async function untilAlone(): Promise<void> {
  if (process.connected) await once(process, 'disconnect')
}
