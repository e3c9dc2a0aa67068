import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** The queue is full. */
export class PoolIsFull extends Error {
  override name = 'PoolIsFull'
}
/** A task exceeded the time limit. */
export class TaskTimedOut extends Error {
  override name = 'TookTooLong'
}

interface PoolOptions {
  /** A module that replies to each message with `{ result }` or `{ error }`. */
  readonly url: URL
  readonly timeoutMs: number
  readonly maxWaiting: number
  readonly threads?: number
}

interface Work {
  readonly message: unknown
  resolve(result: unknown): void
  reject(error: Error): void
}

type Reply = { readonly result: unknown } | { readonly error: string }

const IDLE_MS = 30_000
const MAX_MEMORY_MB = 512

/** A pool of worker threads, one task per thread at a time. Threads start on demand and end when idle. */
export function createThreadPool<Task, Result>(options: PoolOptions) {
  const maxThreads = options.threads ?? Math.max(1, Math.min(2, availableParallelism() - 1))
  const waiting: Work[] = []
  const idle: { worker: Worker; timer: NodeJS.Timeout }[] = []
  let running = 0

  function start(): Worker {
    const worker = new Worker(options.url, { resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB } })
    // A thread must not keep the process running.
    worker.unref()
    return worker
  }

  function take(): Worker {
    const parked = idle.pop()
    if (!parked) return start()
    clearTimeout(parked.timer)
    parked.worker.removeAllListeners('exit')
    return parked.worker
  }

  function park(worker: Worker): void {
    const timer = setTimeout(() => void worker.terminate(), IDLE_MS).unref()
    const place = { worker, timer }
    worker.once('exit', () => {
      const at = idle.indexOf(place)
      if (at !== -1) idle.splice(at, 1)
    })
    idle.push(place)
  }

  function next(): void {
    if (running >= maxThreads) return
    const work = waiting.shift()
    if (!work) return
    running += 1
    void perform(take(), work).finally(() => {
      running -= 1
      next()
    })
  }

  function perform(worker: Worker, { message, resolve, reject }: Work): Promise<void> {
    return new Promise((done) => {
      const end = (finish: () => void, isReusable: boolean) => {
        clearTimeout(timer)
        // By event name, because Node has its own listeners on a worker.
        for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
        // An error of a thread that is being terminated has no effect.
        if (!isReusable) worker.on('error', () => {}).terminate()
        else park(worker)
        finish()
        done()
      }
      const timer = setTimeout(
        () => end(() => reject(new TaskTimedOut(`no answer within ${options.timeoutMs} ms`)), false),
        options.timeoutMs,
      )
      worker.once('message', (reply: Reply) =>
        end(() => ('error' in reply ? reject(new Error(reply.error)) : resolve(reply.result)), true),
      )
      worker.once('error', (error: Error & { code?: string }) =>
        end(
          () => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TaskTimedOut('out of memory') : error),
          false,
        ),
      )
      worker.once('exit', () => end(() => reject(new Error('a worker thread exited during its work')), false))
      worker.postMessage(message)
    })
  }

  return {
    run(task: Task): Promise<Result> {
      if (waiting.length >= options.maxWaiting) return Promise.reject(new PoolIsFull('the queue is full'))
      return new Promise<Result>((resolve, reject) => {
        waiting.push({ message: task, resolve: (result) => resolve(result as Result), reject })
        next()
      })
    },
  }
}
