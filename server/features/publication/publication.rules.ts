import { ARCHIVED, type ArticleStatus, DRAFT, PENDING, PUBLISHED } from '@inkstone/contract/articles.ts'
import { jobKind } from '../../platform/jobs/job-kind.ts'
import { invalid } from '../../platform/problem.ts'

/** Publishes an article whose time has come. */
export const publishDue = jobKind<{ site_id: number; article_id: number }>('publish-due')

/** Where an article stands: its status, the date it shows, and the moment at which it publishes itself. */
export interface Standing {
  readonly status: number
  readonly publish_at: number | null
  readonly scheduled_at: number | null
}

/** What is asked for. A time that is left out is not the same as one that is taken away (null). */
export interface Wish {
  readonly status?: ArticleStatus | undefined
  readonly publishAt?: number | null | undefined
}

export const NEW_ARTICLE: Standing = { status: DRAFT, publish_at: null, scheduled_at: null }

/**
 * What a wish comes to at a moment. `mayPublish` says whether the caller may make it public by himself: who may not
 * can set a date, which the review then schedules, but no schedule.
 */
export function standingAfter(before: Standing, wish: Wish, now: number, mayPublish: boolean): Standing {
  const publishAt = wish.publishAt === undefined ? before.publish_at : wish.publishAt
  const status = wish.status ?? before.status
  switch (status) {
    case PUBLISHED:
      return published(before, wish, now)
    case PENDING:
    case ARCHIVED:
      return { status, publish_at: publishAt, scheduled_at: null }
    default:
      return {
        status: DRAFT,
        publish_at: publishAt,
        scheduled_at: mayPublish ? scheduleOf(before, wish, now) : null,
      }
  }
}

function published(before: Standing, wish: Wish, now: number): Standing {
  const future = wish.publishAt != null && wish.publishAt > now
  if (before.status === PUBLISHED) {
    // It is public already: a date in the future would say what is not so.
    if (future) throw invalid('publish_time', 'published-already')
    return { status: PUBLISHED, publish_at: wish.publishAt ?? before.publish_at, scheduled_at: null }
  }
  if (future)
    return { status: DRAFT, publish_at: wish.publishAt ?? null, scheduled_at: wish.publishAt ?? null }
  const dated = wish.publishAt === undefined ? before.publish_at : wish.publishAt
  return { status: PUBLISHED, publish_at: dated !== null && dated <= now ? dated : now, scheduled_at: null }
}

/** A draft publishes itself only at a time that was in the future when it was set; a past one is only a date. */
function scheduleOf(before: Standing, { publishAt }: Wish, now: number): number | null {
  if (publishAt !== undefined) return publishAt !== null && publishAt > now ? publishAt : null
  return before.status === DRAFT ? before.scheduled_at : null
}

/** A reviewer's yes: public now, or at the time that the author set, where that is still to come. */
export function standingAfterPass(before: Standing, now: number): Standing {
  if (before.publish_at !== null && before.publish_at > now && before.status !== PUBLISHED)
    return { status: DRAFT, publish_at: before.publish_at, scheduled_at: before.publish_at }
  return published(before, {}, now)
}

/** A reviewer's no: back to its author, and nothing that could publish it meanwhile. */
export function standingAfterReject(before: Standing): Standing {
  return { status: DRAFT, publish_at: before.publish_at, scheduled_at: null }
}

/** Back to draft by who could publish it: a time to come would say that it still publishes itself. */
export function standingTakenBack({ publish_at }: Standing, now: number): Standing {
  const date = publish_at !== null && publish_at > now ? null : publish_at
  return { status: DRAFT, publish_at: date, scheduled_at: null }
}

export function isDue({ status, scheduled_at }: Standing, now: number): boolean {
  return status === DRAFT && scheduled_at !== null && scheduled_at <= now
}

export function standingWhenDue(before: Standing): Standing {
  return { status: PUBLISHED, publish_at: before.scheduled_at, scheduled_at: null }
}
