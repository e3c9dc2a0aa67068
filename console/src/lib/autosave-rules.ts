import { changedFields } from './changed-fields.ts'
import { sentences } from './sentences.ts'

/** What an autosave sends, and in which situation. */
export interface Attempt<Form extends object> {
  readonly values: Form
  readonly etag: string | undefined
  readonly token: string | undefined
}

/** Why an autosave failed. Status 0: there was no response. */
export interface Failure {
  readonly status: number
  readonly message: string
  readonly fields: Readonly<Record<string, readonly string[]>>
}

export type Refused<Form extends object> = Attempt<Form> & Failure

const SIGNED_OUT = 401
const TOO_MANY_REQUESTS = 429

/** The editor does not report these: a rate limit passes, and after the end of a session the user is asked to sign in. */
export function isToldElsewhere({ status }: Pick<Failure, 'status'>): boolean {
  return status === SIGNED_OUT || status === TOO_MANY_REQUESTS
}

const BAD_GATEWAY = 502

/** Without a response from the service nobody knows whether the request succeeded. */
export function isAnswerLost({ status }: Pick<Failure, 'status'>): boolean {
  return status === 0 || status >= BAD_GATEWAY
}

/**
 * Whether a creation may still have succeeded, and is sent again as it was. An answer that was given before the service
 * looked at the key says nothing about an earlier attempt.
 */
export function isCreationOpen(failure: Pick<Failure, 'status'>): boolean {
  return isAnswerLost(failure) || isToldElsewhere(failure)
}

/** What the server refused is sent again when the content, the version or the session is another one. */
export function isWorthTrying<Form extends object>(
  refused: Refused<Form> | undefined,
  next: Attempt<Form>,
): boolean {
  if (refused === undefined || refused.status < 400 || refused.status >= 500) return true
  if (refused.etag !== next.etag || refused.token !== next.token) return true
  return Object.keys(changedFields(refused.values, next.values)).length > 0
}

/** The message, by field if the server names fields. */
export function reasonOf(
  { message, fields }: Failure,
  ofField: (field: string, why: string) => string,
): string {
  const ofFields = Object.entries(fields).map(([field, texts]) => ofField(field, sentences(texts)))
  return ofFields.length > 0 ? sentences(ofFields) : message
}
