import type { CommentFields } from '@inkstone/contract/comments.ts'
import type { SiteSettings } from '@inkstone/contract/settings.ts'
import type { Tx } from '../../database.ts'
import { type Actor, isUser } from '../../platform/core/actor.ts'
import { invalid, Problem } from '../../platform/core/problem.ts'
import { rateLimitKey } from '../../platform/net/addresses.ts'
import { type CaptchaAttempt, requireCaptcha } from '../captcha/captcha.actions.ts'
import { requireUnblocked } from '../moderation/ip-blacklist.actions.ts'
import type { Screening } from '../moderation/words.rules.ts'
import {
  countLinks,
  DAY_MS,
  guestIssues,
  lengthIssue,
  SAME_TEXT_MS,
  secondsToWait,
} from './comments.rules.ts'
import { lockPosting } from './comments.store.ts'
import { hasSaid, lastByUser, lastFromAddress, timeOfNthLast } from './frequency.store.ts'

/** The checks before the transaction starts: a failed captcha and a rejected word stay counted. */
export interface Prepared {
  readonly captcha: CaptchaAttempt | undefined
  readonly screening: Screening
  /** Of the nickname of a guest. */
  readonly nickname: Screening
}

/** A comment on its way through the gates. */
interface Posted {
  readonly actor: Actor
  readonly fields: CommentFields
  readonly prepared: Prepared
  readonly contentHash: string
}

/** Lets a comment pass, or throws the problem that its author is told. */
type Gate = (tx: Tx, posted: Posted) => void | Promise<void>

/**
 * Every condition that a comment must meet. The order gives the clearest error and reveals the least: first what can be
 * decided without the thread.
 */
export const gatesBeforeThread: readonly Gate[] = [
  requireGuestsAllowed,
  (tx, { actor }) => requireUnblocked(tx, actor),
  requireName,
  requireSolvedCaptcha,
  (_, { actor, fields }) => requireLength(actor.site.settings, fields.content),
]
export const gatesInThread: readonly Gate[] = [requireFewLinks, requirePatience, requireAllowedWords]

export async function passGates(tx: Tx, posted: Posted, gates: readonly Gate[]): Promise<void> {
  for (const pass of gates) await pass(tx, posted)
}

function requireGuestsAllowed(_: Tx, { actor }: Posted): void {
  if (!isUser(actor) && actor.site.settings.comment_guests === 0) throw new Problem('login-required')
}

function requireName(_: Tx, { actor, fields }: Posted): void {
  const issues = isUser(actor) ? new Map() : guestIssues(fields)
  if (issues.size > 0) throw new Problem('invalid', { fields: issues })
}

async function requireSolvedCaptcha(tx: Tx, { actor, prepared }: Posted): Promise<void> {
  if (prepared.captcha) await requireCaptcha(tx, actor, prepared.captcha)
}

export function requireLength(settings: SiteSettings, content: string): void {
  const issue = lengthIssue(content, settings)
  if (issue) throw invalid('content', issue.name, issue.fill)
}

function requireFewLinks(_: Tx, { actor, fields }: Posted): void {
  const limit = actor.site.settings.comment_max_links
  if (countLinks(fields.content) > limit) throw invalid('content', 'too-many-links', { limit })
}

function requireAllowedWords(_: Tx, { prepared }: Posted): void {
  if (prepared.screening.refused) throw invalid('content', 'sensitive-words')
  if (prepared.nickname.refused) throw invalid('nickname', 'sensitive-words')
}

/** Decided while no other comment of the same user or IP address is being posted. */
async function requirePatience(tx: Tx, { actor, contentHash }: Posted): Promise<void> {
  const { siteId, userId } = actor
  const author = { siteId, userId, addressKey: rateLimitKey(actor.address) }
  await lockPosting(tx, siteId, userId, author.addressKey)
  if (await hasSaid(tx, author, contentHash, tx.now - SAME_TEXT_MS)) throw invalid('content', 'said-already')
  const { comment_user_interval, comment_ip_interval, comment_daily_limit } = actor.site.settings
  const wait = Math.max(
    secondsToWait(await lastByUser(tx, author), comment_user_interval, tx.now),
    secondsToWait(await lastFromAddress(tx, author), comment_ip_interval, tx.now),
  )
  if (wait > 0) throw new Problem('commenting-too-fast', { retryAfterSeconds: wait })
  if (comment_daily_limit === 0) return
  const first = await timeOfNthLast(tx, author, comment_daily_limit)
  const untilTomorrow = secondsToWait(first, DAY_MS / 1000, tx.now)
  if (untilTomorrow > 0) throw new Problem('too-many-comments-today', { retryAfterSeconds: untilTomorrow })
}
