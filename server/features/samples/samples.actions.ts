import { PUBLISHED } from '@inkstone/contract/articles.ts'
import type { Insertable } from 'kysely'
import type { Engine, Tx } from '../../database.ts'
import { refreshStatistics } from '../../platform/sql/statistics.ts'
import { type Alias, aliasFromTitle, aliasOf } from '../articles/alias.rules.ts'
import type { ArticleTable } from '../articles/articles.table.ts'
import { recountTotals } from '../articles/totals.actions.ts'
import type { IndexedArticle } from '../search-index/entries.rules.ts'
import { type Chance, chanceFrom, pick, sampleText } from './sample-text.rules.ts'
import {
  insertArticles,
  insertCategories,
  insertLinks,
  insertTags,
  readHighestArticleId,
} from './samples.store.ts'
import { chinese, english } from './vocabulary.ts'

const BATCH = 500
const TOP_CATEGORIES = 10
const CHILD_CATEGORIES = 40
const YEARS_MS = 3 * 365 * 86_400_000
/** The statuses of the first of every hundred articles; the rest are published. */
const STATUSES = [0, 0, 0, 0, 0, 2, 3, 3] as const

export interface SampleOptions {
  readonly siteId: number
  readonly authorId: number
  readonly articles: number
  /** Adds a batch of new articles to the search index. */
  readonly index: (tx: Tx, articles: readonly IndexedArticle[]) => Promise<void>
  readonly onProgress: (done: number) => void
}

interface SampleTaxonomy {
  readonly categories: readonly number[]
  readonly tags: readonly { readonly id: number; readonly name: string }[]
  /** Higher than the number of any existing sample article. */
  readonly firstNumber: number
}

/** Fills a site with articles in Chinese and English, for demonstrations and measurements. */
export async function seedSamples(engine: Engine, options: SampleOptions): Promise<void> {
  const taxonomy = await engine.transact((tx) => createTaxonomy(tx, options.siteId))
  const chance = chanceFrom(20_260_301)
  for (let done = 0; done < options.articles; done += BATCH) {
    const size = Math.min(BATCH, options.articles - done)
    await engine.transactAtLength((tx) => writeBatch(tx, options, taxonomy, chance, { done, size }))
    options.onProgress(done + size)
  }
  await engine.transactAtLength(async (tx) => {
    await recountTotals(tx, options.siteId)
    await refreshStatistics(tx)
  })
}

async function createTaxonomy(tx: Tx, siteId: number): Promise<SampleTaxonomy> {
  const named = (name: string, alias: string) => ({
    site_id: siteId,
    name,
    alias,
    created_at: tx.now,
    updated_at: tx.now,
  })
  const topics = [...english.topics, ...chinese.topics]
  const top = await insertCategories(
    tx,
    topics
      .slice(0, TOP_CATEGORIES)
      .map((topic, index) => ({ ...named(topic, `sample-${index + 1}`), parent_id: null })),
  )
  const children = await insertCategories(
    tx,
    topics.slice(TOP_CATEGORIES, TOP_CATEGORIES + CHILD_CATEGORIES).map((topic, index) => ({
      ...named(topic, `sample-${TOP_CATEGORIES + index + 1}`),
      parent_id: top[index % top.length] ?? null,
    })),
  )
  const words = [...topics, ...english.objects, ...chinese.objects, ...english.places, ...chinese.places]
  const tags = await insertTags(
    tx,
    words.map((word, index) => named(word, `sample-${index + 1}`)),
  )
  return { categories: [...top, ...children], tags, firstNumber: (await readHighestArticleId(tx)) + 1 }
}

async function writeBatch(
  tx: Tx,
  { siteId, authorId, articles, index }: SampleOptions,
  { categories, tags, firstNumber }: SampleTaxonomy,
  chance: Chance,
  { done, size }: { done: number; size: number },
): Promise<void> {
  const rows = Array.from({ length: size }, (_, at) => {
    const { title, content, summary } = sampleText(chance)
    const status = chance() < 0.92 ? PUBLISHED : pick(chance, STATUSES)
    const createdAt = Math.floor(tx.now - YEARS_MS * (1 - (done + at) / articles))
    return {
      site_id: siteId,
      author_id: authorId,
      category_id: pick(chance, categories),
      title,
      summary,
      content,
      is_top: chance() < 0.001 ? 1 : 0,
      is_hot: chance() < 0.05 ? 1 : 0,
      is_recommend: chance() < 0.05 ? 1 : 0,
      status,
      publish_at: status === PUBLISHED ? createdAt : null,
      scheduled_at: null,
      created_at: createdAt,
      updated_at: createdAt,
      written_at: createdAt,
      written_by: authorId,
      deleted_at: null,
      deleted_by: null,
      summary_given: 0,
      sorted_at: createdAt,
      alias_public: status === PUBLISHED ? 1 : 0,
    } satisfies Omit<Insertable<ArticleTable>, keyof Alias>
  })
  const ids = await insertArticles(tx, await withAliases(rows, firstNumber + done))
  const shown = rows.map((row, at) => ({
    article_id: ids[at] ?? 0,
    listed: row.status,
    is_top: row.is_top,
    sorted_at: row.sorted_at,
  }))
  const tagged = rows.map(() => someOf(chance, tags))
  await insertLinks(
    tx,
    shown.map((link, at) => ({ ...link, category_id: rows[at]?.category_id ?? 0, is_main: 1 })),
    shown.flatMap((link, at) =>
      (tagged[at] ?? []).map(({ id: tag_id }, position) => ({ ...link, tag_id, position })),
    ),
    shown.map(({ article_id, listed }) => ({
      article_id,
      site_id: siteId,
      listed,
      view_count: Math.floor(chance() ** 4 * 10_000),
      like_count: Math.floor(chance() ** 4 * 100),
    })),
  )
  await index(
    tx,
    rows.map((row, at) => ({
      ...row,
      id: ids[at] ?? 0,
      tagNames: (tagged[at] ?? []).map(({ name }) => name),
    })),
  )
}

/** Aliases with a number, because two samples may have the same title. */
async function withAliases<Row extends { readonly title: string }>(
  rows: readonly Row[],
  firstNumber: number,
): Promise<Array<Row & Alias>> {
  const named: Array<Row & Alias> = []
  for (const [at, row] of rows.entries()) {
    const { alias } = await aliasFromTitle(row.title)
    named.push({ ...row, ...aliasOf(`${alias}-${firstNumber + at}`) })
  }
  return named
}

function someOf<Item>(chance: Chance, tags: readonly Item[]): Item[] {
  return [...new Set(Array.from({ length: Math.floor(chance() * 4) }, () => pick(chance, tags)))]
}
