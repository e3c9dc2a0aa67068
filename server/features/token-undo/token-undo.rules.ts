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

/** How to undo the changes of one item. */
export type Plan =
  | 'bin'
  | 'restore'
  | 'rewrite'
  | 'remove'
  | 'drop-copy'
  | 'nothing'
  | { readonly left: UndoReason }

const BINNED = new Set(['article', 'page', 'media'])

export function planFor(type: string, changes: readonly Change[]): Plan {
  const verbs = changes.map(({ action }) => action.slice(action.indexOf('.') + 1))
  const isDeleted = verbs.lastIndexOf('deleted') > verbs.lastIndexOf('restored')
  if (verbs.includes('purged')) return { left: 'gone' }
  if (type === 'tag') return verbs[0] === 'created' && !isDeleted ? 'remove' : { left: 'no-way-back' }
  if (!BINNED.has(type)) return { left: 'no-way-back' }
  if (verbs[0] === 'created') return isDeleted ? 'nothing' : 'bin'
  if (isDeleted) return 'restore'
  if (verbs.some((verb) => verb.startsWith('copy-'))) return planForCopy(verbs)
  return type === 'media' ? { left: 'no-version' } : 'rewrite'
}

/** A working copy created by the token is discarded. An earlier version of an existing one is not stored. */
function planForCopy(verbs: readonly string[]): Plan {
  const isOnlyCopied = verbs.every((verb) => verb.startsWith('copy-'))
  if (!isOnlyCopied || verbs[0] !== 'copy-made') return { left: 'working-copy' }
  return verbs.at(-1) === 'copy-dropped' ? 'nothing' : 'drop-copy'
}

type State = Readonly<Record<string, unknown>>

/** The first and the last value of a field in the changes that contain it. */
function valuesOf(
  changes: readonly Change[],
  field: string,
): { before: unknown; after: unknown } | undefined {
  const known = (state: unknown): state is State =>
    typeof state === 'object' && state !== null && Object.hasOwn(state, field)
  const first = changes.find(({ before }) => known(before))?.before
  const last = changes.findLast(({ after }) => known(after))?.after
  return known(first) && known(last) ? { before: first[field], after: last[field] } : undefined
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
    const values = valuesOf(changes, field)
    if (!values || values.before === values.after || values.before === value) continue
    if (values.after !== value) return 'changed-since'
    fields.push([field, values.before])
  }
  return Object.fromEntries(fields) as Partial<Present>
}

/** With the publication that their schedule caused. It was no change of the token itself. */
export function withPublication(
  changes: readonly Change[],
  present: { readonly status: number; readonly publish_at: string | null },
): readonly Change[] {
  const scheduled = valuesOf(changes, 'scheduled_at')?.after
  if (present.status !== PUBLISHED || typeof scheduled !== 'string' || scheduled !== present.publish_at)
    return changes
  const states = { before: { status: DRAFT }, after: { status: PUBLISHED } }
  return [...changes, { action: 'article.updated', ...states }]
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

/** Written by ourselves, so the date exists. */
function momentIn(text: string | null): number | null {
  return text === null ? null : Date.parse(text)
}

/** The revision of a page to restore, from the changes of the token and the numbers of all revisions. */
export function pageRevisionBefore(
  changes: readonly Change[],
  revisions: readonly number[],
): number | 'nothing' | 'changed-since' | 'no-version' {
  const kept: number[] = []
  for (const { action, before } of changes) {
    if (action !== 'page.updated') continue
    // Entries of earlier versions do not name the revision.
    if (typeof before !== 'object' || before === null || !('revision' in before)) return 'no-version'
    if (typeof before.revision === 'number') kept.push(before.revision)
  }
  const [first] = kept
  if (first === undefined) return 'nothing'
  return revisions.every((number) => number < first || kept.includes(number)) ? first : 'changed-since'
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
): number | 'nothing' | 'changed-since' {
  const isByToken = (writing: WrittenVersion) => writing.tokenId === tokenId && writing.savedAt >= since
  const first = writings.findIndex(isByToken)
  if (first < 0) return 'nothing'
  if (!writings.slice(first).every(isByToken)) return 'changed-since'
  return writings[first - 1]?.number ?? 'nothing'
}
