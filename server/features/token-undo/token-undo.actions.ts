import { roleOn } from '@inkstone/contract/permissions.ts'
import type { BinType } from '@inkstone/contract/recycle-bin.ts'
import { MAX_UNDONE } from '@inkstone/contract/token-undo.ts'
import type { Db, Engine, Tx } from '../../database.ts'
import { type Actor, authorize, holds } from '../../platform/core/actor.ts'
import { Problem } from '../../platform/core/problem.ts'
import { ownedToken } from '../api-tokens/api-tokens.actions.ts'
import { editableArticle } from '../articles/articles.actions.ts'
import { copyOf } from '../articles/copies.actions.ts'
import { deleteArticle } from '../articles/removal.actions.ts'
import { deleteUnanswered } from '../comments/bin.actions.ts'
import type { BinKind } from '../deletion/bin-kinds.rules.ts'
import { deleteMedia } from '../media/media.actions.ts'
import { draftedPages, dropPageDraft, lockPageDraft } from '../pages/history.actions.ts'
import { deletePage } from '../pages/pages.actions.ts'
import { dropWorkingCopy } from '../publication/working-copies.actions.ts'
import { restoreFromBin } from '../recycle-bin/recycle-bin.actions.ts'
import { resolveSite } from '../sites/sites.actions.ts'
import { deleteTagPortion } from '../tags/merging.actions.ts'
import { seeTag } from '../tags/tags.actions.ts'
import { ownSiteRoles } from '../users/site-roles.actions.ts'
import { userById } from '../users/users.actions.ts'
import { type Mark, rewriteArticle, rewritePage } from './rewriting.actions.ts'
import { type Thing, thingsOfToken } from './token-changes.actions.ts'
import { planFor, type Step, type UndoReason } from './token-undo.rules.ts'

export interface UndoOptions {
  readonly binKinds: readonly BinKind[]
  readonly origin: string
}

interface Left {
  readonly type: string
  readonly id: number
  readonly why: UndoReason
}

/**
 * Undoes each item in its own transaction, so that a failure does not affect the others. A repeated call goes on, because
 * neither what is undone already nor what is left counts.
 */
export async function undoToken(
  engine: Engine,
  actor: Actor,
  options: UndoOptions,
  tokenId: number,
  since: number,
): Promise<{ undone: number; left: Left[] }> {
  const token = await ownedToken(engine.db, actor, tokenId)
  const left: Left[] = []
  let undone = 0
  for await (const thing of thingsOfToken(engine.db, token, since)) {
    const outcome = await putBack(engine, actor, options, thing, { tokenId, since })
    if (outcome === 'undone') undone += 1
    else if (outcome !== 'nothing') left.push({ type: thing.type, id: thing.id, why: outcome })
    if (undone === MAX_UNDONE) break
  }
  return { undone, left }
}

type Outcome = 'undone' | 'nothing' | UndoReason

async function putBack(
  engine: Engine,
  actor: Actor,
  options: UndoOptions,
  thing: Thing,
  mark: Mark,
): Promise<Outcome> {
  const plan = planFor(thing.type, thing.changes)
  if (plan === 'nothing') return 'nothing'
  if (typeof plan === 'object') return plan.left
  try {
    const there = await actorOn(engine.db, actor, thing.siteId)
    await engine.transact(async (tx) => {
      const outcome = await carryOut(tx, there, options, thing, plan, mark)
      if (outcome !== 'undone') throw new NotUndone(outcome)
    })
    return 'undone'
  } catch (error) {
    if (error instanceof NotUndone) return error.outcome
    if (error instanceof Problem) return reasonOf(error)
    throw error
  }
}

/** Rolls the transaction back: an item is undone completely or not at all. */
class NotUndone extends Error {
  override name = 'NotUndone'
  constructor(readonly outcome: Outcome) {
    super(outcome)
  }
}

async function carryOut(
  tx: Tx,
  actor: Actor,
  options: UndoOptions,
  thing: Thing,
  plan: Step,
  mark: Mark,
): Promise<Outcome> {
  if (plan === 'drop-copy') return dropCopy(tx, actor, thing)
  if (plan === 'drop-draft') return dropDraft(tx, actor, thing)
  if (plan === 'rewrite') return rewrite(tx, actor, thing, mark)
  if (plan === 'restore') return restore(tx, actor, options, thing, mark)
  if (plan === 'remove') return removeTag(tx, actor, thing.id)
  if (await isInBin(tx, options, thing)) return 'nothing'
  if (thing.type === 'comment') return binComment(tx, actor, thing.id)
  await bin(tx, actor, options, thing)
  return 'undone'
}

async function isInBin(tx: Tx, { binKinds }: UndoOptions, { type, siteId, id }: Thing): Promise<boolean> {
  const kind = binKinds.find((candidate) => candidate.type === type)
  return (await kind?.ownerOf(tx, siteId, id)) !== undefined
}

async function restore(
  tx: Tx,
  actor: Actor,
  { binKinds }: UndoOptions,
  thing: Thing,
  mark: Mark,
): Promise<Outcome> {
  const wasInBin = await leaveBin(tx, actor, binKinds, thing)
  const outcome = hasText(thing) ? await rewrite(tx, actor, thing, mark) : 'nothing'
  return wasInBin && outcome === 'nothing' ? 'undone' : outcome
}

function hasText({ type }: Thing): boolean {
  return type === 'article' || type === 'page'
}

/** False if somebody has restored it already. */
async function leaveBin(
  tx: Tx,
  actor: Actor,
  binKinds: readonly BinKind[],
  { type, id }: Thing,
): Promise<boolean> {
  authorize(holds(actor, 'recycle-bin.own'))
  try {
    await restoreFromBin(tx, actor, binKinds, type as BinType, id)
    return true
  } catch (error) {
    if (error instanceof Problem && error.problem === 'deleted-item-not-found') return false
    throw error
  }
}

async function rewrite(tx: Tx, actor: Actor, thing: Thing, mark: Mark): Promise<Outcome> {
  return thing.type === 'page' ? rewritePage(tx, actor, thing) : rewriteArticle(tx, actor, thing, mark)
}

function reasonOf({ problem }: Problem): Outcome {
  if (problem === 'forbidden' || problem === 'token-scope') return 'forbidden'
  if (problem === 'invalid') return 'in-use'
  // Someone has already removed it.
  if (problem === 'working-copy-not-found' || problem === 'tag-not-found') return 'nothing'
  return 'gone'
}

/** The caller with their role on the site of the item. */
async function actorOn(db: Db, actor: Actor, siteId: number): Promise<Actor> {
  if (siteId === actor.siteId) return actor
  // The sites of an API token were checked for the site of the request only.
  if (actor.kind === 'token') throw new Problem('forbidden')
  const site = await resolveSite(db, String(siteId), undefined)
  const user = await userById(db, actor.userId)
  return { ...actor, site, siteId, ...roleOn(siteId, user.role, await ownSiteRoles(db, user.id)) }
}

async function bin(tx: Tx, actor: Actor, { origin }: UndoOptions, { type, id }: Thing): Promise<void> {
  if (type === 'article') return deleteArticle(tx, actor, id)
  if (type === 'media') return deleteMedia(tx, actor, id, origin)
  authorize(holds(actor, 'pages.manage'))
  return deletePage(tx, actor, String(id))
}

/** People may have answered it. */
async function binComment(tx: Tx, actor: Actor, id: number): Promise<Outcome> {
  authorize(holds(actor, 'comments.moderate'))
  return (await deleteUnanswered(tx, actor, id)) ? 'undone' : 'in-use'
}

async function dropCopy(tx: Tx, actor: Actor, { id, changes }: Thing): Promise<Outcome> {
  const copy = await copyOf(tx, await editableArticle(tx, actor, id))
  if (copy.updated_at > (changes.at(-1)?.createdAt ?? 0)) return 'changed-since'
  await dropWorkingCopy(tx, actor, id)
  return 'undone'
}

/** Nothing if it has been published or discarded. */
async function dropDraft(tx: Tx, actor: Actor, { id, changes }: Thing): Promise<Outcome> {
  authorize(holds(actor, 'pages.manage'))
  if (!(await draftedPages(tx, actor)).has(id)) return 'nothing'
  const { draft } = await lockPageDraft(tx, actor, id)
  if (draft.saved_at > (changes.at(-1)?.createdAt ?? 0)) return 'changed-since'
  await dropPageDraft(tx, actor, String(id))
  return 'undone'
}

async function removeTag(tx: Tx, actor: Actor, id: number): Promise<Outcome> {
  authorize(holds(actor, 'tags.manage'))
  const { articles } = await seeTag(tx, actor, id)
  if (articles.length > 0) throw new Problem('invalid')
  if ((await deleteTagPortion(tx, actor, id)) === undefined) throw new Problem('invalid')
  return 'undone'
}
