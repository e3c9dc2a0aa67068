import type { ReviewStatus } from '@inkstone/contract/articles.ts'

/** The state of a working copy: the time its author wishes for, its schedule, and its review. */
export interface CopyState {
  readonly publish_at: number | null
  readonly scheduled_at: number | null
  readonly review_status: ReviewStatus
}

export const NEW_COPY: CopyState = { publish_at: null, scheduled_at: null, review_status: 'none' }

/**
 * After a save. What a reviewer had before them or had scheduled is another text now: it is handed in again. Only a
 * time to come means something here; the article's own publish time stays.
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

/** With a schedule, or published at once (`now`). */
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
