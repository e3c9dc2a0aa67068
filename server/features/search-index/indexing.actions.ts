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

/** Makes the entry of an article follow what it is now; one in the recycle bin has none. */
export async function indexArticle(tx: Tx, article: ArticleToIndex): Promise<void> {
  await indexEach(tx, [article])
}

/** The same for several, which are held meanwhile. */
export async function indexArticles(tx: Tx, ids: readonly number[]): Promise<void> {
  await indexEach(tx, await lockArticles(tx, ids))
}

/** The same for new ones, which nobody else knows yet. */
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

/** For articles that are in hand with the names of their tags and that nobody else changes. */
export async function indexWithTags(tx: Tx, articles: readonly IndexedArticle[]): Promise<void> {
  for (const some of inPieces(articles))
    await indexOf(tx).put(
      tx,
      some.map((article) => ({ id: article.id, fields: fieldsOf(article) })),
    )
}

const ARTICLES_OF_A_PIECE = 50
/** Longer texts are analysed fewer at a time: other requests wait meanwhile. */
const CHARACTERS_OF_A_PIECE = 100_000

function* inPieces(articles: readonly IndexedArticle[]): Generator<IndexedArticle[]> {
  let piece: IndexedArticle[] = []
  let characters = 0
  for (const article of articles) {
    piece.push(article)
    characters += article.content.length
    if (piece.length < ARTICLES_OF_A_PIECE && characters < CHARACTERS_OF_A_PIECE) continue
    yield piece
    piece = []
    characters = 0
  }
  if (piece.length > 0) yield piece
}

export const reindexArticles = jobKind<{ article_ids: readonly number[] }>('reindex-articles')

/** In one transaction: nobody who writes waits for longer than these take. */
const ARTICLES_OF_A_STEP = 200

/**
 * Has the articles that bear a tag just now indexed again, soon after the transaction: before a tag is taken away or
 * after its name has changed. Not within it: who edits an article holds that first and then its tags.
 */
export async function reindexArticlesOfTag(tx: Tx, tagId: number): Promise<void> {
  const ids = await articleIdsOfTag(tx, tagId)
  for (let from = 0; from < ids.length; from += ARTICLES_OF_A_STEP)
    await enqueue(tx, reindexArticles, { article_ids: ids.slice(from, from + ARTICLES_OF_A_STEP) })
}

/** Between two steps a service on the same database gets its turn to write. */
const REST_MS = 20

/**
 * Writes the entries of all articles anew while the service runs: step by step, with the articles of a step held, so
 * that a change is either seen here or comes after and is indexed by itself. From empty means that nothing is found
 * at first: for an index that is damaged.
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
  await tidyIndex(engine)
}

/** Where very many entries are put at once: the index is put together at the end, as after a rebuild. */
export async function fillingIndex(engine: Engine, fill: () => Promise<void>): Promise<void> {
  await engine.transact(indexOf(engine.db).beginRebuild)
  try {
    await fill()
  } finally {
    await engine.transact(indexOf(engine.db).endRebuild)
  }
  await tidyIndex(engine)
}

/** Puts together what changes have left in pieces: fewer pieces are searched faster. */
export async function tidyIndex(engine: Engine): Promise<void> {
  while (await engine.transact(indexOf(engine.db).tidySome)) await pause(REST_MS)
}

async function indexAfter(tx: Tx, id: number): Promise<ArticleToIndex[]> {
  const articles = await lockArticlesAfter(tx, id, ARTICLES_OF_A_STEP)
  const isLast = articles.length < ARTICLES_OF_A_STEP
  const lastId = isLast ? Number.MAX_SAFE_INTEGER : (articles.at(-1)?.id ?? id)
  await indexOf(tx).removeStrays(tx, id + 1, lastId)
  await indexEach(tx, articles)
  return articles
}
