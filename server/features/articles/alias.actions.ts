import { PUBLISHED } from '@inkstone/contract/articles.ts'
import type { SiteSettings } from '@inkstone/contract/settings.ts'
import type { Db, Tx } from '../../database.ts'
import { invalid } from '../../platform/core/problem.ts'
import { ConstraintViolated } from '../../platform/sql/handles.ts'
import { tryNamedLock } from '../../platform/sql/lock.ts'
import { attempt } from '../../platform/sql/savepoint.ts'
import { together } from '../../platform/sql/together.ts'
import {
  type Alias,
  aliasFromTitle,
  aliasOf,
  freeNumber,
  numbered,
  publicUnderAlias,
  reservedKeys,
} from './alias.rules.ts'
import { deleteOldAlias, oldAliasKeys, saveOldAlias, takenAliasKeys } from './alias.store.ts'
import { insertArticle, saveArticle } from './articles.store.ts'
import type { ArticleRow } from './articles.table.ts'

type PathSettings = Pick<SiteSettings, 'article_path'>

const NEW = 0
/** More than could be created at the same time. */
const MAX_TRIES = 1000

type Unnamed = Omit<ArticleRow, 'id' | keyof Alias | 'alias_public'>

/**
 * Creates an article with the given alias, or with one generated from its title. The unique index decides: of two
 * simultaneous requests with the same title the second gets a suffix, with the same given alias an error.
 */
export async function insertWithAlias(
  tx: Tx,
  settings: PathSettings,
  article: Unnamed,
  given: string | undefined,
): Promise<ArticleRow> {
  const alias_public = article.status === PUBLISHED ? 1 : 0
  const write = (alias: Alias) => insertArticle(tx, { ...article, ...alias, alias_public })
  const reserved = reservedKeys(settings)
  if (given) {
    const row = await write(notReserved(aliasOf(given), reserved))
    if (!row) throw invalid('alias', 'taken')
    await deleteOldAlias(tx, row.site_id, row.alias_key)
    return row
  }
  const wanted = await aliasFromTitle(article.title)
  // Most titles are new to the site, so no query for taken aliases is needed.
  const [remembered, isClaimed] = await together(
    oldAliasKeys(tx, article.site_id, [wanted.alias_key], NEW),
    claim(tx, article.site_id, wanted),
  )
  const isFree = remembered.size === 0 && isClaimed && !reserved.has(wanted.alias_key)
  let row = isFree ? await write(wanted) : undefined
  for (let tries = 0, next = 1; !row && tries < MAX_TRIES; tries++) {
    const number = await freeNumberFor(tx, article.site_id, wanted, { alsoTaken: reserved, from: next })
    const alias = numbered(wanted, number)
    if (await claim(tx, article.site_id, alias)) row = await write(alias)
    next = number + 1
  }
  if (!row) throw invalid('alias', 'taken')
  return row
}

/** Concurrent creations do not wait for an alias that another is about to take: they skip it. */
function claim(tx: Tx, siteId: number, { alias_key }: Alias): Promise<boolean> {
  return tryNamedLock(tx, `article alias ${siteId} ${alias_key}`)
}

function notReserved(alias: Alias, reserved: ReadonlySet<string>): Alias {
  if (reserved.has(alias.alias_key)) throw invalid('alias', 'reserved')
  return alias
}

/** Rejects a path setting under which the present aliases would hide articles behind paths of the service. */
export async function requireArticlePath(db: Db, siteId: number, settings: PathSettings): Promise<void> {
  const hidden = await takenAliasKeys(db, siteId, [...reservedKeys(settings)], NEW)
  if (hidden.size > 0)
    throw invalid('article_path', 'reserved-aliases', { values: [...hidden].sort().join(', ') })
}

/** The wanted alias with the first free suffix, also considering former and reserved aliases. */
export async function freeAliasFor(
  db: Db,
  siteId: number,
  settings: PathSettings,
  wanted: Alias,
  articleId: number,
): Promise<Alias> {
  const alsoTaken = reservedKeys(settings)
  return numbered(wanted, await freeNumberFor(db, siteId, wanted, { alsoTaken, articleId }))
}

/** The same for articles created together, which all get different aliases. */
export async function freeAliasesFor(
  db: Db,
  siteId: number,
  settings: PathSettings,
  wanted: readonly Alias[],
): Promise<Alias[]> {
  const keys = [...new Set(wanted.map(({ alias_key }) => alias_key))]
  const taken = new Set([
    ...(await takenAliasKeys(db, siteId, keys, NEW)),
    ...(await oldAliasKeys(db, siteId, keys, NEW)),
    ...reservedKeys(settings),
  ])
  const free: Alias[] = []
  for (const alias of wanted) {
    const isTaken = taken.has(alias.alias_key)
    const number = isTaken ? await freeNumberFor(db, siteId, alias, { alsoTaken: taken }) : 1
    const given = numbered(alias, number)
    taken.add(given.alias_key)
    free.push(given)
  }
  return free
}

/** A likely free number for a title that very many articles have. */
const hints = new Map<string, number>()
const MAX_HINTS = 1000
const FEW = 10

interface NumberSearch {
  /** Keys that are taken too, such as reserved ones. */
  readonly alsoTaken: ReadonlySet<string>
  /** The article that is renamed; its own aliases are free for it. */
  readonly articleId?: number
  readonly from?: number
}

async function freeNumberFor(
  db: Db,
  siteId: number,
  wanted: Alias,
  { alsoTaken, articleId = NEW, from = 1 }: NumberSearch,
): Promise<number> {
  const freeAmong = async (numbers: readonly number[]) => {
    const keys = numbers.map((number) => numbered(wanted, number).alias_key)
    const taken = await takenAliasKeys(db, siteId, keys, articleId)
    const remembered = await oldAliasKeys(db, siteId, keys, articleId)
    const isFree = (key: string) => !taken.has(key) && !remembered.has(key) && !alsoTaken.has(key)
    return new Set(numbers.filter((_, index) => isFree(keys[index] ?? '')))
  }
  const name = `${siteId} ${wanted.alias_key}`
  const number = await freeNumber(freeAmong, { from, hint: hints.get(name) ?? 0 })
  if (number > FEW) hints.set(name, number + 1)
  if (hints.size > MAX_HINTS) hints.delete(hints.keys().next().value ?? '')
  return number
}

/** The alias after a change: unchanged, as given, or generated from the title if given empty. */
export async function aliasAfter(
  db: Db,
  settings: PathSettings,
  before: ArticleRow,
  given: string | undefined,
  title: string,
): Promise<Alias> {
  if (given === undefined) return { alias: before.alias, alias_key: before.alias_key }
  if (given !== '') {
    const alias = aliasOf(given)
    return alias.alias_key === before.alias_key ? alias : notReserved(alias, reservedKeys(settings))
  }
  return freeAliasFor(db, before.site_id, settings, await aliasFromTitle(title), before.id)
}

/** Whether another article of the site has this alias. */
export async function isAliasTaken(
  db: Db,
  { site_id, id }: Pick<ArticleRow, 'site_id' | 'id'>,
  alias: string,
): Promise<boolean> {
  return (await takenAliasKeys(db, site_id, [aliasOf(alias).alias_key], id)).size > 0
}

/**
 * Saves an article with its alias. A former public alias keeps redirecting to it; an alias that it takes no longer
 * redirects elsewhere.
 */
export async function saveWithAlias(
  tx: Tx,
  before: ArticleRow,
  changes: Partial<ArticleRow> & Alias & { status: number },
): Promise<ArticleRow> {
  const named = { ...changes, alias_public: publicUnderAlias(before, changes, PUBLISHED) }
  if (before.alias_key === changes.alias_key) return saveArticle(tx, before, named)
  const saved = await attempt(tx, () => saveArticle(tx, before, named)).catch((error) => {
    if (error instanceof ConstraintViolated && error.constraint === 'articles_site_id_alias_key_unique')
      throw invalid('alias', 'taken')
    throw error
  })
  await deleteOldAlias(tx, before.site_id, changes.alias_key)
  if (before.alias_public === 1) await saveOldAlias(tx, before.site_id, before.alias_key, before.id)
  return saved
}
