import {
  ARCHIVED,
  type ArticleStatus,
  DRAFT,
  PENDING,
  PUBLISHED,
  type ReviewStatus,
} from '@inkstone/contract/articles.ts'
import { invalid } from '../../platform/core/problem.ts'
import { jobKind } from '../../platform/jobs/job-kind.ts'

/** Publishes an article or a working copy when it is due. */
export const publishDue = jobKind<{ site_id: number; article_id: number }>('publish-due')

/**
 * The state of an article: its status, its publish time, its schedule and its review. While it is published, the review
 * is that of its working copy.
 */
export interface PublicationState {
  readonly status: ArticleStatus
  readonly publish_at: number | null
  readonly scheduled_at: number | null
  readonly review_status: ReviewStatus
}

/** The requested state. An absent time is unchanged; null removes it. */
export interface RequestedState {
  readonly status?: ArticleStatus | undefined
  readonly publishAt?: number | null | undefined
}

export const NEW_ARTICLE: PublicationState = {
  status: DRAFT,
  publish_at: null,
  scheduled_at: null,
  review_status: 'none',
}

/**
 * The state after a save. `mayPublish` is whether the caller may publish it. A caller who may not can set a publish time,
 * which becomes a schedule when a reviewer approves it.
 */
export function stateAfter(
  before: PublicationState,
  requested: RequestedState,
  now: number,
  mayPublish: boolean,
): PublicationState {
  switch (requested.status ?? before.status) {
    case PUBLISHED:
      return published(before, requested, now)
    case PENDING:
      return {
        status: PENDING,
        publish_at: dateAfter(before, requested),
        scheduled_at: null,
        review_status: 'pending',
      }
    case ARCHIVED:
      return {
        status: ARCHIVED,
        publish_at: dateAfter(before, requested),
        scheduled_at: null,
        review_status: 'none',
      }
    default:
      return draft(before, requested, now, mayPublish)
  }
}

function dateAfter(before: PublicationState, { publishAt }: RequestedState): number | null {
  return publishAt === undefined ? before.publish_at : publishAt
}

function draft(
  before: PublicationState,
  requested: RequestedState,
  now: number,
  mayPublish: boolean,
): PublicationState {
  const publish_at =
    before.status === ARCHIVED && requested.publishAt === undefined
      ? ifPast(before.publish_at, now)
      : dateAfter(before, requested)
  // The schedule was approved for the previous text, so it needs another review.
  if (before.status === DRAFT && before.scheduled_at !== null && !mayPublish)
    return { status: PENDING, publish_at, scheduled_at: null, review_status: 'pending' }
  const rejected = before.status === DRAFT && before.review_status === 'rejected'
  const withdrawn = before.status === PENDING
  return {
    status: DRAFT,
    publish_at,
    scheduled_at: mayPublish && !rejected && !withdrawn ? scheduleOf(before, requested, now) : null,
    review_status: rejected ? 'rejected' : 'none',
  }
}

function published(before: PublicationState, requested: RequestedState, now: number): PublicationState {
  const future = requested.publishAt != null && requested.publishAt > now
  if (before.status === PUBLISHED) {
    // It is already public, so a publish time in the future would be wrong.
    if (future) throw invalid('publish_time', 'published-already')
    return {
      status: PUBLISHED,
      publish_at: requested.publishAt ?? before.publish_at,
      scheduled_at: null,
      review_status: before.review_status,
    }
  }
  if (future) return scheduledFor(requested.publishAt ?? now)
  const dated = dateAfter(before, requested)
  return {
    status: PUBLISHED,
    publish_at: dated !== null && dated <= now ? dated : now,
    scheduled_at: null,
    review_status: 'none',
  }
}

function scheduledFor(moment: number): PublicationState {
  return { status: DRAFT, publish_at: moment, scheduled_at: moment, review_status: 'none' }
}

/** Only a time that was in the future when it was set schedules a draft. A past time is only a date. */
function scheduleOf(before: PublicationState, { publishAt }: RequestedState, now: number): number | null {
  if (publishAt !== undefined) return publishAt !== null && publishAt > now ? publishAt : null
  return before.status === DRAFT ? before.scheduled_at : null
}

/** Approved: published now, or scheduled for the author's publish time if that is in the future. */
export function stateAfterApproval(before: PublicationState, now: number): PublicationState {
  if (before.publish_at !== null && before.publish_at > now && before.status !== PUBLISHED)
    return scheduledFor(before.publish_at)
  return published(before, {}, now)
}

/** Rejected: a draft again, without a schedule. */
export function stateAfterRejection(before: PublicationState): PublicationState {
  return { status: DRAFT, publish_at: before.publish_at, scheduled_at: null, review_status: 'rejected' }
}

/** A publish time in the future is removed from a draft that is not scheduled: it would look like a schedule. */
function ifPast(publishAt: number | null, now: number): number | null {
  return publishAt !== null && publishAt > now ? null : publishAt
}

/** Moved back to draft. */
export function stateAfterUnpublishing(
  { status, publish_at, review_status }: PublicationState,
  now: number,
): PublicationState {
  const rejected = status === DRAFT && review_status === 'rejected'
  return {
    status: DRAFT,
    publish_at: ifPast(publish_at, now),
    scheduled_at: null,
    review_status: rejected ? 'rejected' : 'none',
  }
}

export function isDue({ status, scheduled_at }: PublicationState, now: number): boolean {
  return status === DRAFT && scheduled_at !== null && scheduled_at <= now
}

export function stateWhenDue(before: PublicationState): PublicationState {
  return { status: PUBLISHED, publish_at: before.scheduled_at, scheduled_at: null, review_status: 'none' }
}
