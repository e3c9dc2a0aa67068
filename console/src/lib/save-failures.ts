import { ApiError } from './api-error.ts'
import { type Failure, isAnswerLost } from './autosave-rules.ts'

const NOT_FOUND = 404
const STALE = 412

/** Somebody else saved a newer version. */
export const isStale = (error: unknown) => error instanceof ApiError && error.status === STALE
/** Whether it was saved is unknown. */
export const isLost = (error: unknown) => error instanceof ApiError && isAnswerLost(error)
/** Somebody deleted it. */
export const isOfGone = ({ status }: Pick<Failure, 'status'>) => status === NOT_FOUND

export const failureOf = ({ status, message, fields }: ApiError): Failure => ({ status, message, fields })
