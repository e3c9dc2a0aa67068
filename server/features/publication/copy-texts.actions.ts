import { PUBLISHED } from '@inkstone/contract/articles.ts'
import type { ContentFormat } from '@inkstone/contract/content.ts'
import type { Db } from '../../database.ts'
import { type Actor, authorize } from '../../platform/core/actor.ts'
import { canEdit } from '../article-rights/articles.policy.ts'
import { visibleArticle } from '../articles/articles.actions.ts'
import { type CopiedText, copyOf, readCopy, textOfCopy } from '../articles/copies.actions.ts'
import type { WholeCopy } from './working-copies.actions.ts'

interface ConvertedText {
  readonly html: string
  readonly shown: string
}

/** Markdown of the text that a save will store. Made before the transaction, because a long text takes time. */
export async function textToSave(
  db: Db,
  actor: Actor,
  id: number,
  changes: Partial<CopiedText>,
  format: ContentFormat | undefined,
): Promise<ConvertedText | undefined> {
  if (format !== 'markdown') return undefined
  const text = await textAfter(db, actor, id, changes)
  return text && { html: text.content, shown: await textOfCopy(db, id, text, format) }
}

/** Undefined if the article is not published: then the save is rejected. */
async function textAfter(
  db: Db,
  actor: Actor,
  id: number,
  { content, source }: Partial<CopiedText>,
): Promise<CopiedText | undefined> {
  const article = await visibleArticle(db, actor, id)
  authorize(canEdit(actor, article))
  if (article.status !== PUBLISHED) return undefined
  if (content !== undefined) return { content, source }
  return article.working_copy === 1 ? textIn(await readCopy(db, await copyOf(db, article))) : article
}

function textIn({ writing, source }: WholeCopy['content']): CopiedText {
  return { content: writing.content, source }
}

/** The text of a copy in the requested format. `converted` is used unless someone else saved another text in the meantime. */
export async function shownText(
  db: Db,
  { article, content }: WholeCopy,
  format: ContentFormat | undefined,
  converted?: ConvertedText,
): Promise<string> {
  if (converted?.html === content.writing.content) return converted.shown
  return textOfCopy(db, article.id, textIn(content), format)
}
