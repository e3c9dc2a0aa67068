import { createHash } from 'node:crypto'
import { ARTICLE_ALIAS, DRAFT, LONGEST_ARTICLE_ALIAS, PUBLISHED } from '@inkstone/contract/articles.ts'
import type { Engine, Tx } from '../../database.ts'
import { Problem } from '../../platform/problem.ts'
import type { Zone } from '../../platform/times.ts'
import { bringInArticle } from '../articles/bring-in.actions.ts'
import { deleteArticle } from '../articles/removal.actions.ts'
import { bringInCategory } from '../categories/categories.actions.ts'
import { prepareContent } from '../content/content.actions.ts'
import type { Uploading } from '../media/keeping.actions.ts'
import { deleteMedia } from '../media/media.actions.ts'
import { bringInTag } from '../tags/tags.actions.ts'
import { bringInAuthor, userByName } from '../users/users.actions.ts'
import { fileAt, takeFile, withAddresses } from './files.actions.ts'
import {
  findImport,
  findItem,
  findItems,
  insertImport,
  insertItem,
  removeItems,
  saveImport,
} from './imports.store.ts'
import type { ImportedArticle, Loss, Report } from './items.ts'
import { markdownPaths, readMarkdownFile } from './markdown.source.ts'

export interface ImportWishes {
  readonly uploading: Uploading
  readonly folder: string
  readonly zone: Zone
  readonly dryRun: boolean
  /** Whether the pictures beside the texts are taken too. */
  readonly files: boolean
  /** Names of authors over there, and the usernames they have here. */
  readonly authors: ReadonlyMap<string, string>
  readonly onProgress: (done: number, total: number) => void
}

const MOST_LOSSES = 10_000
const LONGEST = {
  title: 100,
  summary: 1000,
  seo_title: 200,
  seo_keywords: 500,
  seo_description: 1000,
  template: 100,
}
const MOST_LINKS = 50

/**
 * Takes a folder of Markdown files in, one article a transaction: interrupted, it goes on where it was, because each
 * article remembers where it came from.
 */
export async function importMarkdown(wishes: ImportWishes): Promise<Report> {
  const { uploading, folder, zone, dryRun } = wishes
  const { engine, actor } = uploading
  const paths: string[] = []
  for await (const path of markdownPaths(folder)) paths.push(path)
  const importId = dryRun ? 0 : await engine.transact((tx) => insertImport(tx, actor.siteId, 'markdown'))
  const losses: Loss[] = []
  const authors = new Set<string>()
  const redirects: Report['redirects'][number][] = []
  const counts = { articles: 0, already_there: 0, files: 0 }
  const tell = (loss: Loss) => void (losses.length < MOST_LOSSES && losses.push(loss))
  const take = async (path: string): Promise<void> => {
    const read = await readMarkdownFile(folder, path, zone)
    if ('what' in read) return tell(read)
    if ((await findItem(engine.db, actor.siteId, read.origin)) !== undefined) {
      counts.already_there += 1
      return
    }
    const outcome = await takeArticle(wishes, importId, read)
    for (const what of [...read.losses, ...outcome.losses]) tell({ where: path, what })
    if (outcome.newAuthor !== undefined) authors.add(outcome.newAuthor)
    if (outcome.address !== undefined) redirects.push({ from: read.address, to: outcome.address })
    counts.articles += outcome.taken ? 1 : 0
    counts.files += outcome.files
  }
  for (const [at, path] of paths.entries()) {
    await take(path)
    wishes.onProgress(at + 1, paths.length)
  }
  const report: Report = {
    import_id: importId,
    dry_run: dryRun,
    found: paths.length,
    ...counts,
    authors: [...authors],
    losses,
    redirects,
  }
  if (!dryRun)
    await engine.transact((tx) =>
      saveImport(tx, importId, { status: 'done', report: JSON.stringify(report) }),
    )
  return report
}

interface Outcome {
  readonly taken: boolean
  readonly files: number
  readonly losses: readonly string[]
  readonly newAuthor?: string | undefined
  readonly address?: string
}

async function takeArticle(wishes: ImportWishes, importId: number, read: ImportedArticle): Promise<Outcome> {
  const { uploading, dryRun } = wishes
  const { engine, actor } = uploading
  const losses: string[] = []
  const moved = await moveFiles(wishes, importId, read, losses)
  const cut = <Name extends keyof typeof LONGEST>(name: Name, text: string): string => {
    if (text.length <= LONGEST[name]) return text
    losses.push(`\`${name}\` is cut to ${LONGEST[name]} characters`)
    return text.slice(0, LONGEST[name]).toWellFormed()
  }
  const alias = fittingAlias(read.slug)
  if (read.slug !== undefined && alias === undefined)
    losses.push(`"${read.slug}" can be no alias: made from the title`)
  const written = {
    title: cut('title', read.title),
    content: moved.content,
    content_format: 'markdown' as const,
    category_id: 0,
    ...(alias !== undefined && { alias }),
    ...(read.summary !== undefined && { summary: cut('summary', read.summary) }),
    ...(moved.cover !== undefined && { cover: moved.cover }),
    ...read.flags,
    ...Object.fromEntries(
      Object.entries(read.seo).map(([name, text]) => [name, cut(name as keyof ImportedArticle['seo'], text)]),
    ),
  }
  try {
    const { fields, removed } = await prepareContent(engine.db, written)
    if (removed.length > 0) losses.push(`taken out of the text: ${removed.join(', ')}`)
    const known = await knownAuthor(engine, wishes, read.author)
    const newAuthor = known === undefined ? read.author : undefined
    if (dryRun) return { taken: true, files: moved.files, losses, newAuthor }
    const row = await engine.transact(async (tx) => {
      const authorId = known ?? (await newAuthorFor(tx, read.author ?? ''))
      const [main, ...others] = await categoriesFor(tx, actor.siteId, read.categories)
      const made = await bringInArticle(tx, actor, {
        fields: {
          ...fields,
          category_id: main ?? (await bringInCategory(tx, actor.siteId, 'Uncategorized', null)),
          category_ids: others.slice(0, MOST_LINKS),
          tag_ids: await tagsFor(tx, actor.siteId, read.tags, losses),
        },
        standing: standingOf(read, tx.now),
        authorId,
        createdAt: Math.min(read.createdAt ?? tx.now, tx.now),
        updatedAt: Math.min(read.updatedAt ?? read.createdAt ?? tx.now, tx.now),
        oldAliases: read.oldSlugs.flatMap((old) => fittingAlias(old) ?? []),
      })
      const item = {
        import_id: importId,
        site_id: actor.siteId,
        origin: read.origin,
        type: 'article' as const,
      }
      if (!(await insertItem(tx, { ...item, ref_id: made.id }))) throw new Problem('unavailable')
      return made
    })
    if (alias !== undefined && row.alias !== alias)
      losses.push(`its alias ${alias} is taken: it is ${row.alias}`)
    const address = actor.site.settings.article_path.replace('{alias}', encodeURIComponent(row.alias))
    return { taken: true, files: moved.files, losses, newAuthor, address }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const why = error.problem === 'invalid' ? 'it is empty, too long or not to be read' : error.message
    return { taken: false, files: moved.files, losses: [...losses, `not taken: ${why}`] }
  }
}

/** The text and the cover with the files of the folder stored here. A file that is refused leaves its address as it was. */
async function moveFiles(
  { uploading, folder, files, dryRun }: ImportWishes,
  importId: number,
  read: ImportedArticle,
  losses: string[],
) {
  let count = 0
  const change = async (address: string): Promise<string> => {
    const file = await fileAt(folder, read.where, address)
    if (file === undefined) return address
    if (/\.(?:md|markdown|mdx)$/i.test(file)) {
      losses.push(`the link to ${address} is left as it is`)
      return address
    }
    if (!files) {
      losses.push(`the file ${address} is not taken`)
      return address
    }
    if (dryRun) {
      count += 1
      return address
    }
    const taken = await takeFile({ uploading, importId, root: folder }, file)
    if ('refused' in taken) {
      losses.push(`the file ${address} is not taken: ${taken.refused}`)
      return address
    }
    if (taken.isNew) count += 1
    return taken.address + address.slice(address.split(/[?#]/)[0]?.length ?? 0)
  }
  const content = await withAddresses(read.content, change)
  const cover = read.cover === undefined ? undefined : await change(read.cover)
  const isAddress = cover === undefined || /^(?:https?:\/\/|\/)/.test(cover)
  if (!isAddress) losses.push(`its cover is not there: ${read.cover}`)
  return { content, cover: isAddress ? cover : undefined, files: count }
}

const FITTING = new RegExp(ARTICLE_ALIAS, 'u')

function fittingAlias(slug: string | undefined): string | undefined {
  const alias = slug
    ?.trim()
    .normalize('NFC')
    .replace(/[\s.]+/g, '-')
  return alias !== undefined && alias.length <= LONGEST_ARTICLE_ALIAS && FITTING.test(alias)
    ? alias
    : undefined
}

/** A date to come is a schedule. */
function standingOf(read: ImportedArticle, now: number) {
  const { status, publishedAt, scheduledAt } = read
  const later = scheduledAt ?? (status === PUBLISHED ? publishedAt : undefined)
  const review_status = 'none' as const
  if (status !== DRAFT && status !== PUBLISHED)
    return { status, publish_at: publishedAt ?? null, scheduled_at: null, review_status }
  if (later !== undefined && later > now)
    return { status: DRAFT, publish_at: null, scheduled_at: later, review_status }
  if (status === DRAFT) return { status, publish_at: null, scheduled_at: null, review_status }
  return { status, publish_at: publishedAt ?? now, scheduled_at: null, review_status }
}

async function knownAuthor(engine: Engine, { authors, uploading }: ImportWishes, name: string | undefined) {
  if (name === undefined) return uploading.actor.userId
  const mapped = authors.get(name)
  const user =
    (await userByName(engine.db, mapped ?? name)) ?? (await userByName(engine.db, usernameFor(name)))
  return user?.id
}

/** Names that can be no username get one made of them. */
function usernameFor(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N}_.-]+/gu, '-').slice(0, 50)
  return plain.length >= 2 ? plain : `author-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`
}

async function newAuthorFor(tx: Tx, name: string): Promise<number> {
  return (
    (await userByName(tx, usernameFor(name)))?.id ?? bringInAuthor(tx, usernameFor(name), name.slice(0, 50))
  )
}

async function categoriesFor(
  tx: Tx,
  siteId: number,
  paths: ImportedArticle['categories'],
): Promise<number[]> {
  const ids: number[] = []
  for (const path of paths) {
    let parent: number | null = null
    for (const name of path) parent = await bringInCategory(tx, siteId, name.slice(0, 100), parent)
    if (parent !== null) ids.push(parent)
  }
  return [...new Set(ids)]
}

async function tagsFor(
  tx: Tx,
  siteId: number,
  names: readonly string[],
  losses: string[],
): Promise<number[]> {
  if (names.length > MOST_LINKS) losses.push(`only the first ${MOST_LINKS} of its tags are kept`)
  const ids: number[] = []
  for (const name of names.slice(0, MOST_LINKS)) ids.push(await bringInTag(tx, siteId, name.slice(0, 50)))
  return [...new Set(ids)]
}

const UNDONE_AT_ONCE = 100

/** Puts everything that an import took into the recycle bin, and forgets where it came from. Undefined: there is none. */
export async function undoImport(
  { engine, actor }: Uploading,
  importId: number,
): Promise<number | undefined> {
  const found = await findImport(engine.db, importId)
  if (!found || found.site_id !== actor.siteId) return undefined
  let count = 0
  for (;;) {
    const items = await findItems(engine.db, importId, UNDONE_AT_ONCE)
    if (items.length === 0) break
    await engine.transact(async (tx) => {
      for (const { type, ref_id } of items)
        if (
          await unlessGone(() =>
            type === 'article' ? deleteArticle(tx, actor, ref_id) : deleteMedia(tx, actor, ref_id, ''),
          )
        )
          count += 1
      await removeItems(
        tx,
        items.map(({ id }) => id),
      )
    })
  }
  await engine.transact((tx) => saveImport(tx, importId, { status: 'undone' }))
  return count
}

async function unlessGone(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof Problem && error.problem.endsWith('-not-found')) return false
    throw error
  }
}
