import { DRAFT, PUBLISHED } from '@inkstone/contract/articles.ts'
import type { undoReasons } from '@inkstone/contract/token-undo.ts'

export type UndoReason = (typeof undoReasons)[number]

/** One change that the token made to an item. */
export interface Change {
  /** The action, as `thing.verb`. */
  readonly action: string
  readonly before: unknown
  readonly after: unknown
}

/** What undoes the changes of one item. */
export type Step = 'bin' | 'restore' | 'rewrite' | 'remove' | 'drop-copy' | 'drop-draft'

/** How to undo the changes of one item. */
export type Plan = Step | 'nothing' | { readonly left: UndoReason }

const BINNED = new Set(['article', 'page', 'comment', 'media'])

export function planFor(type: string, changes: readonly Change[]): Plan {
  const verbs = changes.map(({ action }) => action.slice(action.indexOf('.') + 1))
  const isDeleted = verbs.lastIndexOf('deleted') > verbs.lastIndexOf('restored')
  if (verbs.includes('purged')) return { left: 'gone' }
  if (type === 'tag') return verbs[0] === 'created' && !isDeleted ? 'remove' : { left: 'no-way-back' }
  if (type === 'page-draft') return planForDraft(verbs)
  if (!BINNED.has(type)) return { left: 'no-way-back' }
  const wasInBin = verbs.find((verb) => verb === 'deleted' || verb === 'restored') === 'restored'
  if (verbs[0] === 'created' || wasInBin) return isDeleted ? 'nothing' : 'bin'
  // The decision on a comment has notified people.
  if (type === 'comment' && (verbs.includes('audited') || !isDeleted)) return { left: 'no-way-back' }
  if (isDeleted) return 'restore'
  if (verbs.some((verb) => verb.startsWith('copy-'))) return planForCopy(verbs)
  return type === 'media' ? { left: 'no-version' } : 'rewrite'
}

/** A draft created by the token is discarded. An earlier version of an existing one is not stored. */
function planForDraft(verbs: readonly string[]): Plan {
  if (verbs[0] !== 'created') return { left: 'no-version' }
  return verbs.at(-1) === 'deleted' ? 'nothing' : 'drop-draft'
}

/** A working copy created by the token is discarded. An earlier version of an existing one is not stored. */
function planForCopy(verbs: readonly string[]): Plan {
  const isOnlyCopied = verbs.every((verb) => verb.startsWith('copy-'))
  if (!isOnlyCopied || verbs[0] !== 'copy-made') return { left: 'working-copy' }
  return verbs.at(-1) === 'copy-dropped' ? 'nothing' : 'drop-copy'
}

type State = Readonly<Record<string, unknown>>

interface Values {
  readonly before: unknown
  readonly after: unknown
}

/** The values of a field in the changes that contain it, oldest first. */
function valuesOf(changes: readonly Change[], field: string): Values[] {
  const known = (state: unknown): state is State =>
    typeof state === 'object' && state !== null && Object.hasOwn(state, field)
  return changes.flatMap(({ before, after }) =>
    known(before) && known(after) ? [{ before: before[field], after: after[field] }] : [],
  )
}

/** The same of the changes that changed it. */
function changesOf(changes: readonly Change[], field: string): Values[] {
  return valuesOf(changes, field).filter(({ before, after }) => before !== after)
}

/** Whether each change began with the value that the one before it left: nobody else changed the field in between. */
function follow(values: readonly Values[]): boolean {
  return values.every(({ before }, at) => at === 0 || before === values[at - 1]?.after)
}

/**
 * The values before the changes, of the fields that they changed. A field that somebody changed since is left alone with
 * all the others.
 */
export function fieldsBefore<Present extends State>(
  changes: readonly Change[],
  present: Present,
): Partial<Present> | 'changed-since' {
  const fields: [string, unknown][] = []
  for (const [field, value] of Object.entries(present)) {
    const values = changesOf(changes, field)
    const [first, last] = [values[0], values.at(-1)]
    if (!first || !last || first.before === last.after || first.before === value) continue
    if (last.after !== value || !follow(values)) return 'changed-since'
    fields.push([field, first.before])
  }
  return Object.fromEntries(fields) as Partial<Present>
}

/** With the publications that their schedule caused. They were no changes of the token itself. */
export function withPublication(
  changes: readonly Change[],
  present: { readonly status: number; readonly publish_at: string | null },
): readonly Change[] {
  const all: Change[] = []
  for (const change of changes) {
    const wasPublished = valuesOf([change], 'status')[0]?.before === PUBLISHED
    if (wasPublished && isScheduled(all)) all.push(PUBLICATION)
    all.push(change)
  }
  const isDone = present.status === PUBLISHED && isScheduled(all, present.publish_at)
  return isDone ? [...all, PUBLICATION] : all
}

const PUBLICATION: Change = {
  action: 'article.updated',
  before: { status: DRAFT },
  after: { status: PUBLISHED },
}

/** Whether these changes left a draft with a schedule, perhaps at this time. */
function isScheduled(changes: readonly Change[], time?: string | null): boolean {
  const scheduled = valuesOf(changes, 'scheduled_at').at(-1)?.after
  const isDraft = valuesOf(changes, 'status').at(-1)?.after === DRAFT
  return isDraft && typeof scheduled === 'string' && (time === undefined || scheduled === time)
}

/** The publish time to request, so that exactly what was scheduled is scheduled again. */
export function publishTimeBefore(
  before: {
    readonly status: number
    readonly publish_at: string | null
    readonly scheduled_at: string | null
  },
  now: number,
): number | null {
  const [publishAt, scheduledAt] = [momentIn(before.publish_at), momentIn(before.scheduled_at)]
  if (before.status !== DRAFT || scheduledAt !== null) return scheduledAt ?? publishAt
  // A suggested time would become a schedule if the caller may publish.
  return publishAt !== null && publishAt > now ? null : publishAt
}

/** Whether a draft had a schedule whose time has come since: without the token it would be public. */
export function wouldBePublic(
  before: { readonly status: number; readonly scheduled_at: string | null },
  now: number,
): boolean {
  const scheduledAt = momentIn(before.scheduled_at)
  return before.status === DRAFT && scheduledAt !== null && scheduledAt <= now
}

/** Written by ourselves, so the date exists. */
function momentIn(text: string | null): number | null {
  return text === null ? null : Date.parse(text)
}

/** The revisions of a page to restore, from the changes of the token and the numbers of all revisions. */
export function pageRevisionBefore(
  changes: readonly Change[],
  revisions: readonly number[],
): Before | 'nothing' | 'no-version' {
  const kept: number[] = []
  for (const { action, before } of changes) {
    if (action !== 'page.updated') continue
    // Entries of earlier versions do not name the revision.
    if (typeof before !== 'object' || before === null || !('revision' in before)) return 'no-version'
    if (typeof before.revision === 'number') kept.push(before.revision)
  }
  const [first] = kept
  if (first === undefined) return 'nothing'
  const isNewest = revisions.every((number) => number < first || kept.includes(number))
  return { number: first, isChangedSince: !isNewest }
}

/** The revision with the content before the token, and whether somebody else changed the content since. */
export interface Before {
  readonly number: number
  readonly isChangedSince: boolean
}

/** A version of an article; `number` is undefined for the current one. */
export interface WrittenVersion {
  readonly number: number | undefined
  readonly tokenId: number | null
  readonly savedAt: number
}

/** The revision to restore. The versions are sorted, oldest first. */
export function revisionBefore(
  writings: readonly WrittenVersion[],
  tokenId: number,
  since: number,
): Before | 'nothing' {
  const isByToken = (writing: WrittenVersion) => writing.tokenId === tokenId && writing.savedAt >= since
  const first = writings.findIndex(isByToken)
  const number = writings[first - 1]?.number
  if (number === undefined) return 'nothing'
  return { number, isChangedSince: !writings.slice(first).every(isByToken) }
}
