import type { BinType } from '@inkstone/contract/recycle-bin.ts'
import type { PageQuery } from '@inkstone/contract/schema.ts'
import type { Db, Engine, Tx } from '../../database.ts'
import { type Actor, authorize, holds } from '../../platform/core/actor.ts'
import type { Found } from '../../platform/core/page.ts'
import { Problem } from '../../platform/core/problem.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import type { BinKind, BinOwner } from '../deletion/bin-kinds.rules.ts'
import { type EmptyBin, emptyBinLater } from './emptying.rules.ts'
import { type BinRow, findDeleted } from './recycle-bin.store.ts'

export async function listBin(
  db: Db,
  actor: Actor,
  kinds: readonly BinKind[],
  type: BinType | undefined,
  page: PageQuery,
): Promise<Found<BinRow>> {
  return findDeleted(db, actor.siteId, binOf(actor), kindsOf(kinds, type), page)
}

function kindsOf(kinds: readonly BinKind[], type: BinType | undefined): BinKind[] {
  return kinds.filter((kind) => type === undefined || kind.type === type)
}

function binOf(actor: Actor): BinOwner {
  return holds(actor, 'recycle-bin.any') ? 'anybody' : { userId: actor.userId }
}

export async function restoreFromBin(
  tx: Tx,
  actor: Actor,
  kinds: readonly BinKind[],
  type: BinType,
  id: number,
): Promise<void> {
  const kind = kindOf(kinds, type)
  const owner = await kind.ownerOf(tx, actor.siteId, id)
  // Items deleted by other users are not found by users who only manage their own.
  if (owner === undefined || (owner !== actor.userId && !holds(actor, 'recycle-bin.any')))
    throw new Problem('deleted-item-not-found')
  await kind.restore(tx, actor.siteId, id)
  await recordAuditEntry(tx, actor, { action: `${type}.restored`, targetType: type, targetId: id })
}

export async function purgeFromBin(
  tx: Tx,
  actor: Actor,
  kinds: readonly BinKind[],
  type: BinType,
  id: number,
): Promise<void> {
  authorize(holds(actor, 'recycle-bin.purge'))
  await kindOf(kinds, type).purge(tx, actor.siteId, id)
  await recordAuditEntry(tx, actor, { action: `${type}.purged`, targetType: type, targetId: id })
}

function kindOf(kinds: readonly BinKind[], type: BinType): BinKind {
  const kind = kinds.find((candidate) => candidate.type === type)
  if (!kind) throw new Problem('deleted-item-not-found')
  return kind
}

/** Each item in its own transaction, so that a large bin does not hold one open for minutes. */
const PORTION = 20

/** How long a request may take to empty a bin. A job does the rest. */
const MAX_EMPTYING_MS = 1_000

/** Empties the bin: as much as fits in the request, the rest in a job. Items deleted later are kept. */
export async function emptyBin(
  engine: Engine,
  actor: Actor,
  kinds: readonly BinKind[],
  type: BinType | undefined,
): Promise<{ success_count: number; remaining?: number }> {
  const moment = (await engine.now()) + 1
  const ofType = kindsOf(kinds, type)
  const until = performance.now() + MAX_EMPTYING_MS
  const emptied = await purgeOlder(engine, ofType, actor.siteId, moment, () => performance.now() < until)
  const { total } = await findDeleted(engine.db, actor.siteId, 'anybody', ofType, { page: 1, page_size: 1 })
  await engine.transact(async (tx) => {
    if (total > 0)
      await enqueue(tx, emptyBinLater, { site_id: actor.siteId, before: moment, type: type ?? null })
    await recordAuditEntry(tx, actor, {
      action: 'recycle-bin.emptied',
      targetType: 'site',
      targetId: actor.siteId,
      after: { emptied, ...(total > 0 && { remaining: total }), ...(type && { type }) },
    })
  })
  return { success_count: emptied, ...(total > 0 && { remaining: total }) }
}

/** The rest of `emptyBin`. */
export async function emptyRest(
  engine: Engine,
  kinds: readonly BinKind[],
  { site_id, before, type }: EmptyBin,
): Promise<void> {
  await purgeOlder(engine, kindsOf(kinds, type ?? undefined), site_id, before)
}

export async function purgeOlder(
  engine: Engine,
  kinds: readonly BinKind[],
  siteId: number,
  moment: number,
  hasTime: () => boolean = () => true,
): Promise<number> {
  let total = 0
  for (const kind of kinds)
    for (let found = PORTION; found === PORTION && hasTime(); ) {
      const portion = await engine.transact((tx) => purgePortion(tx, kind, siteId, moment))
      found = portion.found
      total += portion.purged
    }
  return total
}

async function purgePortion(
  tx: Tx,
  kind: BinKind,
  siteId: number,
  moment: number,
): Promise<{ found: number; purged: number }> {
  const ids = await kind.deletedBefore(tx, siteId, moment, PORTION)
  let purged = 0
  for (const id of ids) if (await purgeIfThere(tx, kind, siteId, id)) purged++
  return { found: ids.length, purged }
}

/** False if it was purged or restored by another request since it was found. */
async function purgeIfThere(tx: Tx, kind: BinKind, siteId: number, id: number): Promise<boolean> {
  try {
    await kind.purge(tx, siteId, id)
    return true
  } catch (error) {
    if (error instanceof Problem && error.problem === 'deleted-item-not-found') return false
    throw error
  }
}
