import type { QueryOf } from '@inkstone/contract/endpoint.ts'
import type { getStats } from '@inkstone/contract/stats.ts'
import type { Db, Engine } from '../../database.ts'
import { type Actor, holds } from '../../platform/core/actor.ts'
import { lastDays } from '../../platform/times/days.ts'
import type { Zone } from '../../platform/times/times.ts'
import { visibleArticle } from '../articles/articles.actions.ts'
import { listArticles } from '../articles/reading.actions.ts'
import { backupState } from '../backups/backups.actions.ts'
import type { BackupPlace } from '../backups/backups.rules.ts'
import { commentsPerDay, commentsToModerate, reportsOn } from '../comments/moderating.actions.ts'
import { mostRead, viewsPerDay } from '../counters/daily-views.actions.ts'
import { storedOn } from '../media/media.actions.ts'
import { unreadOf } from '../messages/messages.actions.ts'

const TOTAL_ONLY = { page: 1, page_size: 1 }

export async function statsFor(
  engine: Engine,
  actor: Actor,
  zone: Zone,
  place: BackupPlace,
  { days: dayCount, article_id: articleId }: QueryOf<typeof getStats>,
) {
  const { db } = engine
  if (articleId !== undefined) await visibleArticle(db, actor, articleId)
  const days = lastDays(zone, await engine.now(), dayCount)
  const views = await viewsPerDay(db, actor.siteId, days, articleId)
  const comments = await commentsPerDay(db, actor, zone, days, articleId)
  return {
    days: days.map((date, index) => ({ date, views: views[index] ?? 0, comments: comments[index] ?? 0 })),
    views: sum(views),
    comments: sum(comments),
    top: articleId === undefined ? await mostRead(db, actor.siteId, days[0] ?? '') : [],
    waiting: await waitingFor(db, actor),
    storage: holds(actor, 'media.manage.any') ? await storedOn(db, actor.siteId) : null,
    backups: holds(actor, 'backups.manage') ? await backupState(place) : null,
  }
}

export type Stats = Awaited<ReturnType<typeof statsFor>>

async function waitingFor(db: Db, actor: Actor) {
  const reviews = { review_status: 'pending' } as const
  const sentBack = { review_status: 'rejected', author_id: actor.userId } as const
  const moderates = holds(actor, 'comments.moderate')
  return {
    reviews: holds(actor, 'articles.audit')
      ? (await listArticles(db, actor, reviews, TOTAL_ONLY)).total
      : null,
    comments: moderates ? (await commentsToModerate(db, actor, { ...TOTAL_ONLY, status: 0 })).total : null,
    reports: moderates ? (await reportsOn(db, actor, false, TOTAL_ONLY)).total : null,
    sent_back: (await listArticles(db, actor, sentBack, TOTAL_ONLY)).total,
    messages: await unreadOf(db, actor),
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((before, number) => before + number, 0)
}
