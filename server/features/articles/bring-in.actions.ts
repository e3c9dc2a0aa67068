import { PUBLISHED } from '@inkstone/contract/articles.ts'
import type { Tx } from '../../database.ts'
import type { Actor } from '../../platform/actor.ts'
import { keepSource } from '../content/content.actions.ts'
import { keepUses } from '../media/uses.actions.ts'
import type { Standing } from '../publication/publication.rules.ts'
import { indexArticle } from '../search/search.actions.ts'
import { freeAliasFor, insertNamed } from './alias.actions.ts'
import { aliasOf } from './alias.rules.ts'
import { rememberAlias, rememberedAliasKeys, takenAliasKeys } from './alias.store.ts'
import { schedule } from './articles.actions.ts'
import { contentAfter, EMPTY, type PreparedFields, sortedAt } from './articles.rules.ts'
import type { ArticleRow } from './articles.table.ts'
import { requireTargets } from './links.actions.ts'
import { insertCounters, membershipOf, moveTotals, saveLinks } from './links.store.ts'
import { recordArticleChange } from './telling.actions.ts'

export interface BroughtIn {
  readonly fields: PreparedFields
  readonly standing: Standing
  readonly authorId: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly oldAliases: readonly string[]
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
  if (row.scheduled_at !== null) await schedule(tx, row)
  return row
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
