import { type ChangeType, changeTypes } from '@inkstone/contract/changes.ts'
import type { Db, Engine, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { badQuery, Problem } from '../../platform/core/problem.ts'
import { interestOf, lost, sees } from './changes.policy.ts'
import {
  findChanges,
  insertChanges,
  invalidateCursors,
  presentPosition,
  pruneChanges,
  prunedUpTo,
  readGeneration,
} from './changes.store.ts'
import { type ChangeRow, MANAGERS, NOBODY, type SeenBy } from './changes.table.ts'
import { isBefore, later, type Position, readCursor, writeCursor } from './cursors.rules.ts'

export interface ChangedThing {
  readonly siteId: number
  readonly type: ChangeType
  readonly id: number
  readonly alias?: string
  /** The owner, who sees it even if readers do not. */
  readonly ownerId?: number
  /** The owner before, who no longer sees it if readers do not. */
  readonly formerOwnerId?: number
  readonly before: SeenBy
  readonly after: SeenBy
}

/** Records a change in the same transaction. Counters are not changes. */
export async function recordChange(tx: Tx, thing: ChangedThing): Promise<void> {
  await recordChanges(tx, [thing])
}

/** The same for many at once. */
export async function recordChanges(tx: Tx, things: readonly ChangedThing[]): Promise<void> {
  await insertChanges(
    tx,
    things.filter(isVisible).flatMap((thing) => rowsOf(tx, thing)),
  )
}

function isVisible({ before, after }: ChangedThing): boolean {
  return before !== NOBODY || after !== NOBODY
}

function rowsOf(tx: Tx, thing: ChangedThing) {
  const row = {
    site_id: thing.siteId,
    type: thing.type,
    subject_id: thing.id,
    alias: thing.alias ?? '',
    owner_id: thing.ownerId ?? 0,
    seen_before: thing.before,
    seen_after: thing.after,
    created_at: tx.now,
  }
  const { formerOwnerId, ownerId, before, after } = thing
  // If readers saw it before or see it now, this row tells the former owner too.
  const isLost =
    formerOwnerId !== undefined && formerOwnerId !== ownerId && before === MANAGERS && after === MANAGERS
  return isLost ? [{ ...row, owner_id: formerOwnerId, seen_before: NOBODY, seen_after: NOBODY }, row] : [row]
}

interface SeenChange extends ChangeRow {
  readonly change: 'upsert' | 'gone'
  readonly cursor: string
}

export interface ChangesFound {
  readonly list: readonly SeenChange[]
  readonly next: string
  readonly more: boolean
}

/** What comments are on, by their ids. */
export type CommentSubjects = ReadonlyMap<number, { article_id: number | null; page_id: number | null }>

/** The ids of the comments among these changes. */
export function commentsIn({ list }: ChangesFound): number[] {
  return [...new Set(list.flatMap(({ type, subject_id }) => (type === 'comment' ? [subject_id] : [])))]
}

export interface ChangesQuery {
  readonly after?: string
  readonly types?: readonly ChangeType[]
  readonly limit: number
}

/** The changes after the cursor that the actor may see; without a cursor, only the current cursor. */
export async function changesAfter(db: Db, actor: Actor, query: ChangesQuery): Promise<ChangesFound> {
  const generation = await readGeneration(db)
  const cursorAt = (position: Position) => writeCursor({ ...position, generation })
  if (query.after === undefined) return { list: [], next: cursorAt(await presentPosition(db)), more: false }
  const from = await positionIn(db, query.after, generation)
  // Read before the changes: what is committed in between belongs to the next request.
  const present = await presentPosition(db)
  const rows = await findChanges(
    db,
    actor.siteId,
    from,
    query.types ?? changeTypes,
    interestOf(actor),
    query.limit + 1,
  )
  const read = rows.slice(0, query.limit)
  const last = read.at(-1)
  return {
    list: read.flatMap((row) => seenBy(actor, row, cursorAt)),
    // Where there is nothing for the caller, the cursor moves on too, so that it does not become too old.
    next: cursorAt(last ? { transactionId: last.transaction_id, id: last.id } : later(from, present)),
    more: rows.length > query.limit,
  }
}

async function positionIn(db: Db, after: string, generation: number): Promise<Position> {
  const cursor = readCursor(after)
  if (!cursor) throw badQuery('after', 'bad-cursor')
  if (cursor.generation !== generation || isBefore(cursor, await prunedUpTo(db)))
    throw new Problem('cursor-gone')
  return cursor
}

function seenBy(actor: Actor, row: ChangeRow, cursorAt: (position: Position) => string): SeenChange[] {
  const cursor = cursorAt({ transactionId: row.transaction_id, id: row.id })
  if (sees(actor, row, row.seen_after as SeenBy)) return [{ ...row, cursor, change: 'upsert' }]
  if (lost(actor, row) || sees(actor, row, row.seen_before as SeenBy))
    return [{ ...row, cursor, change: 'gone' }]
  return []
}

const KEPT_MS = 30 * 24 * 60 * 60 * 1000
const PORTION = 1000

/** Deletes changes older than 30 days in portions. */
export async function deleteOldChanges(engine: Engine): Promise<void> {
  const before = (await engine.now()) - KEPT_MS
  while ((await engine.transact((tx) => pruneChanges(tx, before, PORTION))) === PORTION);
}

/** For a restored database: invalidates earlier cursors. */
export const restartChanges: (tx: Tx) => Promise<void> = invalidateCursors
