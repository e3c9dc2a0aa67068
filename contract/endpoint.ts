import type { Static, TSchema } from '@sinclair/typebox'
import { type NarrowScope, type Permission, scopeAllows, type TokenScope } from './permissions.ts'
import type { ProblemName } from './problems.ts'

/** `anyone`: no token needed. `signed-in`: any user. Otherwise the permission that the caller must hold. */
export type Access = 'anyone' | 'signed-in' | Permission

const KILOBYTE = 1024
/** Enough for a few fields. Endpoints that take content declare more. */
export const BODY_LIMIT = 64 * KILOBYTE
/** A comment of 20,000 characters, each of them escaped. */
export const COMMENT_BODY_LIMIT = 256 * KILOBYTE
/** Content of two million characters of four bytes each, plus the other fields. */
export const CONTENT_BODY_LIMIT = 10_000 * KILOBYTE

/** A response that is not an envelope: a file or a page. */
interface FileAnswer {
  readonly mediaTypes: readonly string[]
  readonly description: string
  /** A 400 is a page too, for callers who accept HTML. */
  readonly refusesWithPage?: true
}

/** Something that will be removed from the API. Responses and the reference announce it. */
export interface Deprecation {
  /** The day of the announcement, as `2027-01-31`. */
  readonly since: string
  /** The day from which it may be removed: at least six months later. */
  readonly sunset: string
  /** What to use instead, as a sentence. */
  readonly instead: string
}

interface Description {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With its parameters in braces: `/api/articles/{id}`. */
  readonly path: string
  readonly access: Access
  /** The heading under which the reference lists it. */
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
  /** The maximum body size in bytes. Default: `BODY_LIMIT`. Larger bodies return 413. */
  readonly bodyLimit?: number
  /** The media type of the body if it is not JSON. */
  readonly bodyType?: 'multipart/form-data' | 'text/plain'
  /** The schema of `data`. Omitted if the envelope has no data. */
  readonly answer?: TSchema
  readonly file?: FileAnswer
  readonly status?: 200 | 201
  /** Problems of this endpoint beyond those that every endpoint can return. */
  readonly problems?: readonly ProblemName[]
  /** A POST that creates something. It supports Idempotency-Key. */
  readonly creates?: true
  /** A token in the request is ignored: a client that logs in may still send an old one. */
  readonly ignoresToken?: true
  /** The token in the header is ignored, but the request counts for its rate limit. */
  readonly countsToken?: true
  /**
   * Which API tokens of a narrow scope may call it. Default: none. Tokens of the scope `read` may call every GET, those of
   * the scope `draft` every GET except for administration, and those of the scope `write` everything.
   */
  readonly tokens?: readonly NarrowScope[]
  /** The token may be in the URL, because a browser cannot send headers when it downloads a file by URL. */
  readonly tokenInQuery?: true
  /** No API token may call it, whatever its scope, because it changes a user's credentials. */
  readonly sessionOnly?: true
  /** What it returns is for those who have the link: nobody stores or indexes its responses, errors included. */
  readonly unlisted?: true
  /** What it returns is only true now: no shared cache stores it. */
  readonly momentary?: true
  /** Available to a user who must set up a second factor first. */
  readonly duringSetup?: true
  /**
   * A user with a second factor who last confirmed it more than ten minutes ago must confirm it again first: 403
   * `second-factor-again`.
   */
  readonly sensitive?: true
  /** It supports If-Match. */
  readonly guarded?: true
  readonly deprecated?: Deprecation
  /** Query parameters that will be removed, by name. */
  readonly deprecatedQuery?: Readonly<Record<string, Deprecation>>
  /** The path of the GET whose ETag is returned with the response to this change. */
  readonly tagged?: string
}

export type Endpoint = Description

/** Whether an API token of this scope may call an endpoint that its user may call. */
export function acceptsScope({ method, access, tokens, sessionOnly }: Endpoint, scope: TokenScope): boolean {
  if (sessionOnly) return false
  if (scope === 'write') return true
  if (scope === 'content' || (scope === 'draft' && method !== 'GET')) return tokens?.includes(scope) ?? false
  return method === 'GET' && (access === 'anyone' || access === 'signed-in' || scopeAllows(scope, access))
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

/** Content that anonymous callers can read if public reading is on, and that shared caches may store. */
export function isPublicThing({ method, tokens, momentary }: Endpoint): boolean {
  return method === 'GET' && !momentary && (tokens?.includes('content') ?? false)
}
