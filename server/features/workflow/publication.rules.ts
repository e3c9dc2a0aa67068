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

/** Publishes an article, or its working copy, whose time has come. */
export const publishDue = jobKind<{ site_id: number; article_id: number }>('publish-due')

/**
 * The state of an article: its status, the date it shows, the moment at which it publishes itself, and its review.
 * While it is published the review is that of its working copy.
 */
export interface PublicationState {
  readonly status: number
  readonly publish_at: number | null
  readonly scheduled_at: number | null
  readonly review_status: ReviewStatus
}

/** What is asked for. A time that is left out is not the same as one that is taken away (null). */
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
 * What a save with this wish comes to at a moment. `mayPublish` says whether the caller may make it public: who may
 * not can set a date, which the review turns into a schedule, but no schedule.
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
  const publish_at = dateAfter(before, requested)
  // Its schedule was approved for another text than this: a reviewer looks again.
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
    // It is public already: a date in the future would say what is not so.
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

/** A draft publishes itself only at a time that was in the future when it was set; a past one is only a date. */
function scheduleOf(before: PublicationState, { publishAt }: RequestedState, now: number): number | null {
  if (publishAt !== undefined) return publishAt !== null && publishAt > now ? publishAt : null
  return before.status === DRAFT ? before.scheduled_at : null
}

/** A reviewer's yes: public now, or at the time that the author set, where that is still to come. */
export function stateAfterApproval(before: PublicationState, now: number): PublicationState {
  if (before.publish_at !== null && before.publish_at > now && before.status !== PUBLISHED)
    return scheduledFor(before.publish_at)
  return published(before, {}, now)
}

/** A reviewer's no: back to its author, and nothing that could publish it meanwhile. */
export function stateAfterRejection(before: PublicationState): PublicationState {
  return { status: DRAFT, publish_at: before.publish_at, scheduled_at: null, review_status: 'rejected' }
}

/** Taken back to draft: a time to come would say that it still publishes itself. */
export function stateAfterUnpublishing(
  { status, publish_at, review_status }: PublicationState,
  now: number,
): PublicationState {
  const date = publish_at !== null && publish_at > now ? null : publish_at
  const rejected = status === DRAFT && review_status === 'rejected'
  return {
    status: DRAFT,
    publish_at: date,
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
