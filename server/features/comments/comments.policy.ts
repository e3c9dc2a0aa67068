import { PUBLISHED } from '@inkstone/contract/articles.ts'
import { type Actor, holds } from '../../platform/core/actor.ts'
import { rateLimitKey } from '../../platform/net/addresses.ts'
import { canSee as canSeeArticle } from '../article-rights/articles.policy.ts'
import { canSee as canSeePage } from '../pages/pages.policy.ts'
import type { Subject } from './subjects.store.ts'

function canModerate(actor: Actor): boolean {
  return holds(actor, 'comments.moderate')
}

/** Moderators do not need a captcha. */
export function mustSolveCaptcha(actor: Actor): boolean {
  return actor.site.settings.comment_captcha === 1 && !canModerate(actor)
}

export function canSeeSubject(actor: Actor, subject: Subject): boolean {
  return subject.type === 'article' ? canSeeArticle(actor, subject) : canSeePage(actor, subject)
}

export function isPublic(subject: Subject): boolean {
  return subject.type === 'article' ? subject.status === PUBLISHED : subject.enabled === 1
}

export function isOpen(actor: Actor, subject: Subject): boolean {
  return actor.site.settings.comment_enabled === 1 && isPublic(subject) && subject.allow_comment === 1
}

/** The identity for likes and reports, which count once: a user, or an IP address for guests. */
export function onceKey(actor: Actor): string {
  return actor.userId === 0 ? `address ${rateLimitKey(actor.address)}` : `user ${actor.userId}`
}
