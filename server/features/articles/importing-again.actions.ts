import type { Db, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { differs } from '../../platform/core/differs.ts'
import { type ImportedAgain, isEditedSince, markOf, type Outcome } from '../content/imported-again.rules.ts'
import type { PublicationState } from '../workflow/publication.rules.ts'
import { isAliasTaken } from './alias.actions.ts'
import { aliasOf, reservedKeys } from './alias.rules.ts'
import { rewriteArticle } from './articles.actions.ts'
import {
  type Content,
  contentAfter,
  contentOf,
  isRewritten,
  type PreparedChanges,
  TEXTS_TO_MARK,
} from './articles.rules.ts'
import { findArticle } from './articles.store.ts'
import type { ArticleRow } from './articles.table.ts'
import { saveOldAliases } from './importing.actions.ts'
import { lockSeveral } from './importing.store.ts'
import { linksOf } from './links.actions.ts'
import { recordStateQuietly } from './state-changes.actions.ts'

/** What changed in the source of an article. */
export interface ArticleAgain {
  readonly changes: PreparedChanges
  readonly stateAfter?: ((before: PublicationState) => PublicationState) | undefined
  readonly authorId?: number | undefined
  readonly createdAt?: number | undefined
  readonly oldAliases?: readonly string[] | undefined
  /** The mark of the text that the import wrote. */
  readonly mark: string
}

/** The mark of the text of an article, without its categories and tags. */
export function markOfArticle(article: ArticleRow): string {
  const texts = TEXTS_TO_MARK.map((field) => [field, article[field]])
  return markOf(article.written_at, Object.fromEntries(texts))
}

/** Undefined if it was deleted permanently. */
export async function markOfImported(db: Db, siteId: number, id: number): Promise<string | undefined> {
  const article = await findArticle(db, siteId, id)
  return article && markOfArticle(article)
}

/** What `importAgain` would do. */
export async function outlookOf(
  db: Db,
  actor: Actor,
  id: number,
  given: ArticleAgain,
): Promise<Outcome<never>> {
  const article = await findArticle(db, actor.siteId, id)
  if (!article) return { outcome: 'binned' }
  const { again, keptAlias } = await withFreeAlias(db, actor, article, given)
  return { outcome: await outlook(db, article, again), keptAlias }
}

async function outlook(db: Db, article: ArticleRow, again: ArticleAgain): Promise<ImportedAgain> {
  if (article.deleted_at !== null) return 'binned'
  if (article.working_copy === 1 || article.autosaved === 1) return 'open'
  const present = contentOf(article, await linksOf(db, article.id))
  const after = contentAfter(present, again.changes)
  const isOther = TEXTS_TO_MARK.some((field) => present.writing[field] !== after.writing[field])
  if (isOther && wasEdited(article, again)) return 'edited'
  return isRewritten(present, after) || isMoved(article, after, again) ? 'changed' : 'same'
}

function wasEdited(article: ArticleRow, { mark }: ArticleAgain): boolean {
  return isEditedSince(mark, markOfArticle(article))
}

/** Whether something that no revision keeps changes. */
function isMoved(article: ArticleRow, after: Content, { stateAfter, authorId, createdAt }: ArticleAgain) {
  return differs(article, {
    ...after.flags,
    ...stateAfter?.(article),
    ...(after.alias !== '' && { alias: after.alias }),
    ...(authorId !== undefined && { author_id: authorId }),
    ...(createdAt !== undefined && { created_at: createdAt }),
  })
}

/**
 * Changes an imported article because its source changed. The former text becomes a revision. Only recorded in the feed of
 * changes. A taken alias is not given to it.
 */
export async function importAgain(
  tx: Tx,
  actor: Actor,
  id: number,
  given: ArticleAgain,
): Promise<Outcome<ArticleRow>> {
  const [article] = await lockSeveral(tx, actor.siteId, [id])
  if (!article) return { outcome: 'binned' }
  const { again, keptAlias } = await withFreeAlias(tx, actor, article, given)
  const outcome = await outlook(tx, article, again)
  if (outcome !== 'changed' && outcome !== 'same') return { outcome }
  const { changes, stateAfter = stateOf, authorId, createdAt, oldAliases } = again
  const written = await rewriteArticle(tx, actor, article, {
    changes,
    state: stateAfter(article),
    authorship: {
      author_id: authorId ?? article.author_id,
      created_at: createdAt ?? article.created_at,
    },
    record: recordStateQuietly,
  })
  if (oldAliases) await saveOldAliases(tx, written, oldAliases)
  return {
    outcome: written === article ? 'same' : 'changed',
    written,
    wasEdited: wasEdited(article, again),
    keptAlias,
  }
}

function stateOf({ status, publish_at, scheduled_at, review_status }: PublicationState): PublicationState {
  return { status, publish_at, scheduled_at, review_status }
}

/** The changes without an alias that is taken, and then the present alias. */
async function withFreeAlias(
  db: Db,
  { site }: Actor,
  article: ArticleRow,
  again: ArticleAgain,
): Promise<{ again: ArticleAgain; keptAlias: string | undefined }> {
  const { alias, ...changes } = again.changes
  const isFree =
    alias === undefined ||
    (!reservedKeys(site.settings).has(aliasOf(alias).alias_key) && !(await isAliasTaken(db, article, alias)))
  return isFree ? { again, keptAlias: undefined } : { again: { ...again, changes }, keptAlias: article.alias }
}
