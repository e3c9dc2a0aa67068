import { setTimeout as pause } from 'node:timers/promises'
import type { Engine, Tx } from '../../database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { jobKind } from '../../platform/jobs/job-kind.ts'
import {
  type ArticleToIndex,
  articleIdsOfTag,
  countArticles,
  lockArticles,
  lockArticlesAfter,
  tagNamesOf,
} from './articles.store.ts'
import { fieldsOf, type IndexedArticle } from './entries.rules.ts'
import { indexOf } from './index.store.ts'

/** Updates the index entry of an article; deleted articles have none. */
export async function indexArticle(tx: Tx, article: ArticleToIndex): Promise<void> {
  await indexEach(tx, [article])
}

/** The same for several locked articles. */
export async function indexArticles(tx: Tx, ids: readonly number[]): Promise<void> {
  await indexEach(tx, await lockArticles(tx, ids))
}

/** The same for new articles of this transaction. */
export async function indexNewArticles(tx: Tx, articles: readonly ArticleToIndex[]): Promise<void> {
  await indexEach(tx, articles)
}

async function indexEach(tx: Tx, articles: readonly ArticleToIndex[]): Promise<void> {
  await indexLiving(
    tx,
    articles.filter(({ deleted_at }) => deleted_at === null),
  )
  for (const { id, deleted_at } of articles) if (deleted_at !== null) await indexOf(tx).remove(tx, id)
}

async function indexLiving(tx: Tx, articles: readonly ArticleToIndex[]): Promise<void> {
  if (articles.length === 0) return
  const tags = await tagNamesOf(
    tx,
    articles.map(({ id }) => id),
  )
  await indexWithTags(
    tx,
    articles.map((article) => ({ ...article, tagNames: tags.get(article.id) ?? [] })),
  )
}

/** For loaded articles with their tag names that no one else changes. */
export async function indexWithTags(tx: Tx, articles: readonly IndexedArticle[]): Promise<void> {
  for (const some of inPortions(articles))
    await indexOf(tx).put(
      tx,
      some.map((article) => ({ id: article.id, fields: fieldsOf(article) })),
    )
}

const ARTICLES_PER_PORTION = 50
/** Fewer long texts are analysed at a time, because other requests wait. */
const CHARACTERS_PER_PORTION = 100_000

function* inPortions(articles: readonly IndexedArticle[]): Generator<IndexedArticle[]> {
  let portion: IndexedArticle[] = []
  let characters = 0
  for (const article of articles) {
    portion.push(article)
    characters += article.content.length
    if (portion.length < ARTICLES_PER_PORTION && characters < CHARACTERS_PER_PORTION) continue
    yield portion
    portion = []
    characters = 0
  }
  if (portion.length > 0) yield portion
}

export const reindexArticles = jobKind<{ article_ids: readonly number[] }>('reindex-articles')

/** In one short transaction, so that other writers do not wait long. */
const ARTICLES_OF_A_STEP = 200

/**
 * Enqueues reindexing of the articles with a tag: before a tag is removed or after it was renamed, disabled or
 * enabled. Not in the same
 * transaction, because an edit locks an article before its tags.
 */
export async function reindexArticlesOfTag(tx: Tx, tagId: number): Promise<void> {
  const ids = await articleIdsOfTag(tx, tagId)
  for (let from = 0; from < ids.length; from += ARTICLES_OF_A_STEP)
    await enqueue(tx, reindexArticles, { article_ids: ids.slice(from, from + ARTICLES_OF_A_STEP) })
}

/** A pause between two steps lets a running service write. */
const REST_MS = 20

/**
 * Rebuilds all entries while the service is running: in steps with locked articles, so that a change is either seen
 * here or indexed later. Starting from empty, searches find nothing at first: for a damaged index.
 */
export async function indexEverything(
  engine: Engine,
  { fromEmpty, onProgress }: { fromEmpty: boolean; onProgress(done: number, total: number): void },
): Promise<void> {
  const index = indexOf(engine.db)
  const total = await countArticles(engine.db)
  if (fromEmpty) await engine.transact(index.clear)
  await engine.transact(index.beginRebuild)
  try {
    let step: ArticleToIndex[] = []
    let done = 0
    do {
      onProgress(done, Math.max(done, total))
      const lastId = step.at(-1)?.id ?? 0
      step = await engine.transact((tx) => indexAfter(tx, lastId))
      done += step.length
      await pause(REST_MS)
    } while (step.length === ARTICLES_OF_A_STEP)
    onProgress(done, Math.max(done, total))
  } finally {
    await engine.transact(index.endRebuild)
  }
  await tidyIndex(engine, 'large')
}

/** Fills an empty index in one transaction, in a database that no one else uses. */
export async function indexEverythingWithin(
  tx: Tx,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const total = await countArticles(tx)
  await indexOf(tx).filling(tx, async () => {
    let step: ArticleToIndex[] = []
    let done = 0
    do {
      step = await indexAfter(tx, step.at(-1)?.id ?? 0)
      done += step.length
      onProgress(done, total)
    } while (step.length === ARTICLES_OF_A_STEP)
  })
}

/** For bulk writes: the index is optimised at the end, like after a rebuild. */
export async function fillingIndex(engine: Engine, fill: () => Promise<void>): Promise<void> {
  await engine.transact(indexOf(engine.db).beginRebuild)
  try {
    await fill()
  } finally {
    await engine.transact(indexOf(engine.db).endRebuild)
  }
  await tidyIndex(engine, 'large')
}

/**
 * Merges index segments: fewer segments are searched faster. In small steps while the service is running, in large ones
 * after bulk writes.
 */
export async function tidyIndex(engine: Engine, step: 'small' | 'large'): Promise<void> {
  const { tidySome } = indexOf(engine.db)
  while (await engine.transact((tx) => tidySome(tx, step))) await pause(REST_MS)
}

async function indexAfter(tx: Tx, id: number): Promise<ArticleToIndex[]> {
  const articles = await lockArticlesAfter(tx, id, ARTICLES_OF_A_STEP)
  const isLast = articles.length < ARTICLES_OF_A_STEP
  const lastId = isLast ? Number.MAX_SAFE_INTEGER : (articles.at(-1)?.id ?? id)
  await indexOf(tx).removeStrays(tx, id + 1, lastId)
  await indexEach(tx, articles)
  return articles
}
