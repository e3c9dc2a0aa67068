import { ARCHIVED, DRAFT, PUBLISHED, type Rights } from '@inkstone/contract/articles.ts'
import { type Actor, holds, isPublicReader, readsOnly, writesDraftsOnly } from '../../platform/core/actor.ts'

interface Owned {
  readonly author_id: number
}

interface Submitted {
  readonly status: number
  readonly working_copy: number
  readonly review_status: string
}

const wrote = (actor: Actor, article: Owned) => actor.userId !== 0 && actor.userId === article.author_id

export function canSee(actor: Actor, article: Owned & { status: number }): boolean {
  if (article.status === PUBLISHED) return true
  return holds(actor, 'articles.read.any') || (holds(actor, 'articles.read.own') && wrote(actor, article))
}

export function canEdit(actor: Actor, article: Owned): boolean {
  return holds(actor, 'articles.edit.any') || (holds(actor, 'articles.edit.own') && wrote(actor, article))
}

export function canPublish(actor: Actor, article: Owned): boolean {
  return (
    holds(actor, 'articles.publish.any') || (holds(actor, 'articles.publish.own') && wrote(actor, article))
  )
}

/** Moving it back to draft or archiving it; for a published article only if the actor may publish. */
export function canUnpublish(actor: Actor, article: Owned & { status: number }): boolean {
  return canEdit(actor, article) && (article.status !== PUBLISHED || canPublish(actor, article))
}

/** A token that only writes drafts may move an article back to draft, but not put it away. */
export function canArchive(actor: Actor, article: Owned & { status: number }): boolean {
  return canUnpublish(actor, article) && !writesDraftsOnly(actor)
}

/** Only one's own drafts, because an autosave does not record who saved. */
export function canAutosave(actor: Actor, article: Owned): boolean {
  return canEdit(actor, article) && wrote(actor, article)
}

export function canAudit(actor: Actor, article: Owned): boolean {
  return canEdit(actor, article) && holds(actor, 'articles.audit')
}

/** Changing the author or the creation time. */
export function canAssign(actor: Actor): boolean {
  return holds(actor, 'articles.assign')
}

/** Why the state of an article does not allow submitting it for review; undefined if it does. */
export function submitIssue({
  status,
  working_copy,
}: Omit<Submitted, 'review_status'>): 'archived' | 'no-working-copy' | undefined {
  if (status === ARCHIVED) return 'archived'
  return status === PUBLISHED && working_copy === 0 ? 'no-working-copy' : undefined
}

/** The same for a decision of a reviewer. */
export function auditIssue({ status }: Pick<Submitted, 'status'>): 'archived' | undefined {
  return status === ARCHIVED ? 'archived' : undefined
}

/** Whether its changes wait for a decision, which then applies to them and not to what is published. */
export function isCopyPending(article: Submitted): boolean {
  return hasCopy(article) && article.review_status === 'pending'
}

/** Whether its changes are not submitted: perhaps their author took them back a moment ago, so nothing is decided. */
export function isCopyUnsubmitted(article: Submitted): boolean {
  return hasCopy(article) && article.review_status !== 'pending'
}

function hasCopy({ status, working_copy }: Submitted): boolean {
  return status === PUBLISHED && working_copy === 1
}

/** What the actor may do with an article in its present state, for responses. The endpoints use the same functions. */
export function rightsOn(actor: Actor, article: Owned & Submitted): Rights {
  const may = (allowed: boolean) => (allowed && !readsOnly(actor) ? 1 : 0)
  return {
    edit: may(canEdit(actor, article)),
    publish: may(canEdit(actor, article) && canPublish(actor, article)),
    submit: may(canEdit(actor, article) && submitIssue(article) === undefined),
    audit: may(canAudit(actor, article) && auditIssue(article) === undefined && !isCopyUnsubmitted(article)),
    archive: may(canArchive(actor, article)),
    delete: may(canDelete(actor, article)),
  }
}

export function canDelete(actor: Actor, article: Owned & { status: number }): boolean {
  if (writesDraftsOnly(actor) && article.status !== DRAFT) return false
  return holds(actor, 'articles.delete.any') || (holds(actor, 'articles.delete.own') && wrote(actor, article))
}

/** Usernames are visible to signed-in users, or to all if the site allows it. */
export function seesUsernames(actor: Actor): boolean {
  return actor.site.settings.show_usernames === 1 || !isPublicReader(actor)
}

/** Readers do not see disabled tags. Writers do: saving the tags of an article must not lose one. */
export function seesDisabledTags(actor: Actor): boolean {
  return holds(actor, 'articles.create')
}

/** Which articles a list contains: all, published ones, or published and the actor's own. */
export type Visibility = 'all' | 'published' | { readonly orWrittenBy: number }

export function visibilityOf(actor: Actor): Visibility {
  if (holds(actor, 'articles.read.any')) return 'all'
  return holds(actor, 'articles.read.own') ? { orWrittenBy: actor.userId } : 'published'
}
