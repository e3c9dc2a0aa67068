import type { Db, Tx } from '../../database.ts'
import { saveSource, sourceOf } from '../content/content.actions.ts'
import { saveUses } from '../media/uses.actions.ts'
import { hadCover, saveRevision } from '../revisions/revisions.actions.ts'
import type { PreparedFields } from './articles.rules.ts'
import type { ArticleRow } from './articles.table.ts'
import { type FiledArticle, findFiled, lockSeveral, saveFiles } from './importing.store.ts'
import { lockLinks } from './links.actions.ts'
import { recordRewritten } from './recording.actions.ts'

/** The parts of an article that contain URLs of files. */
export interface FiledText {
  readonly content: string
  readonly source: string | undefined
  readonly cover: string
  /** It has no cover, and never had one that somebody could have removed. */
  readonly neverHadCover: boolean
  /** It has unpublished or unsaved changes, which have URLs of files too. */
  readonly isOpen: boolean
}

/** Articles in the recycle bin and missing ones are left out. */
export async function filedTexts(
  db: Db,
  siteId: number,
  ids: readonly number[],
): Promise<Map<number, FiledText>> {
  const texts = new Map<number, FiledText>()
  for (const row of await findFiled(db, siteId, ids)) {
    const source = await sourceOf(db, 'article', row)
    const neverHadCover = row.cover === '' && !(await hadCover(db, siteId, row.id))
    texts.set(row.id, { content: row.content, cover: row.cover, neverHadCover, source, isOpen: isOpen(row) })
  }
  return texts
}

function isOpen({ working_copy, autosaved }: Pick<FiledArticle, 'working_copy' | 'autosaved'>): boolean {
  return working_copy === 1 || autosaved === 1
}

export interface LateFiles {
  /** The text as it was read. */
  readonly before: Pick<FiledText, 'content' | 'cover'>
  readonly after: Pick<PreparedFields, 'content' | 'source'> & { readonly cover: string }
}

/**
 * Puts files that were imported late into their articles, unless the text has changed since it was read. The former text
 * becomes a revision. Dates do not change, and no events are recorded. Returns the ids of the changed articles.
 */
export async function putLateFiles(
  tx: Tx,
  siteId: number,
  texts: ReadonlyMap<number, LateFiles>,
): Promise<Set<number>> {
  const changed: ArticleRow[] = []
  for (const article of await lockSeveral(tx, siteId, [...texts.keys()])) {
    const text = texts.get(article.id)
    if (!text || !isUnchanged(article, text.before)) continue
    const { content, cover, source } = text.after
    await saveRevision(tx, article, await lockLinks(tx, article))
    await saveFiles(tx, { id: article.id, content, cover })
    await saveUses(tx, 'article', article.id, { content, cover })
    await saveSource(tx, 'article', { id: article.id, content }, source)
    changed.push(article)
  }
  await recordRewritten(tx, changed)
  return new Set(changed.map(({ id }) => id))
}

function isUnchanged(article: ArticleRow, { content, cover }: LateFiles['before']): boolean {
  const isThere = article.deleted_at === null && !isOpen(article)
  return isThere && article.content === content && article.cover === cover
}
