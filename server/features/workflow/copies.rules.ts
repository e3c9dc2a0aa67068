import type { ReviewStatus } from '@inkstone/contract/articles.ts'

/** The state of a working copy: the publish time its author requested, its schedule, and its review. */
export interface CopyState {
  readonly publish_at: number | null
  readonly scheduled_at: number | null
  readonly review_status: ReviewStatus
}

export const NEW_COPY: CopyState = { publish_at: null, scheduled_at: null, review_status: 'none' }

/**
 * The state after a save. A pending or scheduled text has changed, so it must be submitted again. Only a publish time in
 * the future matters here; the article keeps its own.
 */
export function copyAfterSave(
  before: CopyState,
  publishAt: number | null | undefined,
  now: number,
  mayPublish: boolean,
): CopyState {
  const review_status = before.review_status === 'rejected' ? 'rejected' : 'none'
  const requested = publishAt === undefined ? before.publish_at : ifFuture(publishAt, now)
  const schedule = publishAt === undefined ? before.scheduled_at : requested
  return {
    publish_at: requested,
    scheduled_at: mayPublish && review_status === 'none' ? schedule : null,
    review_status,
  }
}

export function copyAfterSubmit({ publish_at }: CopyState): CopyState {
  return { publish_at, scheduled_at: null, review_status: 'pending' }
}

export function copyAfterReject({ publish_at }: CopyState): CopyState {
  return { publish_at, scheduled_at: null, review_status: 'rejected' }
}

/** Scheduled, or published immediately (`now`). */
export function copyWhenPublished(publishAt: number | null, now: number): CopyState | 'now' {
  const moment = ifFuture(publishAt, now)
  return moment === null ? 'now' : { publish_at: moment, scheduled_at: moment, review_status: 'none' }
}

export function isCopyDue({ scheduled_at }: Pick<CopyState, 'scheduled_at'>, now: number): boolean {
  return scheduled_at !== null && scheduled_at <= now
}

function ifFuture(moment: number | null, now: number): number | null {
  return moment !== null && moment > now ? moment : null
}
