import type { Logger } from 'pino'
import type { SqlEngine, WriteHandle } from '../sql/handles.ts'
import { type Backoff, exponential } from './backoff.ts'
import type { JobTables } from './jobs.table.ts'

/** Mostly ids: their rows are read when the job runs. */
export type JobPayload = Readonly<Record<string, string | number | boolean | null | readonly number[]>>

/** What can be enqueued. It is separate from the handler, so that features do not import each other in a cycle. */
export interface JobKind<Payload extends JobPayload> {
  readonly name: string
  /** Never set: it only carries the type. */
  readonly payload?: Payload
}

const declared = new Set<string>()

/** Declares a kind of job. The name is stored in the database and must not change after a release. */
export function jobKind<Payload extends JobPayload>(name: string): JobKind<Payload> {
  if (declared.has(name)) throw new Error(`the job kind ${name} is declared twice`)
  declared.add(name)
  return { name }
}

/** One run of a job, for its handler. */
export interface Job {
  readonly id: number
  readonly kind: string
  /** 1 for the first attempt. */
  readonly attempt: number
  /** The fencing number: it grows each time the job is taken, so that an external system can reject an older worker. */
  readonly lease: number
  readonly dueAt: number
  readonly createdAt: number
}

/** The result of a handler that is not simply done. Writes of a `transacts` job are kept in any case. */
export type Outcome = { readonly againAt: number } | { readonly failure: string }

/** It succeeded and runs again at that time, with a new count of attempts. */
export function again(at: number): Outcome {
  return { againAt: at }
}

/** It failed, and a retry would not help. */
export function giveUp(reason: string): Outcome {
  return { failure: reason }
}

// biome-ignore lint/suspicious/noConfusingVoidType: work that returns nothing is done.
type Answer = Promise<Outcome | void>

export interface Terms {
  readonly kind: string
  readonly maxAttempts: number
  readonly backoff: Backoff
  /**
   * Kinds that wait for external systems (receivers, mail servers) have their own queue, so that they do not block
   * others. Without one, a kind shares the queue of its form.
   */
  readonly queue?: Queue
}

interface Queue {
  readonly name: string
  /** The number of its jobs that run at a time on a node. */
  readonly concurrency: number
}
export interface Transacting<Tables> extends Terms {
  readonly form: 'transacts'
  work(tx: WriteHandle<Tables>, payload: unknown, job: Job): Answer
}
export interface Acting<Tables> extends Terms {
  readonly form: 'acts'
  work(context: HandlerContext<Tables>, payload: unknown, job: Job): Answer
}
export type Handler<Tables> = Transacting<Tables> | Acting<Tables>

export interface HandlerContext<Tables> {
  readonly engine: SqlEngine<Tables>
  /** Aborted when another node has taken over the job, or when this one is stopping. */
  readonly signal: AbortSignal
  readonly log: Logger
}

const MAX_ATTEMPTS = 10

/** The two forms of job handlers, typed for one database. */
export function jobForms<Tables extends JobTables>() {
  return {
    /**
     * Runs in the transaction that marks the job as done, so its changes happen exactly once. Nothing slow and nothing
     * outside the database.
     */
    transacts<Payload extends JobPayload>(
      kind: JobKind<Payload>,
      work: (tx: WriteHandle<Tables>, payload: Payload, job: Job) => Answer,
      terms: Partial<Omit<Terms, 'kind'>> = {},
    ): Handler<Tables> {
      return { form: 'transacts', ...termsOf(kind, terms), work } as Transacting<Tables>
    },
    /** Runs outside a transaction, for effects that the database cannot undo: it happens at least once. */
    acts<Payload extends JobPayload>(
      kind: JobKind<Payload>,
      work: (context: HandlerContext<Tables>, payload: Payload, job: Job) => Answer,
      terms: Partial<Omit<Terms, 'kind'>> = {},
    ): Handler<Tables> {
      return { form: 'acts', ...termsOf(kind, terms), work } as Acting<Tables>
    },
  }
}

function termsOf({ name }: { name: string }, terms: Partial<Omit<Terms, 'kind'>>): Terms {
  return { maxAttempts: MAX_ATTEMPTS, backoff: exponential(), ...terms, kind: name }
}

/** Called at the start: a kind without a handler is an error. */
export function requireHandlers(handlers: readonly { readonly kind: string }[]): void {
  const handled = new Set(handlers.map(({ kind }) => kind))
  const missing = [...declared].filter((name) => !handled.has(name))
  if (missing.length > 0) throw new Error(`job kinds without a handler: ${missing.join(', ')}`)
}

export function handlersByKind<Tables>(
  handlers: readonly Handler<Tables>[],
): ReadonlyMap<string, Handler<Tables>> {
  const byKind = new Map<string, Handler<Tables>>()
  for (const handler of handlers) {
    if (byKind.has(handler.kind)) throw new Error(`the job kind ${handler.kind} has two handlers`)
    byKind.set(handler.kind, handler)
  }
  return byKind
}
