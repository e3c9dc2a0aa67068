import type { Content, Flags, Links, Writing } from './articles.rules.ts'
import type { CopyRow } from './copies.table.ts'

interface StoredLinks {
  readonly category_id: number
  readonly category_ids: readonly number[]
  readonly tag_ids: readonly number[]
}
type StoredFields = {
  alias: string
  source?: string | undefined
  writing: Omit<Writing, 'category_id'>
  flags: Flags
  token_autosaves?: readonly TokenAutosaves[]
}

/** When an API token autosaved a copy: the audit log does not contain it. */
export interface TokenAutosaves {
  readonly token_id: number
  readonly first_at: number
  readonly last_at: number
}

/** The stored form of a copy. */
export function storedContent(
  { writing, alias, flags, links, source }: Content,
  autosaves: readonly TokenAutosaves[],
): {
  fields: string
  links: string
} {
  const { category_id, ...texts } = writing
  const fields: StoredFields = {
    alias,
    source,
    writing: texts,
    flags,
    ...(autosaves.length > 0 && { token_autosaves: autosaves }),
  }
  return { fields: JSON.stringify(fields), links: storedLinks(category_id, links) }
}

function storedLinks(category_id: number, { categoryIds, tagIds }: Links): string {
  const links: StoredLinks = { category_id, category_ids: categoryIds, tag_ids: tagIds }
  return JSON.stringify(links)
}

export function linksIn({ links }: Pick<CopyRow, 'links'>): StoredLinks {
  return JSON.parse(links) as StoredLinks
}

/** The alias that the article will have. */
export function aliasIn({ fields }: Pick<CopyRow, 'fields'>): string {
  return (JSON.parse(fields) as StoredFields).alias
}

/** The content of a copy with these links, some of which may no longer exist. */
export function contentIn({ fields }: Pick<CopyRow, 'fields'>, links: StoredLinks): Content {
  const { writing, alias, flags, source } = JSON.parse(fields) as StoredFields
  return {
    writing: { ...writing, category_id: links.category_id },
    alias,
    flags,
    source,
    links: {
      categoryIds: links.category_ids.filter((id) => id !== links.category_id),
      tagIds: links.tag_ids,
    },
  }
}

export function autosavesIn({ fields }: Pick<CopyRow, 'fields'>): readonly TokenAutosaves[] {
  return (JSON.parse(fields) as StoredFields).token_autosaves ?? []
}

export function autosavesAfter(
  before: readonly TokenAutosaves[],
  token_id: number,
  now: number,
): readonly TokenAutosaves[] {
  const first_at = before.find((each) => each.token_id === token_id)?.first_at ?? now
  return [...before.filter((each) => each.token_id !== token_id), { token_id, first_at, last_at: now }]
}

/** The links after a category or tag was merged; undefined if they are not affected. */
export function linksAfterMerge(
  kept: string,
  kind: 'category' | 'tag',
  fromId: number,
  toId: number,
): string | undefined {
  const { category_id, category_ids, tag_ids } = JSON.parse(kept) as StoredLinks
  const moved = (ids: readonly number[]) => [...new Set(ids.map((id) => (id === fromId ? toId : id)))]
  if (kind === 'tag')
    return tag_ids.includes(fromId)
      ? JSON.stringify({ category_id, category_ids, tag_ids: moved(tag_ids) })
      : undefined
  if (category_id !== fromId && !category_ids.includes(fromId)) return undefined
  const main = category_id === fromId ? toId : category_id
  const others = moved(category_ids).filter((id) => id !== main)
  return JSON.stringify({ category_id: main, category_ids: others, tag_ids })
}
