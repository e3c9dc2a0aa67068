import type { Engine } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { Problem } from '../../platform/core/problem.ts'
import { dayNumber, dayOf } from '../../platform/times/days.ts'
import type { Zone } from '../../platform/times/times.ts'
import { visibleArticle } from '../articles/articles.actions.ts'
import { addViews } from './counters.store.ts'
import { addDailyViews } from './daily-views.store.ts'

interface Waiting {
  readonly siteId: number
  readonly articleId: number
  resolve(count: number | undefined): void
  reject(error: unknown): void
}

/** The maximum number of articles in one transaction, so that rows are not locked for long. */
const MAX_TOGETHER = 500

export type CountView = (actor: Actor, articleId: number) => Promise<number>

/**
 * Counts views. Views that arrive during a transaction share the next one, and several of one article are one update.
 * Each is on disk before its response, and each gets its own number.
 */
export function createViewCounter(engine: Engine, zone: Zone): CountView {
  let waiting: Waiting[] = []
  let busy = false

  async function flush(): Promise<void> {
    busy = true
    while (waiting.length > 0) {
      const together = waiting.slice(0, MAX_TOGETHER)
      waiting = waiting.slice(MAX_TOGETHER)
      await countTogether(engine, zone, together)
    }
    busy = false
  }

  const countPublic = (siteId: number, articleId: number) =>
    new Promise<number | undefined>((resolve, reject) => {
      waiting.push({ siteId, articleId, resolve, reject })
      // After this turn of the event loop, so that other requests that were just read are included.
      if (!busy) {
        busy = true
        setImmediate(flush)
      }
    })

  return async (actor, articleId) =>
    (await countPublic(actor.siteId, articleId)) ?? countHidden(engine, actor, articleId)
}

/** Views of a non-public article by a user who may see it. */
async function countHidden(engine: Engine, actor: Actor, articleId: number): Promise<number> {
  await visibleArticle(engine.db, actor, articleId)
  const one = { siteId: actor.siteId, articleId, views: 1 }
  const [counted] = await engine.transact((tx) => addViews(tx, [one], 'all'))
  if (!counted) throw new Problem('article-not-found')
  return counted.view_count
}

async function countTogether(engine: Engine, zone: Zone, together: readonly Waiting[]): Promise<void> {
  const groups = new Map<string, Waiting[]>()
  for (const one of together) {
    const key = keyOf(one.siteId, one.articleId)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  const requested = [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map(({ siteId, articleId }) => ({ siteId, articleId, views: group.length })),
  )
  try {
    const rows = await engine.transact(async (tx) => {
      const counted = await addViews(tx, requested, 'public')
      const known = new Set(counted.map((row) => keyOf(row.site_id, row.article_id)))
      const kept = requested.filter(({ siteId, articleId }) => known.has(keyOf(siteId, articleId)))
      await addDailyViews(tx, dayNumber(dayOf(zone, tx.now)), kept)
      return counted
    })
    const counts = new Map(rows.map((row) => [keyOf(row.site_id, row.article_id), row.view_count]))
    for (const [key, group] of groups) settle(group, counts.get(key))
  } catch (error) {
    for (const one of together) one.reject(error)
  }
}

function keyOf(siteId: number, articleId: number): string {
  return `${siteId} ${articleId}`
}

function settle(group: readonly Waiting[], count: number | undefined): void {
  group.forEach((one, index) => {
    one.resolve(count === undefined ? undefined : count - group.length + index + 1)
  })
}
