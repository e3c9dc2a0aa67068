import type { Flag } from '@inkstone/contract/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '../../database.ts'
import { forUpdate } from '../../platform/sql/lock.ts'
import { insertRows, updateRows } from '../../platform/sql/rows.ts'
import { together } from '../../platform/sql/together.ts'
import {
  categoriesOf,
  flagIdsOf,
  type Links,
  listedAs,
  type Membership,
  summed,
  type TotalChange,
  totalChanges,
} from './articles.rules.ts'
import type { ArticleRow } from './articles.table.ts'

interface Linked {
  readonly article: ArticleRow
  readonly links: Links
}

/** Updates changed links of an article, and the sort keys of its lists. */
export async function saveLinks(tx: Tx, before: Linked, { article, links }: Linked): Promise<void> {
  const shown = shownBy(article)
  const shownBefore = shownBy(before.article)
  const sameShown = (Object.keys(shown) as (keyof Shown)[]).every((key) => shown[key] === shownBefore[key])
  const same = (of: (linked: Linked) => readonly number[]) =>
    String(of(before)) === String(of({ article, links }))
  const mine = { article_id: article.id }
  if (!same((linked) => categoriesOf(linked.article, linked.links)))
    await replaceCategories(tx, article, links, shown)
  else if (!sameShown) await updateRows(tx, 'article_categories', shown, mine)
  if (!same((linked) => linked.links.tagIds)) await replaceTags(tx, article, links, shown)
  else if (!sameShown && links.tagIds.length > 0) await updateRows(tx, 'article_tags', shown, mine)
  if (shown.listed !== shownBefore.listed)
    await updateRows(tx, 'article_counters', { listed: shown.listed }, mine)
}

type Shown = { listed: number; is_top: Flag; sorted_at: number }

function shownBy(article: ArticleRow): Shown {
  return { listed: listedAs(article), is_top: article.is_top, sorted_at: article.sorted_at }
}

async function replaceCategories(tx: Tx, article: ArticleRow, links: Links, shown: Shown): Promise<void> {
  await tx.deleteFrom('article_categories').where('article_id', '=', article.id).execute()
  const rows = categoriesOf(article, links).map((category_id, index) => ({
    article_id: article.id,
    category_id,
    is_main: index === 0 ? 1 : 0,
    ...shown,
  }))
  await insertRows(tx, 'article_categories', rows)
}

async function replaceTags(tx: Tx, article: ArticleRow, { tagIds }: Links, shown: Shown): Promise<void> {
  await tx.deleteFrom('article_tags').where('article_id', '=', article.id).execute()
  if (tagIds.length === 0) return
  const rows = tagIds.map((tag_id, position) => ({ article_id: article.id, tag_id, position, ...shown }))
  await insertRows(tx, 'article_tags', rows)
}

/** The links, counters and totals of new articles. */
export async function insertLinksOfNew(
  tx: Tx,
  siteId: number,
  articles: readonly { readonly row: ArticleRow; readonly links: Links }[],
): Promise<void> {
  const shown = articles.map(({ row, links }) => ({
    row,
    links,
    link: { article_id: row.id, listed: listedAs(row), is_top: row.is_top, sorted_at: row.sorted_at },
  }))
  const counters = shown.map(({ link: { article_id, listed } }) => ({ article_id, site_id: siteId, listed }))
  const categories = shown.flatMap(({ row, links, link }) =>
    categoriesOf(row, links).map((category_id, at) => ({
      ...link,
      category_id,
      is_main: at === 0 ? 1 : 0,
    })),
  )
  const tags = shown.flatMap(({ links, link }) =>
    links.tagIds.map((tag_id, position) => ({ ...link, tag_id, position })),
  )
  const changes = articles.flatMap(({ row, links }) => totalChanges(undefined, membershipOf(row, links)))
  await together(
    insertRows(tx, 'article_counters', counters),
    insertRows(tx, 'article_categories', categories),
    insertRows(tx, 'article_tags', tags),
    moveTotalsBy(tx, siteId, summed(changes)),
  )
}

const LINKS = {
  category: { table: 'article_categories', column: 'category_id' },
  tag: { table: 'article_tags', column: 'tag_id' },
} as const

/** The first articles of a category or tag by id, including the recycle bin, locked in that order. */
export async function lockLinked(
  tx: Tx,
  kind: 'category' | 'tag',
  id: number,
  limit: number,
): Promise<number[]> {
  const { table, column } = LINKS[kind]
  const { rows } = await sql<{ article_id: number }>`
    select article_id from ${sql.table(table)} where ${sql.ref(column)} = ${id} order by article_id limit ${limit}
  `.execute(tx)
  const ids = rows.map(({ article_id }) => article_id)
  if (ids.length > 0)
    await forUpdate(tx, tx.selectFrom('articles').select('id').where('id', 'in', ids).orderBy('id')).execute()
  return ids
}

/** Whether any article has this category or tag, without a lock on it. */
export async function isLinked(tx: Tx, kind: 'category' | 'tag', id: number): Promise<boolean> {
  const { table, column } = LINKS[kind]
  const { rows } =
    await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit 1`.execute(tx)
  return rows.length > 0
}

/** Updates that a transaction with many articles postpones to its end. */
const deferred = new WeakMap<Tx, TotalChange[]>()

/**
 * Updates the stored totals at the end of a transaction with many articles, in a fixed order: one by one it would hold
 * the totals of one category while waiting for another. `undo` discards what came after a mark.
 */
export function deferTotals(tx: Tx, siteId: number) {
  const changes: TotalChange[] = []
  deferred.set(tx, changes)
  return {
    mark: () => changes.length,
    undo: (mark: number) => void changes.splice(mark),
    async move(): Promise<void> {
      deferred.delete(tx)
      await saveTotals(tx, siteId, summed(changes))
    },
  }
}

/** Updates the stored totals with the article. */
export async function moveTotals(
  tx: Tx,
  siteId: number,
  before: Membership | undefined,
  after: Membership | undefined,
): Promise<void> {
  await moveTotalsBy(tx, siteId, totalChanges(before, after))
}

async function moveTotalsBy(tx: Tx, siteId: number, changes: readonly TotalChange[]): Promise<void> {
  const later = deferred.get(tx)
  if (later) later.push(...changes)
  else await saveTotals(tx, siteId, changes)
}

async function saveTotals(tx: Tx, siteId: number, changes: readonly TotalChange[]): Promise<void> {
  if (changes.length === 0) return
  await insertRows(
    tx,
    'article_totals',
    changes.map(({ kind, refId, listed, by }) => ({
      site_id: siteId,
      kind,
      ref_id: refId,
      listed,
      part: tx.slot,
      total: by,
    })),
    {
      onConflict:
        '(site_id, kind, ref_id, listed, part) do update set total = article_totals.total + excluded.total',
    },
  )
}

export function membershipOf(article: ArticleRow, links: Links): Membership {
  return {
    listed: listedAs(article),
    authorId: article.author_id,
    flagIds: flagIdsOf(article),
    categoryIds: categoriesOf(article, links),
    tagIds: links.tagIds,
  }
}
