import type { Static, TSchema } from '@sinclair/typebox'
import type { NarrowScope, Permission, TokenScope } from './permissions.ts'
import type { ProblemName } from './problems.ts'

/** `anyone`: no token needed. `signed-in`: any user. Otherwise the permission that the caller must hold. */
export type Access = 'anyone' | 'signed-in' | Permission

const KILOBYTE = 1024
/** Enough for a few fields. What carries content declares more. */
export const BODY_LIMIT = 64 * KILOBYTE
/** A comment of 20,000 characters, each of them escaped. */
export const COMMENT_BODY_LIMIT = 256 * KILOBYTE
/** Content of two million characters, each of four bytes, with the fields beside it. */
export const CONTENT_BODY_LIMIT = 10_000 * KILOBYTE

/** An answer that is not an envelope: a file, a page. */
interface FileAnswer {
  readonly mediaTypes: readonly string[]
  readonly description: string
}

interface Description {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** As it stands in the specification: `/api/articles/{id}`. */
  readonly path: string
  readonly access: Access
  /** The heading under which the reference lists it. */
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
  /** The most bytes that a body may have; `BODY_LIMIT` where nothing is said. More is 413. */
  readonly bodyLimit?: number
  /** The media type of the body, where it is not JSON. */
  readonly bodyType?: 'multipart/form-data' | 'text/plain'
  /** What `data` is; left out where the envelope has none. */
  readonly answer?: TSchema
  readonly file?: FileAnswer
  readonly status?: 200 | 201
  /** What can go wrong beyond what can go wrong everywhere. */
  readonly problems?: readonly ProblemName[]
  /** A POST that creates: it honours Idempotency-Key. */
  readonly creates?: true
  /** A token sent along is not looked at: who logs in may still be sending an old one. */
  readonly ignoresToken?: true
  /**
   * Which API tokens of a narrow scope may call it; left out: none. Tokens of the scope `read` may call every GET, those
   * of the scope `write` everything.
   */
  readonly tokens?: readonly NarrowScope[]
  /** The token may be in the address, which the reference tells: a browser fetches a file by its address alone. */
  readonly tokenInQuery?: true
  /** No API token may call it, whatever its scope: it changes a person's credentials. */
  readonly sessionOnly?: true
  /** Open to who must set up a second factor before anything else. */
  readonly duringSetup?: true
  /**
   * Whoever has a second factor, and last gave it more than ten minutes ago, gives it again first: 403
   * `second-factor-again`.
   */
  readonly sensitive?: true
  /** It honours If-Match. */
  readonly guarded?: true
  /** The path of the GET whose ETag the answer to this change carries. */
  readonly tagged?: string
}

export type Endpoint = Description

/** Whether an API token of this scope may call an endpoint, where its user may. */
export function takesScope({ method, tokens, sessionOnly }: Endpoint, scope: TokenScope): boolean {
  if (sessionOnly) return false
  if (scope === 'write') return true
  return scope === 'read' ? method === 'GET' : (tokens?.includes(scope) ?? false)
}

export function endpoint<const Given extends Description>(given: Given): Given {
  return given
}

export type ParamsOf<E extends Endpoint> = E['params'] extends TSchema
  ? Static<E['params']>
  : Record<string, never>
export type QueryOf<E extends Endpoint> = E['query'] extends TSchema
  ? Static<E['query']>
  : Record<string, never>
export type BodyOf<E extends Endpoint> = E['body'] extends TSchema ? Static<E['body']> : undefined
// biome-ignore lint/suspicious/noConfusingVoidType: an action that returns nothing answers an endpoint without data.
export type AnswerOf<E extends Endpoint> = E['answer'] extends TSchema ? Static<E['answer']> : void

/** What strangers see where the site is open to readers; tokens of the scope `content` exist to read exactly this. */
export function isPublicThing({ method, tokens }: Endpoint): boolean {
  return method === 'GET' && (tokens?.includes('content') ?? false)
}
