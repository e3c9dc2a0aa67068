import type { Db, Tx } from '../../database.ts'
import { aliasesOfArticles } from '../articles/importing.actions.ts'
import { aliasesOfCategories, categoryByPath } from '../categories/categories.actions.ts'
import type { Uploading } from '../media/storing.actions.ts'
import { aliasesOfPages } from '../pages/importing.actions.ts'
import { aliasesOfTags, tagByName } from '../tags/tags.actions.ts'
import { userExists } from '../users/users.actions.ts'
import { hashOfAddress } from './address-keys.rules.ts'
import { findAddressed, findItems } from './imports.store.ts'
import type { FormerAddress } from './items.ts'

type Places = { readonly uploading: Pick<Uploading, 'engine' | 'actor'> }

interface TextHere {
  readonly type: string
  readonly ref_id: number
}

/** Tells which of these articles and pages still exist, be it in the recycle bin. */
export async function livingTexts(
  { uploading: { engine, actor } }: Places,
  texts: readonly TextHere[],
): Promise<(text: TextHere) => boolean> {
  const idsOf = (type: string) => texts.filter((each) => each.type === type).map(({ ref_id }) => ref_id)
  const articles = await aliasesOfArticles(engine.db, actor.siteId, idsOf('article'))
  const pages = await aliasesOfPages(engine.db, actor.siteId, idsOf('page'))
  return ({ type, ref_id }) => (type === 'article' ? articles : pages).has(ref_id)
}

/** What an earlier import made: its id here, or whether it was deleted here since. */
export type Earlier = { readonly id: number } | 'deleted' | undefined

/** The category or tag that an earlier import of the same source made, which may have another name now. */
export async function earlierTerm(
  { engine: { db }, actor: { siteId } }: Pick<Uploading, 'engine' | 'actor'>,
  type: 'category' | 'tag',
  former: FormerAddress | undefined,
  path: readonly string[],
): Promise<Earlier> {
  if (former?.key === undefined) return undefined
  const hash = hashOfAddress(former.key)
  const found = (await findAddressed(db, siteId, [hash])).get(hash)
  if (found?.type !== type) return undefined
  const aliasesOf = type === 'category' ? aliasesOfCategories : aliasesOfTags
  if ((await aliasesOf(db, siteId, [found.ref_id])).has(found.ref_id)) return { id: found.ref_id }
  // Somebody may have created another one with this name.
  return (await isThere(db, siteId, type, path)) ? undefined : 'deleted'
}

async function isThere(db: Db, siteId: number, type: 'category' | 'tag', path: readonly string[]) {
  const named =
    type === 'tag' ? await tagByName(db, siteId, path[0] ?? '') : await categoryByPath(db, siteId, path)
  return named !== undefined
}

/** The user that an earlier import made for an author. */
export async function earlierAuthor(db: Db | Tx, siteId: number, name: string): Promise<Earlier> {
  const origin = `author ${name}`
  const known = (await findItems(db, siteId, [origin])).get(origin)
  if (known?.type !== 'author') return undefined
  return (await userExists(db, known.ref_id)) ? { id: known.ref_id } : 'deleted'
}
