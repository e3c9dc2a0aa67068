import { PUBLISHED } from '@inkstone/contract/articles.ts'
import type { Db, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { invalid } from '../../platform/core/problem.ts'
import { saveSource, sourceOf } from '../content/content.actions.ts'
import { namesIn } from '../media/addresses.rules.ts'
import { saveUses, saveUsesOfNew } from '../media/uses.actions.ts'
import { indexNewArticles } from '../search-index/indexing.actions.ts'
import type { PublicationState } from '../workflow/publication.rules.ts'
import { freeAliasesFor } from './alias.actions.ts'
import { type Alias, aliasFromTitle, aliasOf, reservedKeys } from './alias.rules.ts'
import {
  deleteOldAliases,
  findByAlias,
  findByOldAlias,
  oldAliasKeys,
  saveOldAlias,
  takenAliasKeys,
} from './alias.store.ts'
import {
  type Content,
  contentAfter,
  EMPTY,
  type PreparedFields,
  sortedAt,
  summaryOf,
} from './articles.rules.ts'
import { findByAuthor } from './articles.store.ts'
import type { ArticleRow } from './articles.table.ts'
import {
  findAliases,
  findTexts,
  insertArticles,
  lockSeveral,
  type NewArticle,
  saveRewritten,
} from './importing.store.ts'
import { requireTargets } from './links.actions.ts'
import { insertLinksOfNew } from './links.store.ts'
import { recordNewArticles, recordRewritten } from './recording.actions.ts'
import { binImported } from './removal.actions.ts'
import { schedule } from './state-changes.actions.ts'

export interface ArticleToImport {
  readonly fields: PreparedFields
  readonly state: PublicationState
  readonly authorId: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly oldAliases: readonly string[]
  /** It was deleted in the source. */
  readonly trashed?: boolean
}

/** Another request may take an alias between query and write; then it is tried again. */
const MAX_TRIES = 5

/**
 * Writes imported articles with their own dates and aliases. Only recorded in the feed of changes. A taken alias gets a
 * suffix. Writes all or none: an error is a Problem.
 */
export async function importArticles(
  tx: Tx,
  actor: Actor,
  articles: readonly ArticleToImport[],
): Promise<ArticleRow[]> {
  const { siteId } = actor
  const contents = articles.map(({ fields }) => contentAfter(EMPTY, fields))
  const [first] = contents
  if (!first) return []
  await requireTargets(tx, siteId, first.writing.category_id, {
    categoryIds: contents.flatMap(({ writing, links }) => [writing.category_id, ...links.categoryIds]),
    tagIds: contents.flatMap(({ links }) => links.tagIds),
  })
  const rows = await insertNamedArticles(
    tx,
    actor,
    articles.map((article, at) => rowOf(siteId, article, contents[at] ?? first)),
  )
  const linked = rows.map((row, at) => ({ row, links: (contents[at] ?? first).links }))
  await insertLinksOfNew(tx, siteId, linked)
  await indexNewArticles(tx, rows)
  await recordNewArticles(tx, rows)
  await saveUsesOfNew(tx, rows)
  for (const [at, row] of rows.entries()) await finish(tx, actor, row, articles[at])
  return rows
}

type Unnamed = Omit<NewArticle, keyof Alias>

function rowOf(
  siteId: number,
  article: ArticleToImport,
  { writing, flags }: Content,
): Unnamed & { wanted: string } {
  const { fields, state, authorId, createdAt, updatedAt } = article
  return {
    ...writing,
    ...flags,
    ...state,
    wanted: fields.alias ?? '',
    author_id: authorId,
    created_at: createdAt,
    updated_at: updatedAt,
    site_id: siteId,
    sorted_at: sortedAt({ ...state, created_at: createdAt }),
    written_at: updatedAt,
    written_by: authorId,
    written_token_id: null,
    deleted_at: null,
    deleted_by: null,
    version: 1,
    working_copy: 0,
    autosaved: 0,
    alias_public: state.status === PUBLISHED ? 1 : 0,
  }
}

async function insertNamedArticles(
  tx: Tx,
  { siteId, site }: Actor,
  articles: readonly (Unnamed & { wanted: string })[],
): Promise<ArticleRow[]> {
  const wanted: Alias[] = []
  for (const { wanted: given, title } of articles)
    wanted.push(given === '' ? await aliasFromTitle(title) : aliasOf(given))
  const made = new Map<number, ArticleRow>()
  for (let tries = 0; tries < MAX_TRIES && made.size < articles.length; tries++) {
    const places = [...articles.keys()].filter((at) => !made.has(at))
    const aliases = await freeAliasesFor(
      tx,
      siteId,
      site.settings,
      places.flatMap((at) => wanted[at] ?? []),
    )
    const placeOf = new Map(aliases.map(({ alias_key }, at) => [alias_key, places[at] ?? 0]))
    const rows = await insertArticles(
      tx,
      places.flatMap((place, at) => {
        const [article, alias] = [articles[place], aliases[at]]
        if (!article || !alias) return []
        const { wanted: _, ...values } = article
        return [{ ...values, ...alias }]
      }),
    )
    for (const row of rows) made.set(placeOf.get(row.alias_key) ?? 0, row)
  }
  if (made.size < articles.length) throw invalid('alias', 'taken')
  const rows = [...made].sort(([one], [other]) => one - other).map(([, row]) => row)
  await deleteOldAliases(
    tx,
    siteId,
    rows.map(({ alias_key }) => alias_key),
  )
  return rows
}

/** Fields that few of them need. */
async function finish(
  tx: Tx,
  actor: Actor,
  row: ArticleRow,
  article: ArticleToImport | undefined,
): Promise<void> {
  if (!article) return
  await saveSource(tx, 'article', row, article.fields.source)
  await saveOldAliases(tx, row, article.oldAliases)
  if (article.trashed) await binImported(tx, actor, row)
  else if (row.scheduled_at !== null) await schedule(tx, row)
}

/** The content of imported articles, with their Markdown if stored. Missing articles are left out. */
export async function importedTexts(
  db: Db,
  siteId: number,
  ids: readonly number[],
): Promise<Map<number, { content: string; source: string | undefined }>> {
  const texts = new Map<number, { content: string; source: string | undefined }>()
  for (const row of await findTexts(db, siteId, ids))
    texts.set(row.id, { content: row.content, source: await sourceOf(db, 'article', row) })
  return texts
}

const TAG = /<[^>]*>/g

/** Replaces URLs in imported articles. Dates do not change, and no events are recorded. */
export async function rewriteImported(
  tx: Tx,
  siteId: number,
  texts: ReadonlyMap<number, Pick<PreparedFields, 'content' | 'source'>>,
): Promise<void> {
  const articles = await lockSeveral(tx, siteId, [...texts.keys()])
  const reworded: ArticleRow[] = []
  for (const before of articles) {
    const { content, source } = texts.get(before.id) ?? { content: before.content }
    // If only URLs changed, the words and the search index entry stay the same.
    const sameWords = before.content.replace(TAG, '') === content.replace(TAG, '')
    const summary = before.summary_given === 1 || sameWords ? before.summary : summaryOf(content)
    await saveRewritten(tx, { id: before.id, content, summary })
    const row = { ...before, content, summary }
    if (!sameWords && row.deleted_at === null) reworded.push(row)
    if (namesIn(before.content).join() !== namesIn(content).join()) await saveUses(tx, 'article', row.id, row)
    await saveSource(tx, 'article', row, source)
  }
  await indexNewArticles(tx, reworded)
  await recordRewritten(tx, articles)
}

/** Those of a published article that redirect nowhere else. */
export async function saveOldAliases(
  tx: Tx,
  { site_id, id, status }: ArticleRow,
  aliases: readonly string[],
): Promise<void> {
  if (status !== PUBLISHED) return
  const keys = aliases.map((alias) => aliasOf(alias).alias_key)
  if (keys.length === 0) return
  const taken = await takenAliasKeys(tx, site_id, keys, 0)
  const remembered = await oldAliasKeys(tx, site_id, keys, id)
  for (const key of new Set(keys))
    if (!taken.has(key) && !remembered.has(key)) await saveOldAlias(tx, site_id, key, id)
}

/** Which of these aliases articles of the site have, including the recycle bin, or cannot have. */
export async function takenAliases(
  db: Db,
  { siteId, site }: Actor,
  aliases: readonly string[],
): Promise<Set<string>> {
  const keys = new Map(aliases.map((alias) => [alias, aliasOf(alias).alias_key]))
  const taken = await takenAliasKeys(db, siteId, [...new Set(keys.values())], 0)
  const reserved = reservedKeys(site.settings)
  const isTaken = (key: string) => taken.has(key) || reserved.has(key)
  return new Set(aliases.filter((alias) => isTaken(keys.get(alias) ?? '')))
}

/** The aliases of these articles, including the recycle bin. */
export const aliasesOfArticles: typeof findAliases = findAliases

/** The article of the site with this alias or former public alias. */
export async function articleWithAlias(db: Db, siteId: number, alias: string): Promise<number | undefined> {
  const key = aliasOf(alias).alias_key
  return (await findByAlias(db, siteId, key)) ?? (await findByOldAlias(db, siteId, key))?.id
}

/** The articles of a user on all sites. */
export const articlesBy: typeof findByAuthor = findByAuthor
