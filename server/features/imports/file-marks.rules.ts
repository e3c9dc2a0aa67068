import { createHash } from 'node:crypto'
import { isAbsolute } from 'node:path'
import type { ImportedArticle, ImportedPage } from './items.ts'

const FLAGS = { is_top: 0, is_hot: 0, is_recommend: 0, allow_comment: 1 } as const

/** The hash of each field that an import takes from a file, by its name. */
export type FileMarks = Readonly<Record<string, string>>

/** `files` are the URLs of the files in the text with what identifies them; undefined if files are not imported. */
export function marksOf(
  item: ImportedArticle | ImportedPage,
  files: readonly string[] | undefined,
): FileMarks {
  const fields = {
    ...sharedFields(item),
    ...(item.kind === 'article' ? articleFields(item) : pageFields(item)),
  }
  return {
    ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, hashOf(value)])),
    ...(files && { files: hashOf(files) }),
  }
}

function sharedFields({ title, content, slug, seo }: ImportedArticle | ImportedPage) {
  return { title, content, slug, seo }
}

function articleFields(item: ImportedArticle) {
  const { summary, cover, categories, tags, author, createdAt, oldSlugs, flags } = item
  const { status, publishedAt, scheduledAt } = item
  return {
    summary,
    cover,
    categories,
    tags,
    author,
    createdAt,
    oldSlugs,
    status,
    dates: [publishedAt, scheduledAt],
    ...flagsOf(flags),
  }
}

/** Those that a file does not give have their default value. */
export function flagsOf(flags: ImportedArticle['flags']) {
  return { ...FLAGS, ...flags }
}

function pageFields({ enabled, sortOrder, allowComment, extras }: ImportedPage) {
  return { enabled, sortOrder, allowComment, extras }
}

export function hashOf(value: unknown): string {
  const text = JSON.stringify(value) ?? ''
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}

/** The fields that differ. Files are only compared if both imports had them. */
export function changedFields(before: FileMarks, now: FileMarks): ReadonlySet<string> {
  const isKnown = (name: string) => name !== 'files' || (name in before && name in now)
  return new Set(Object.keys(now).filter((name) => isKnown(name) && before[name] !== now[name]))
}

export function storedMarks(marks: FileMarks): string {
  return JSON.stringify(marks)
}

/** Undefined if an earlier version imported it, which stored none. */
export function marksIn(stored: string): FileMarks | undefined {
  return stored === '' ? undefined : (JSON.parse(stored) as FileMarks)
}

/** The path of a folder, or the name of its zip, which a browser numbers when it is downloaded again. */
export function folderNameOf(source: string): string {
  return isAbsolute(source) ? source : source.replace(/ ?\(\d{1,3}\)(?=\.zip$)/i, '')
}
