import { longestTexts } from '@inkstone/contract/article-texts.ts'
import {
  ARTICLE_ALIAS,
  DRAFT,
  MAX_ARTICLE_ALIAS_LENGTH,
  PENDING,
  PUBLISHED,
} from '@inkstone/contract/articles.ts'
import { Problem } from '../../platform/core/problem.ts'
import { withAddresses } from '../../platform/markdown/addresses.ts'
import type { PreparedFields } from '../articles/articles.rules.ts'
import { prepareContent } from '../content/content.actions.ts'
import type { PublicationState } from '../workflow/publication.rules.ts'
import { endOf } from './address-keys.rules.ts'
import { imagesIn, isImageName, namedFile } from './addresses.rules.ts'
import type { ImportContext } from './import-context.ts'
import type { ImportedArticle, ImportedPage } from './items.ts'
import { resolveLinks } from './links.actions.ts'
import { reasonOf } from './outcome.actions.ts'

const MAX_LENGTHS = {
  title: 100,
  summary: 1000,
  ...longestTexts,
}
export const MAX_CONTENT_LENGTH = 2_000_000

/** A text that is ready to be written. */
export interface PreparedText {
  readonly fields: PreparedFields
  readonly alias: string | undefined
  readonly losses: string[]
  /** Its links to what is not imported yet, with their keys. */
  readonly openLinks: readonly (readonly [address: string, key: string])[]
}

type Refused = { readonly refused: string; readonly losses: string[] }

/** The slow work before the transaction: imports files, replaces URLs and sanitises texts. */
export async function prepareTexts(
  context: ImportContext,
  items: readonly (ImportedArticle | ImportedPage)[],
): Promise<(PreparedText | Refused)[]> {
  const moved = await Promise.all(items.map((item) => moveFiles(context, item)))
  const known = await resolveLinks(
    context,
    moved.flatMap(({ links }) => [...links.values()]),
  )
  return Promise.all(
    items.map(async (item, at) => prepareText(context, item, await linked(item, known, moved[at]))),
  )
}

type Moved = Awaited<ReturnType<typeof linked>>

async function prepareText(
  context: ImportContext,
  item: ImportedArticle | ImportedPage,
  moved: Moved,
): Promise<PreparedText | Refused> {
  const losses = [...item.losses, ...moved.losses]
  const cut = <Name extends keyof typeof MAX_LENGTHS>(name: Name, text: string): string => {
    const characters = [...text]
    if (characters.length <= MAX_LENGTHS[name]) return text
    losses.push(`\`${name}\` is truncated to ${MAX_LENGTHS[name]} characters`)
    return characters.slice(0, MAX_LENGTHS[name]).join('')
  }
  if (item.content.length > MAX_CONTENT_LENGTH)
    return { refused: `its text is longer than ${MAX_CONTENT_LENGTH} characters`, losses }
  const alias = item.kind === 'article' ? fittingAlias(item.slug) : fittingPageAlias(item.slug)
  if (item.slug !== undefined && alias === undefined)
    losses.push(`"${item.slug}" is not a valid alias: a new one is generated from the title`)
  const isEmpty = moved.content.trim() === ''
  if (isEmpty && !mayBeEmpty(item)) return { refused: 'it is empty', losses }
  const written = {
    title: cut('title', item.title),
    content: isEmpty ? '<p></p>' : moved.content,
    content_format: isEmpty ? ('html' as const) : item.format,
    category_id: 0,
    ...(alias !== undefined && { alias }),
    ...(item.kind === 'article' && item.summary !== undefined && { summary: cut('summary', item.summary) }),
    ...(moved.cover !== undefined && { cover: moved.cover }),
    ...(item.kind === 'article' && item.flags),
    ...Object.fromEntries(
      Object.entries(item.seo).map(([name, text]) => [name, cut(name as keyof ImportedArticle['seo'], text)]),
    ),
  }
  try {
    const { fields, removed } = await prepareContent(context.uploading.engine.db, written)
    if (removed.length > 0) losses.push(`removed from the text: ${removed.join(', ')}`)
    return { fields, alias, losses, openLinks: moved.openLinks }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { refused: reasonOf(error), losses }
  }
}

/** A draft may be only a title so far, and an article only a picture. */
function mayBeEmpty(item: ImportedArticle | ImportedPage): boolean {
  return item.kind === 'article' && (item.status === DRAFT || item.cover !== undefined)
}

interface Filed {
  readonly content: string
  readonly cover: string | undefined
  /** Links to other texts of the source, with their keys. */
  readonly links: ReadonlyMap<string, string>
  readonly losses: readonly string[]
}

/** Imports a file. Its new URL, with the query and anchor of the old one; undefined if the text keeps the old one. */
export async function newAddressOf(
  { source, files }: Pick<ImportContext, 'source' | 'files'>,
  where: string,
  { address, isImage }: { readonly address: string; readonly isImage: boolean },
  addLoss: (what: string) => void,
): Promise<string | undefined> {
  const location = source.file(address, where)
  if (!location) return undefined
  const result = await files.importFile(location)
  if ('left' in result) return undefined
  if ('refused' in result) {
    addLoss(`${namedFile(address, isImage)} is not imported: ${result.refused}`)
    return undefined
  }
  // In a dry run there is no new URL.
  return result.address === ''
    ? undefined
    : result.address + address.slice(address.split(/[?#]/)[0]?.length ?? 0)
}

/** Imports the files of a text and its cover, and replaces their URLs. Failed files keep their URL. */
async function moveFiles(context: ImportContext, item: ImportedArticle | ImportedPage): Promise<Filed> {
  const { source } = context
  const links = new Map<string, string>()
  const losses: string[] = []
  if (item.content.length > MAX_CONTENT_LENGTH) return { content: '', cover: undefined, links, losses }
  const importFile = (address: string, isImage: boolean) =>
    newAddressOf(context, item.where, { address, isImage }, (what) => losses.push(what))
  const images = imagesIn(item.content)
  const content = await withAddresses(item.content, item.format, async (address) => {
    const isImage = images.has(address)
    const file = await importFile(address, isImage || isImageName(address))
    if (file !== undefined || source.file(address, item.where)) return file
    const place = isImage ? source.imagePlace?.(address) : undefined
    if (place) {
      losses.push(leftImage(address, place))
      return undefined
    }
    const key = source.linkKey(address, item.where)
    if (key !== undefined) links.set(address, key)
    return undefined
  })
  if (item.kind === 'page' || item.cover === undefined) return { content, cover: undefined, links, losses }
  const lossesBefore = losses.length
  const cover = (await importFile(item.cover, true)) ?? item.cover
  const isElsewhere = !source.file(item.cover, item.where) && source.imagePlace?.(item.cover) === 'elsewhere'
  if (isElsewhere) losses.push(leftImage(item.cover, 'elsewhere'))
  const isAddress = /^(?:https?:\/\/|\/)/.test(cover)
  // In a dry run a relative path stays, whether the file was found or not.
  const isFound =
    context.ledger.dryRun && source.file(item.cover, item.where) && losses.length === lossesBefore
  if (!isAddress && !isFound) losses.push(`its cover is missing: ${item.cover}`)
  return { content, cover: isAddress ? cover : undefined, links, losses }
}

function leftImage(address: string, place: 'own' | 'elsewhere'): string {
  const image = namedFile(address, true)
  return place === 'elsewhere'
    ? `${image} is left where it is: it is on another host`
    : `${image} is left where it is: it is not one of the uploads of the site`
}

const NOTHING: Filed = { content: '', cover: undefined, links: new Map(), losses: [] }

/** Replaces the links whose targets have been imported. */
async function linked(
  { format }: ImportedArticle | ImportedPage,
  known: ReadonlyMap<string, string>,
  { content, cover, links, losses }: Filed = NOTHING,
) {
  const openLinks = [...links].filter(([, key]) => !known.has(key))
  const hasKnown = [...links.values()].some((key) => known.has(key))
  return {
    cover,
    losses,
    openLinks,
    content: hasKnown
      ? await withAddresses(content, format, async (address) => {
          const key = links.get(address) ?? ''
          const target = known.get(key)
          return target === undefined ? undefined : target + endOf(address, key)
        })
      : content,
  }
}

const FITTING = new RegExp(ARTICLE_ALIAS, 'u')

export function fittingAlias(slug: string | undefined): string | undefined {
  const alias = slug
    ?.trim()
    .normalize('NFC')
    .replace(/[\s.]+/g, '-')
  return alias !== undefined && [...alias].length <= MAX_ARTICLE_ALIAS_LENGTH && FITTING.test(alias)
    ? alias
    : undefined
}

function fittingPageAlias(slug: string | undefined): string | undefined {
  return slug !== undefined && /^(?!\d+$)[A-Za-z0-9_-]{1,64}$/.test(slug) ? slug : undefined
}

/** A publish time in the future becomes a schedule. */
export function stateOf(read: ImportedArticle, now: number): PublicationState {
  const { status, publishedAt, scheduledAt } = read
  const publish_at = publishedAt ?? null
  if (status === PENDING) return { status, publish_at, scheduled_at: null, review_status: 'pending' }
  const later = scheduledAt ?? (status === PUBLISHED ? publishedAt : undefined)
  const review_status = 'none' as const
  if (status !== DRAFT && status !== PUBLISHED)
    return { status, publish_at, scheduled_at: null, review_status }
  if (later !== undefined && later > now)
    return { status: DRAFT, publish_at: later, scheduled_at: later, review_status }
  if (status === DRAFT) {
    // A draft with a publish time in the future would look scheduled.
    const date = publish_at !== null && publish_at > now ? null : publish_at
    return { status, publish_at: date, scheduled_at: null, review_status }
  }
  return { status, publish_at: publishedAt ?? now, scheduled_at: null, review_status }
}
