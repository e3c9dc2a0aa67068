import type { Tx } from '../../database.ts'
import { storedSnapshot, type Written } from './revisions.rules.ts'
import { insertHeldRevision, insertRevision, numberHeldRevision } from './revisions.store.ts'

export {
  findMarks,
  findRevision,
  findRevisions,
  findWriter,
  hadCover,
  type RevisionFound,
} from './revisions.store.ts'

/** An article with the fields of its revisions. */
interface WrittenArticle extends Written {
  readonly id: number
  readonly site_id: number
  readonly summary_given: number
  readonly written_by: number
  readonly written_token_id: number | null
  readonly written_at: number
}

interface Links {
  readonly categoryIds: readonly number[]
  readonly tagIds: readonly number[]
}

/** Keeps the content that a change replaces, with who wrote it and when. */
export async function saveRevision(tx: Tx, article: WrittenArticle, links: Links): Promise<void> {
  await insertRevision(tx, revisionOf(article, links))
}

/** Sets aside the content that the first of several autosaves replaces. */
export async function holdRevision(tx: Tx, article: WrittenArticle, links: Links): Promise<void> {
  await insertHeldRevision(tx, revisionOf(article, links))
}

/** Turns the content that was set aside into a revision. */
export async function saveHeldRevision(tx: Tx, { id }: { readonly id: number }): Promise<void> {
  await numberHeldRevision(tx, id)
}

function revisionOf(article: WrittenArticle, links: Links) {
  return {
    article_id: article.id,
    site_id: article.site_id,
    saved_by: article.written_by,
    token_id: article.written_token_id,
    saved_at: article.written_at,
    snapshot: JSON.stringify(storedSnapshot(article, links)),
  }
}
