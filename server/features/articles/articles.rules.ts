import { type ArticleText, articleTexts, NO_TEXTS } from '@inkstone/contract/article-texts.ts'
import { type ArticleChanges, type ArticleFields, PUBLISHED } from '@inkstone/contract/articles.ts'
import { beginningOf } from '../../platform/search/plain-text.ts'
import type { Prepared } from '../content/content.rules.ts'
import type { ArticleRow } from './articles.table.ts'
import type { TotalKind } from './totals.table.ts'

/** The fields of an article to save, with sanitised content. */
export type PreparedFields = Prepared<ArticleFields>
export type PreparedChanges = Prepared<ArticleChanges>

const SUMMARY_LENGTH = 200
const IN_BIN = -1

/** The fields of an article that a person writes. A change of them creates a revision. */
export interface Writing extends Readonly<Record<ArticleText, string>> {
  readonly title: string
  readonly content: string
  readonly summary: string
  readonly summary_given: number
  readonly cover: string
  readonly category_id: number
}

/** The links of an article: its secondary categories and its tags, in the given order. */
export interface Links {
  readonly categoryIds: readonly number[]
  readonly tagIds: readonly number[]
}

const TEXTS = ['title', 'cover', 'category_id', ...articleTexts] as const
const WRITING = [...TEXTS, 'content', 'summary', 'summary_given'] as const
/** What people edit as its text. */
export const TEXTS_TO_MARK = ['title', 'content', 'summary', 'cover', ...articleTexts] as const
const FLAGS = ['is_top', 'is_hot', 'is_recommend', 'allow_comment'] as const

export type Flags = Pick<ArticleRow, (typeof FLAGS)[number]>

/** Everything that a save can change, except the state: the content of a working copy. */
export interface Content {
  readonly writing: Writing
  /** Empty if it should be generated from the title. */
  readonly alias: string
  readonly flags: Flags
  readonly links: Links
  /** The Markdown source of the text. */
  readonly source?: string | undefined
}

export function contentOf(article: Writing & Flags & { alias: string }, links: Links): Content {
  const texts = Object.fromEntries(WRITING.map((field) => [field, article[field]]))
  return { writing: texts as unknown as Writing, alias: article.alias, flags: flagsAfter(article, {}), links }
}

export function contentAfter(before: Content, changes: PreparedChanges): Content {
  const writing = writingAfter(before.writing, changes)
  return {
    writing,
    alias: changes.alias ?? before.alias,
    flags: flagsAfter(before.flags, changes),
    links: linksAfter(before.links, changes, writing.category_id),
    source: changes.content === undefined ? before.source : changes.source,
  }
}

/** An empty article. */
export const EMPTY: Content = {
  writing: {
    title: '',
    content: '',
    summary: '',
    summary_given: 0,
    cover: '',
    category_id: 0,
    ...NO_TEXTS,
  },
  alias: '',
  flags: { is_top: 0, is_hot: 0, is_recommend: 0, allow_comment: 1 },
  links: { categoryIds: [], tagIds: [] },
}

const FOOTNOTE_SIGN = /<sup class="footnote-ref">[^<]*<a [^>]*>[^<]*<\/a><\/sup>/g

/** The beginning of the text, without footnotes. */
export function summaryOf(content: string): string {
  const notes = content.indexOf('<section class="footnotes"')
  const text = notes < 0 ? content : content.slice(0, notes)
  return beginningOf(text.replace(FOOTNOTE_SIGN, ''), SUMMARY_LENGTH) || beginningOf(content, SUMMARY_LENGTH)
}

/** The content after the changes. A generated summary follows the text. */
function writingAfter(before: Writing, changes: PreparedChanges): Writing {
  const content = changes.content ?? before.content
  const given = changes.summary === undefined ? before.summary_given === 1 : changes.summary !== ''
  const written = changes.summary ?? before.summary
  const texts = Object.fromEntries(TEXTS.map((field) => [field, changes[field] ?? before[field]]))
  return {
    ...(texts as Pick<Writing, (typeof TEXTS)[number]>),
    content,
    summary: given ? written : summaryOf(content),
    summary_given: given ? 1 : 0,
  }
}

function flagsAfter(before: Flags, changes: PreparedChanges): Flags {
  const flags = FLAGS.map((flag) => [flag, changes[flag] ?? before[flag]])
  return Object.fromEntries(flags) as Flags
}

function linksAfter(before: Links, changes: PreparedChanges, mainCategoryId: number): Links {
  const secondary = new Set(changes.category_ids ?? before.categoryIds)
  secondary.delete(mainCategoryId)
  return {
    categoryIds: [...secondary].sort((one, other) => one - other),
    tagIds: changes.tag_ids === undefined ? before.tagIds : [...new Set(changes.tag_ids)],
  }
}

/** All categories of the article. The main category is not repeated in the secondary ones. */
export function categoriesOf({ category_id }: { category_id: number }, { categoryIds }: Links): number[] {
  return [category_id, ...categoryIds.filter((id) => id !== category_id)]
}

/** The status for lists: the status, or -1 in the recycle bin. */
export function listedAs({ status, deleted_at }: { status: number; deleted_at: number | null }): number {
  return deleted_at === null ? status : IN_BIN
}

/** The sort key for "newest": the publish time of published articles, the creation time of the rest. */
export function sortedAt(article: {
  readonly status: number
  readonly publish_at: number | null
  readonly created_at: number
}): number {
  return article.status === PUBLISHED ? (article.publish_at ?? article.created_at) : article.created_at
}

/** Whether the content or the links changed, which creates a revision; flags and alias do not. */
export function isRewritten(before: Content, after: Content): boolean {
  const fields: Array<keyof Writing> = [...TEXTS, 'content', 'summary']
  return fields.some((field) => before.writing[field] !== after.writing[field]) || isRelinked(before, after)
}

export function isRelinked(before: Content, after: Content): boolean {
  return (
    before.writing.category_id !== after.writing.category_id ||
    String(before.links.categoryIds) !== String(after.links.categoryIds) ||
    String(before.links.tagIds) !== String(after.links.tagIds)
  )
}

/** How the stored totals change when an article moves from one set of lists to another. */
export interface Membership extends Links {
  readonly listed: number
  readonly authorId: number
  readonly flagIds: readonly number[]
}

/** The id under which the total of a flag is stored. */
export const FLAG_IDS = { is_top: 1, is_hot: 2, is_recommend: 3 } as const
type FlagName = keyof typeof FLAG_IDS

export function flagIdsOf(article: Readonly<Record<FlagName, number>>): number[] {
  return (Object.keys(FLAG_IDS) as FlagName[])
    .filter((flag) => article[flag] === 1)
    .map((flag) => FLAG_IDS[flag])
}

export interface TotalChange {
  readonly kind: TotalKind
  readonly refId: number
  readonly listed: number
  readonly by: number
}

export function totalChanges(before: Membership | undefined, after: Membership | undefined): TotalChange[] {
  const changes: TotalChange[] = []
  for (const [membership, by] of [
    [before, -1],
    [after, 1],
  ] as const) {
    if (!membership) continue
    const { listed } = membership
    changes.push({ kind: 'site', refId: 0, listed, by })
    changes.push({ kind: 'author', refId: membership.authorId, listed, by })
    for (const refId of membership.flagIds) changes.push({ kind: 'flag', refId, listed, by })
    for (const refId of membership.categoryIds) changes.push({ kind: 'category', refId, listed, by })
    for (const refId of membership.tagIds) changes.push({ kind: 'tag', refId, listed, by })
  }
  return summed(changes)
}

/** One update per total, always in the same order, to avoid deadlocks. */
export function summed(changes: readonly TotalChange[]): TotalChange[] {
  const sums = new Map<string, TotalChange>()
  for (const change of changes) {
    const key = `${change.kind} ${String(change.refId).padStart(16, '0')} ${change.listed}`
    sums.set(key, { ...change, by: (sums.get(key)?.by ?? 0) + change.by })
  }
  return [...sums]
    .filter(([, { by }]) => by !== 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, change]) => change)
}
