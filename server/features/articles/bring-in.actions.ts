import { PUBLISHED } from '@inkstone/contract/articles.ts'
import type { Db, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { keepSource, sourceOf } from '../content/content.actions.ts'
import { keepUses } from '../media/uses.actions.ts'
import type { Standing } from '../publication/publication.rules.ts'
import { indexArticle } from '../search/search.actions.ts'
import { freeAliasFor, insertNamed } from './alias.actions.ts'
import { aliasOf } from './alias.rules.ts'
import {
  findAliases,
  findByAlias,
  findByOldAlias,
  rememberAlias,
  rememberedAliasKeys,
  takenAliasKeys,
} from './alias.store.ts'
import { schedule } from './articles.actions.ts'
import { contentAfter, EMPTY, type PreparedFields, sortedAt, summaryOf } from './articles.rules.ts'
import { findArticle, findByAuthor, lockArticle, saveArticle } from './articles.store.ts'
import type { ArticleRow } from './articles.table.ts'
import { requireTargets } from './links.actions.ts'
import { insertCounters, membershipOf, moveTotals, saveLinks } from './links.store.ts'
import { binBroughtIn } from './removal.actions.ts'
import { recordArticleChange } from './telling.actions.ts'

export interface BroughtIn {
  readonly fields: PreparedFields
  readonly standing: Standing
  readonly authorId: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly oldAliases: readonly string[]
  /** It was in the bin where it comes from. */
  readonly trashed?: boolean
}

/**
 * Writes an article that comes from elsewhere, with its own dates and aliases. Nobody is told of it but those who follow
 * the changes. An alias that is taken gets a suffix.
 */
export async function bringInArticle(tx: Tx, actor: Actor, article: BroughtIn): Promise<ArticleRow> {
  const { fields, standing, authorId, createdAt, updatedAt } = article
  const { siteId } = actor
  const { writing, flags, links } = contentAfter(EMPTY, fields)
  await requireTargets(tx, siteId, writing.category_id, links)
  const given = fields.alias ? (await freeAliasFor(tx, siteId, aliasOf(fields.alias), 0)).alias : undefined
  const row = await insertNamed(
    tx,
    {
      ...writing,
      ...flags,
      ...standing,
      author_id: authorId,
      created_at: createdAt,
      updated_at: updatedAt,
      site_id: siteId,
      sorted_at: sortedAt({ ...standing, created_at: createdAt }),
      written_at: updatedAt,
      written_by: authorId,
      written_token_id: null,
      deleted_at: null,
      deleted_by: null,
    },
    given,
  )
  await insertCounters(tx, row)
  await saveLinks(tx, row, undefined, links)
  await moveTotals(tx, siteId, undefined, membershipOf(row, links))
  await indexArticle(tx, row)
  await recordArticleChange(tx, undefined, row)
  await keepUses(tx, 'article', row.id, row)
  await keepSource(tx, 'article', row, fields.source)
  if (row.status === PUBLISHED) await keepOldAliases(tx, row, article.oldAliases)
  if (article.trashed) await binBroughtIn(tx, actor, row)
  else if (row.scheduled_at !== null) await schedule(tx, row)
  return row
}

/** The text of an article that was brought in, with its Markdown where it is kept; undefined where it is gone. */
export async function broughtInText(
  db: Db,
  siteId: number,
  id: number,
): Promise<{ content: string; source: string | undefined } | undefined> {
  const row = await findArticle(db, siteId, id, 'anywhere')
  return row && { content: row.content, source: await sourceOf(db, 'article', row) }
}

/** Puts other addresses into the text of an article that was brought in. Its dates stay; nobody is told. */
export async function rewriteBroughtIn(
  tx: Tx,
  siteId: number,
  id: number,
  { content, source }: Pick<PreparedFields, 'content' | 'source'>,
): Promise<void> {
  const before = await lockArticle(tx, siteId, id, 'anywhere')
  const summary = before.summary_given === 1 ? before.summary : summaryOf(content)
  const row = await saveArticle(tx, siteId, id, { content, summary })
  if (row.deleted_at === null) await indexArticle(tx, row)
  await recordArticleChange(tx, before, row)
  await keepUses(tx, 'article', id, row)
  await keepSource(tx, 'article', row, source)
}

/** Those that lead nowhere else. */
async function keepOldAliases(
  tx: Tx,
  { site_id, id }: ArticleRow,
  aliases: readonly string[],
): Promise<void> {
  const keys = aliases.map((alias) => aliasOf(alias).alias_key)
  if (keys.length === 0) return
  const taken = await takenAliasKeys(tx, site_id, keys, 0)
  const remembered = await rememberedAliasKeys(tx, site_id, keys, id)
  for (const key of new Set(keys))
    if (!taken.has(key) && !remembered.has(key)) await rememberAlias(tx, site_id, key, id)
}

/** The aliases of these articles, in the recycle bin too. */
export const aliasesOfArticles: typeof findAliases = findAliases

/** The article of the site that has this alias, or was public under it before. */
export async function articleWithAlias(db: Db, siteId: number, alias: string): Promise<number | undefined> {
  const key = aliasOf(alias).alias_key
  return (await findByAlias(db, siteId, key)) ?? (await findByOldAlias(db, siteId, key))?.id
}

/** What a user wrote, on all sites. */
export const articlesBy: typeof findByAuthor = findByAuthor
