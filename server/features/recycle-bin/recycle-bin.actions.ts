import type { BinType } from '@inkstone/contract/recycle-bin.ts'
import type { PageQuery } from '@inkstone/contract/schema.ts'
import type { Db, Engine, Tx } from '../../database.ts'
import { type Actor, authorize, holds } from '../../platform/actor.ts'
import type { Found } from '../../platform/page.ts'
import { Problem } from '../../platform/problem.ts'
import { recordDeed } from '../audit-log/audit-log.actions.ts'
import type { BinKind, BinOwner } from './bin-kinds.rules.ts'
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
  // What somebody else threw away does not exist for those who only look after their own.
  if (owner === undefined || (owner !== actor.userId && !holds(actor, 'recycle-bin.any')))
    throw new Problem('deleted-item-not-found')
  await kind.restore(tx, actor.siteId, id)
  await recordDeed(tx, actor, { action: `${type}.restored`, targetType: type, targetId: id })
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
  await recordDeed(tx, actor, { action: `${type}.purged`, targetType: type, targetId: id })
}

function kindOf(kinds: readonly BinKind[], type: BinType): BinKind {
  const kind = kinds.find((candidate) => candidate.type === type)
  if (!kind) throw new Problem('deleted-item-not-found')
  return kind
}

const PIECE = 100

/** Piece by piece, so that a bin of a hundred thousand does not hold one transaction for minutes. */
export async function emptyBin(
  engine: Engine,
  actor: Actor,
  kinds: readonly BinKind[],
  type: BinType | undefined,
): Promise<number> {
  const emptied = await purgeOlder(engine, kindsOf(kinds, type), actor.siteId, Number.MAX_SAFE_INTEGER)
  await engine.transact((tx) =>
    recordDeed(tx, actor, {
      action: 'recycle-bin.emptied',
      targetType: 'site',
      targetId: actor.siteId,
      after: { emptied, ...(type && { type }) },
    }),
  )
  return emptied
}

export async function purgeOlder(
  engine: Engine,
  kinds: readonly BinKind[],
  siteId: number,
  moment: number,
): Promise<number> {
  let purged = 0
  for (const kind of kinds)
    for (let count = PIECE; count === PIECE; purged += count)
      count = await engine.transact(async (tx) => {
        const ids = await kind.deletedBefore(tx, siteId, moment, PIECE)
        for (const id of ids) await kind.purge(tx, siteId, id)
        return ids.length
      })
  return purged
}
