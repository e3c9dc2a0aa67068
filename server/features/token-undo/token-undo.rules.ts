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
  return type === 'article' ? 'rewrite' : { left: 'no-version' }
}

/** A working copy created by the token is discarded. An earlier version of an existing one is not stored. */
function planForCopy(verbs: readonly string[]): Plan {
  const isOnlyCopied = verbs.every((verb) => verb.startsWith('copy-'))
  if (!isOnlyCopied || verbs[0] !== 'copy-made') return { left: 'working-copy' }
  return verbs.at(-1) === 'copy-dropped' ? 'nothing' : 'drop-copy'
}

/** The status to restore, if the status set by the token is still the current one. */
export function statusBefore(changes: readonly Change[], present: number): number | undefined {
  const [first, last] = [statusIn(changes[0]?.before), statusIn(changes.at(-1)?.after)]
  return first !== undefined && first !== last && present === last ? first : undefined
}

function statusIn(state: unknown): number | undefined {
  if (state === null || typeof state !== 'object' || !('status' in state)) return undefined
  return typeof state.status === 'number' ? state.status : undefined
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
