import type { Logger } from 'pino'
import type { SqlEngine, WriteHandle } from '../sql/handles.ts'
import { type Backoff, exponential } from './backoff.ts'
import type { JobTables } from './jobs.table.ts'

/** Ids and little more: what they name is read when the job runs, as it is then. */
export type JobPayload = Readonly<Record<string, string | number | boolean | null | readonly number[]>>

/** What can be enqueued. It stands apart from what is done then, so that the two may import each other's features. */
export interface JobKind<Payload extends JobPayload> {
  readonly name: string
  /** Never set: it carries the type. */
  readonly payload?: Payload
}

const declared = new Set<string>()

/** Declares a kind of job. The name is kept in the database: once released it does not change. */
export function jobKind<Payload extends JobPayload>(name: string): JobKind<Payload> {
  if (declared.has(name)) throw new Error(`the job kind ${name} is declared twice`)
  declared.add(name)
  return { name }
}

/** One run of a job, as its work sees it. */
export interface Job {
  readonly id: number
  readonly kind: string
  /** 1 at the first try. */
  readonly attempt: number
  /** The fencing number: it grows each time the job is taken, so an outside system can refuse an older holder. */
  readonly lease: number
  readonly dueAt: number
  readonly createdAt: number
}

/** What the work answers when it is not simply done. What a job of the form `transacts` wrote is kept all the same. */
export type Outcome = { readonly againAt: number } | { readonly failure: string }

/** It went well and is to run again at that moment, counting its attempts anew. */
export function again(at: number): Outcome {
  return { againAt: at }
}

/** It failed, and trying again would not help. */
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
   * Kinds that wait for others (receivers, mail servers) have a queue of their own: while those hang, nothing else waits.
   * Without one, a kind shares the queue of its form.
   */
  readonly queue?: Queue
}

interface Queue {
  readonly name: string
  /** How many of its jobs run at a time on a node. */
  readonly concurrency: number
}
export interface Transacting<Tables> extends Terms {
  readonly form: 'transacts'
  work(tx: WriteHandle<Tables>, payload: unknown, job: Job): Answer
}
export interface Acting<Tables> extends Terms {
  readonly form: 'acts'
  work(means: Means<Tables>, payload: unknown, job: Job): Answer
}
export type Handler<Tables> = Transacting<Tables> | Acting<Tables>

export interface Means<Tables> {
  readonly engine: SqlEngine<Tables>
  /** Aborted when the job belongs to another node now, or when this one is stopping. */
  readonly signal: AbortSignal
  readonly log: Logger
}

const MAX_ATTEMPTS = 10

/** The two forms of a job's work, typed for one database. */
export function jobForms<Tables extends JobTables>() {
  return {
    /**
     * In the very transaction that marks the job done: its changes to the database happen exactly once. Nothing slow
     * and nothing outside the database.
     */
    transacts<Payload extends JobPayload>(
      kind: JobKind<Payload>,
      work: (tx: WriteHandle<Tables>, payload: Payload, job: Job) => Answer,
      terms: Partial<Omit<Terms, 'kind'>> = {},
    ): Handler<Tables> {
      return { form: 'transacts', ...termsOf(kind, terms), work } as Transacting<Tables>
    },
    /** Outside every transaction, for what the database cannot undo: it happens at least once. */
    acts<Payload extends JobPayload>(
      kind: JobKind<Payload>,
      work: (means: Means<Tables>, payload: Payload, job: Job) => Answer,
      terms: Partial<Omit<Terms, 'kind'>> = {},
    ): Handler<Tables> {
      return { form: 'acts', ...termsOf(kind, terms), work } as Acting<Tables>
    },
  }
}

function termsOf({ name }: { name: string }, terms: Partial<Omit<Terms, 'kind'>>): Terms {
  return { maxAttempts: MAX_ATTEMPTS, backoff: exponential(), ...terms, kind: name }
}

/** For the start of the program: a kind that somebody enqueues and nobody works on ends it. */
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
