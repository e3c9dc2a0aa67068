import { defaultSettings } from '@inkstone/contract/settings.ts'
import type { Db } from '../server/database.ts'
import { articleItems, listArticles, readArticle } from '../server/features/articles/reading.actions.ts'
import { seePublicCategories } from '../server/features/categories/categories.actions.ts'
import { findHits } from '../server/features/search/reading.actions.ts'
import { findHotTags } from '../server/features/tags/tags.store.ts'
import type { Actor } from '../server/platform/core/actor.ts'
import { systemActor } from '../server/platform/core/actor.ts'
import { openPostgres, openSqlite, type Statement } from './recorded-databases.ts'

const site = { id: 1, alias: 'default', settings: defaultSettings }
const admin: Actor = systemActor(site)
const member: Actor = { ...admin, kind: 'user', role: 'member', userId: 999_999 }
const editor: Actor = { ...admin, kind: 'user', role: 'editor', userId: 1 }

type Question = readonly [name: string, ask: (db: Db) => Promise<unknown>]

/** The queries of a list, an article, the category tree and a search, with this many articles. */
function questionsFor(articles: number): Question[] {
  const last = Math.floor((articles * 0.9) / 20)
  const page = (number: number) => ({ page: number, page_size: 20 })
  const list =
    (filters: Parameters<typeof listArticles>[2], number: number, actor = admin) =>
    (db: Db) =>
      listArticles(db, actor, filters, page(number))
  const search = (keyword: string) => async (db: Db) =>
    articleItems(db, member, (await findHits(db, member, keyword, {}, page(1))).ids)
  return [
    ['newest, page 1', list({}, 1)],
    [`newest, page ${last}`, list({}, last)],
    ['newest for a member, page 1', list({}, 1, member)],
    [`newest for a member, page ${last}`, list({}, last, member)],
    ['newest for an editor, page 1', list({}, 1, editor)],
    ['status=0', list({ status: 0 }, 1)],
    ['category_id', list({ category_id: 5, status: 1 }, 1)],
    ['category_id, page 50', list({ category_id: 5, status: 1 }, 50)],
    ['category_id, include_children', list({ category_id: 2, include_children: 1, status: 1 }, 1)],
    ['tag_id', list({ tag_id: 5, status: 1 }, 1)],
    ['tag_id and category_id', list({ tag_id: 5, category_id: 5, status: 1 }, 1)],
    ['author_id', list({ author_id: 1 }, 1)],
    ['is_top', list({ is_top: 1, status: 1 }, 1)],
    ['is_hot', list({ is_hot: 1, status: 1 }, 1)],
    ['is_recommend', list({ is_recommend: 1 }, 1)],
    [
      'a month',
      list({ start_time: Date.now() - 60 * 86_400_000, end_time: Date.now() - 30 * 86_400_000 }, 1),
    ],
    ['sort=view_count', list({ sort: 'view_count' }, 1)],
    [`sort=view_count, page ${last}`, list({ sort: 'view_count', status: 1 }, last)],
    ['sort=create_time, order=asc', list({ sort: 'create_time', order: 'asc' }, 1)],
    ['category_id, sort=view_count', list({ category_id: 5, sort: 'view_count', status: 1 }, 1)],
    ['keyword', list({ keyword: 'harbour' }, 1)],
    ['article by id', (db) => readArticle(db, admin, Math.floor(articles / 2))],
    ['category tree with counts', (db) => seePublicCategories(db, member)],
    ['hot tags', (db) => findHotTags(db, 1, 20)],
    ['search: a common word', search('the')],
    ['search: a word', search('lighthouse')],
    ['search: one Chinese character', search('图')],
    ['search: two Chinese characters', search('数据')],
    ['search: four Chinese characters', search('灯塔日记')],
    ['search: two words', search('harbour library')],
    ['search: a phrase', search('"home networks"')],
    ['search: a phrase that a fifth has', search('"the winter schedule"')],
    ['search: the beginning of a word', search('lightho')],
    ['search: any of the words', search('harbour xyzzy')],
    ['search: no match', search('xyzzy')],
  ]
}

const TIMES = 40
const WARM_UPS = 5

export interface Answered {
  readonly name: string
  readonly statements: number
  /** The first run, with nothing planned, read or cached before. */
  readonly first: number
  readonly p50: number
  readonly p95: number
  readonly plans: ReadonlyArray<{ sql: string; ms: number; plan: string[] }>
}

/**
 * Runs each query several times and reports how long the database took and with which plan. Each time an article is
 * changed first: otherwise the service would have cached the result.
 */
export async function askAll(where: string, articles: number): Promise<Answered[]> {
  let statements: Statement[] = []
  const open = where.startsWith('postgres') ? openPostgres : openSqlite
  const database = await open(where, (one) => statements.push(one))
  const answers: Answered[] = []
  for (const [name, ask] of questionsFor(articles)) {
    const totals: number[] = []
    for (let time = 0; time < WARM_UPS + TIMES; time++) {
      await database.changeEntry?.(1 + Math.floor(Math.random() * articles))
      statements = []
      await ask(database.db)
      totals.push(statements.reduce((sum, { ms }) => sum + ms, 0))
    }
    const [first = 0] = totals.splice(0, WARM_UPS)
    totals.sort((one, other) => one - other)
    const at = (share: number) => totals[Math.min(TIMES - 1, Math.floor(TIMES * share))] ?? 0
    const plans = []
    for (const one of statements) plans.push({ sql: one.sql, ms: one.ms, plan: await database.planOf(one) })
    answers.push({ name, statements: plans.length, first, p50: at(0.5), p95: at(0.95), plans })
  }
  await database.close()
  return answers
}
