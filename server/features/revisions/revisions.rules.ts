import { textsOf } from '@inkstone/contract/article-texts.ts'
import { Snapshot } from '@inkstone/contract/revisions.ts'
import type { Static } from '@sinclair/typebox'

export type SnapshotFields = Static<typeof Snapshot>

const FIELDS = Object.keys(Snapshot.properties) as Array<keyof SnapshotFields>

export interface Written extends Omit<SnapshotFields, 'category_ids' | 'tag_ids'> {}

/** The article fields of a revision. */
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
    ...textsOf(article),
  }
}

/** The same with an internal field: whether a person wrote the summary. Old revisions lack it. */
export interface StoredSnapshot extends SnapshotFields {
  readonly summary_given?: number
}

export function storedSnapshot(
  article: Written & { summary_given: number },
  links: { categoryIds: readonly number[]; tagIds: readonly number[] },
): StoredSnapshot {
  return { ...snapshotOf(article, links), summary_given: article.summary_given }
}

/** The summary to restore: empty if it was generated, so that it is generated again. */
export function summaryToRestore(
  { summary, summary_given, content }: StoredSnapshot,
  summaryOf: (content: string) => string,
): string {
  const written = summary_given === undefined ? summary !== summaryOf(content) : summary_given === 1
  return written ? summary : ''
}

export interface FieldChange {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}

/** Only the fields that differ. */
export function differencesBetween(from: SnapshotFields, to: SnapshotFields): FieldChange[] {
  return FIELDS.filter((field) => JSON.stringify(from[field]) !== JSON.stringify(to[field])).map((field) => ({
    field,
    from: from[field],
    to: to[field],
  }))
}
