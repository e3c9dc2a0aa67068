import {
  APPROVED_COMMENT,
  type CommentFields,
  type CommentOrder,
  type CommentStatus,
  PENDING_COMMENT,
  REJECTED_COMMENT,
} from '@inkstone/contract/comments.ts'
import type { Role } from '@inkstone/contract/permissions.ts'
import type { SiteSettings } from '@inkstone/contract/settings.ts'
import type { Issue } from '../../platform/core/problem.ts'

export const MAX_REPORTS = 5
export const SAME_TEXT_MS = 60_000
export const DAY_MS = 86_400_000
/** The number of top-level comments on a page of the public site, which shows the oldest first. */
export const THREADS_ON_PAGE = 20
/**
 * How many past comments of a user are considered: twice the maximum of `comment_auto_after`, which is still quick to
 * read.
 */
export const PAST_COMMENTS = 2000

/** Letters, digits and symbols: anything visible. Spaces, control and invisible characters do not count. */
const VISIBLE = /[^\p{C}\p{Z}\s\p{Default_Ignorable_Code_Point}]/u

/** Lengths count code points: an emoji of one code point is one character, like a Chinese one. */
export function lengthIssue(
  text: string,
  { comment_min_length: min, comment_max_length: max }: SiteSettings,
): Issue | undefined {
  if (!VISIBLE.test(text)) return { name: 'required' }
  const length = [...text].length
  if (length < min) return { name: 'too-short', fill: { limit: min } }
  if (length > max) return { name: 'too-long', fill: { limit: max } }
  return undefined
}

export function countLinks(text: string): number {
  return text.match(/(?:https?|ftp):\/\/|(?<![\w./])www\./gi)?.length ?? 0
}

/**
 * Seconds until the interval since the last comment is over, or 0. An interval of 0 means no limit. The last comment can
 * be later than `now`, the start of a transaction that waited for it.
 */
export function secondsToWait(lastAt: number | undefined, intervalSeconds: number, now: number): number {
  if (lastAt === undefined) return 0
  const wait = Math.ceil((lastAt - now) / 1000 + intervalSeconds)
  return Math.min(intervalSeconds, Math.max(0, wait))
}

/** The review history of a user's comments on a site. */
export interface PastComments {
  readonly approved: number
  readonly spam: number
}

function hasEarnedTrust({ comment_auto_after: enough }: SiteSettings, past: PastComments | undefined) {
  return enough > 0 && past !== undefined && past.approved >= enough && past.spam === 0
}

interface Candidate {
  readonly userId: number
  readonly role: Role | 'anonymous'
  readonly isClean: boolean
  /** Undefined for a guest, and if it is not needed. */
  readonly past: PastComments | undefined
}

/** The initial status of a new comment. */
export function firstStatus(
  settings: SiteSettings,
  { userId, role, isClean, past }: Candidate,
): CommentStatus {
  const isUser = userId !== 0
  const isTrusted =
    isUser &&
    (settings.comment_trusted_users.includes(userId) ||
      settings.comment_trusted_roles.some((trusted) => trusted === role))
  const passes =
    settings.comment_review === 0 ||
    (settings.comment_auto_trusted === 1 && isTrusted) ||
    (settings.comment_auto_registered === 1 && isUser) ||
    hasEarnedTrust(settings, past) ||
    (settings.comment_auto_clean === 1 && isClean)
  return passes ? APPROVED_COMMENT : PENDING_COMMENT
}

export interface Place {
  readonly id: number
  readonly parent_id: number | null
  readonly root_id: number | null
  readonly depth: number
}

/**
 * The place of a reply: under the comment it replies to, or under the nearest ancestor that leaves room for one more
 * level.
 */
export function placeUnder(lineage: readonly Place[], maxDepth: number) {
  return positionUnder(lineage.find(({ depth }) => depth < maxDepth))
}

export function positionUnder(parent: Place | undefined) {
  return parent
    ? { parent_id: parent.id, root_id: parent.root_id ?? parent.id, depth: parent.depth + 1 }
    : { parent_id: null, root_id: null, depth: 1 }
}

/** A path of the public site with a page of its comments. */
export function pathWithComments(path: string, page: number): string {
  return page > 1 ? `${path}?comments=${page}` : path
}

/** How a change of status changes the number of approved comments. */
export function approvedMoved(before: number, after: number): -1 | 0 | 1 {
  if (before === after) return 0
  return after === APPROVED_COMMENT ? 1 : before === APPROVED_COMMENT ? -1 : 0
}

/**
 * The message to the commenter about a decision. A commenter whose comment was already approved is not notified again,
 * and spammers are not notified at all.
 */
export function decisionNotice(
  before: { readonly status: number; readonly told_at: number | null },
  status: number,
): 'comment-passed' | 'comment-rejected' | undefined {
  if (before.status === status) return undefined
  if (status === REJECTED_COMMENT) return 'comment-rejected'
  const isNews = before.told_at === null || before.status === REJECTED_COMMENT
  return status === APPROVED_COMMENT && isNews ? 'comment-passed' : undefined
}

export interface Branch<Row> {
  readonly row: Row
  readonly children: Branch<Row>[]
}

/**
 * The comments of a page as trees. Rows are ordered by id, so parents come before replies. A reply whose parent is
 * missing is hidden with it.
 */
export function asTrees<Row extends { id: number; parent_id: number | null; like_count: number }>(
  rows: readonly Row[],
  order: CommentOrder,
): Branch<Row>[] {
  const branches = new Map<number, Branch<Row>>()
  const roots: Branch<Row>[] = []
  for (const row of rows) {
    const branch: Branch<Row> = { row, children: [] }
    const siblings = row.parent_id === null ? roots : branches.get(row.parent_id)?.children
    if (!siblings) continue
    siblings.push(branch)
    branches.set(row.id, branch)
  }
  if (order === 'latest') roots.reverse()
  if (order === 'hot')
    roots.sort(({ row: one }, { row: other }) => other.like_count - one.like_count || other.id - one.id)
  return roots
}

/** The fields that a guest must send, because a guest has no account with a name. */
export function guestIssues({
  nickname,
  email,
}: Pick<CommentFields, 'nickname' | 'email'>): Map<string, Issue[]> {
  const issues = new Map<string, Issue[]>()
  if (!nickname || !VISIBLE.test(nickname)) issues.set('nickname', [{ name: 'required' }])
  if (!email) issues.set('email', [{ name: 'required' }])
  return issues
}
