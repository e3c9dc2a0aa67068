import type { Snapshot } from '@inkstone/contract/revisions.ts'
import type { Static } from '@sinclair/typebox'

export type SnapshotFields = Static<typeof Snapshot>

interface Written extends Omit<SnapshotFields, 'category_ids' | 'tag_ids'> {}

/** What a revision keeps of an article. */
export function snapshotOf(
  article: Written,
  links: { categoryIds: readonly number[]; tagIds: readonly number[] },
): SnapshotFields {
  return {
    title: article.title,
    content: article.content,
    summary: article.summary,
    cover: article.cover,
    category_id: article.category_id,
    category_ids: [...links.categoryIds],
    tag_ids: [...links.tagIds],
    seo_title: article.seo_title,
    seo_keywords: article.seo_keywords,
    seo_description: article.seo_description,
    template: article.template,
  }
}

export interface FieldChange {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}

/** Field by field, only those that differ. */
export function differencesBetween(from: SnapshotFields, to: SnapshotFields): FieldChange[] {
  return (Object.keys(from) as Array<keyof SnapshotFields>)
    .filter((field) => JSON.stringify(from[field]) !== JSON.stringify(to[field]))
    .map((field) => ({ field, from: from[field], to: to[field] }))
}
