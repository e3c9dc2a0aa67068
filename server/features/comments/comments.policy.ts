import { PUBLISHED } from '@inkstone/contract/articles.ts'
import { type Actor, holds } from '../../platform/actor.ts'
import { rateLimitKey } from '../../platform/net/addresses.ts'

function canModerate(actor: Actor): boolean {
  return holds(actor, 'comments.moderate')
}

/** Moderators are known: a puzzle would only slow their work down. */
export function mustSolveCaptcha(actor: Actor): boolean {
  return actor.site.settings.comment_captcha === 1 && !canModerate(actor)
}

export function isOpen(actor: Actor, article: { status: number; allow_comment: number }): boolean {
  return (
    actor.site.settings.comment_enabled === 1 && article.status === PUBLISHED && article.allow_comment === 1
  )
}

/** Who likes or reports, where each may do so once: a user, or an address for who is none. */
export function onceKey(actor: Actor): string {
  return actor.userId === 0 ? `address ${rateLimitKey(actor.address)}` : `user ${actor.userId}`
}
