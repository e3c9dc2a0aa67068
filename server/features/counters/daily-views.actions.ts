import type { Db, Engine } from '../../database.ts'
import { DAY_MS, dayNumber } from '../../platform/times/days.ts'
import { findDailyViews, findMostRead, type ReadArticle, removeViewsBefore } from './daily-views.store.ts'

const KEPT_DAYS = 400
const MAX_MOST_READ = 10

/** Views on each of these consecutive days. */
export async function viewsPerDay(
  db: Db,
  siteId: number,
  days: readonly string[],
  articleId: number | undefined,
): Promise<number[]> {
  const found = await findDailyViews(db, siteId, dayNumber(days[0] ?? ''), articleId)
  const byDay = new Map(found.map(({ day, views }) => [day, views]))
  return days.map((date) => byDay.get(dayNumber(date)) ?? 0)
}

export function mostRead(db: Db, siteId: number, since: string): Promise<ReadArticle[]> {
  return findMostRead(db, siteId, dayNumber(since), MAX_MOST_READ)
}

export async function deleteOldViews(engine: Engine): Promise<void> {
  await engine.transact((tx) => removeViewsBefore(tx, Math.floor(tx.now / DAY_MS) - KEPT_DAYS))
}
