import { DRAFT, PUBLISHED, type Rights } from '@inkstone/contract/articles.ts'
import { type Actor, holds, isPublicReader, readsOnly, writesDraftsOnly } from '../../platform/core/actor.ts'

interface Owned {
  readonly author_id: number
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

/** Taking it back to draft or archiving it; what is public only by who may publish. */
export function canTakeDown(actor: Actor, article: Owned & { status: number }): boolean {
  return canEdit(actor, article) && (article.status !== PUBLISHED || canPublish(actor, article))
}

/** Only what one writes oneself: an autosave leaves no trace of who saved. */
export function canAutosave(actor: Actor, article: Owned): boolean {
  return canEdit(actor, article) && wrote(actor, article)
}

export function canAudit(actor: Actor, article: Owned): boolean {
  return canEdit(actor, article) && holds(actor, 'articles.audit')
}

/** Another author or another date of creation. */
export function canAssign(actor: Actor): boolean {
  return holds(actor, 'articles.assign')
}

/** What the actor may do with an article, for who shows it: each endpoint asks the same functions. */
export function rightsOn(actor: Actor, article: Owned & { status: number }): Rights {
  const may = (allowed: boolean) => (allowed && !readsOnly(actor) ? 1 : 0)
  return {
    edit: may(canEdit(actor, article)),
    publish: may(canEdit(actor, article) && canPublish(actor, article)),
    submit: may(canEdit(actor, article)),
    audit: may(canAudit(actor, article)),
    archive: may(canTakeDown(actor, article)),
    delete: may(canDelete(actor, article)),
  }
}

export function canDelete(actor: Actor, article: Owned & { status: number }): boolean {
  if (writesDraftsOnly(actor) && article.status !== DRAFT) return false
  return holds(actor, 'articles.delete.any') || (holds(actor, 'articles.delete.own') && wrote(actor, article))
}

/** Login names are for those who log in where the site says so. */
export function seesUsernames(actor: Actor): boolean {
  return actor.site.settings.show_usernames === 1 || !isPublicReader(actor)
}

/** Which articles a list may show: all, the published ones, or these and one's own. */
export type Sight = 'all' | 'published' | { readonly orWrittenBy: number }

export function sightOf(actor: Actor): Sight {
  if (holds(actor, 'articles.read.any')) return 'all'
  return holds(actor, 'articles.read.own') ? { orWrittenBy: actor.userId } : 'published'
}
