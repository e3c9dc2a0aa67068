import type { Db } from '../../database.ts'
import { writtenByToken } from '../articles/articles.actions.ts'
import { copiesAutosavedBy } from '../articles/copies.actions.ts'
import {
  type ChangedTarget,
  changesByToken,
  type TokenChange,
  targetsOfToken,
} from '../audit-log/audit-log.actions.ts'

export interface Thing extends ChangedTarget {
  readonly changes: readonly TokenChange[]
}

/** What a token changed since a given time, most recently changed first, with the changes of each. */
export async function* thingsOfToken(
  db: Db,
  { id: tokenId, user_id: userId }: { readonly id: number; readonly user_id: number },
  since: number,
): AsyncGenerator<Thing> {
  const autosaved = await autosavedArticles(db, tokenId, userId, since)
  const logged = await targetsOfToken(db, tokenId, since)
  const isLogged = new Set(logged.map(keyOf))
  for (const thing of autosaved.values()) if (!isLogged.has(keyOf(thing))) yield thing
  for (const target of logged) {
    const changes = await changesByToken(db, tokenId, since, target)
    const others = autosaved.get(keyOf(target))?.changes.filter(({ action }) => action !== WRITTEN) ?? []
    yield { ...target, changes: [...changes, ...others].sort(byTime) }
  }
}

function keyOf({ siteId, type, id }: ChangedTarget): string {
  return `${siteId} ${type} ${id}`
}

function byTime(one: TokenChange, other: TokenChange): number {
  return one.createdAt - other.createdAt
}

const WRITTEN = 'article.written'

/** What the audit log does not contain, as its entries: the texts of drafts, and working copies. */
async function autosavedArticles(
  db: Db,
  tokenId: number,
  userId: number,
  since: number,
): Promise<ReadonlyMap<string, Thing>> {
  const things = new Map<string, Thing>()
  const add = (siteId: number, id: number, changes: readonly TokenChange[]) => {
    const target = { siteId, type: 'article', id }
    const known = things.get(keyOf(target))?.changes ?? []
    things.set(keyOf(target), { ...target, changes: [...known, ...changes] })
  }
  for (const { site_id, id } of await writtenByToken(db, userId, tokenId, since))
    add(site_id, id, [changeAt(since, WRITTEN)])
  for (const { site_id, article_id, made_at, changed_at } of await copiesAutosavedBy(db, tokenId, since))
    add(site_id, article_id, [
      ...(made_at === undefined ? [] : [changeAt(made_at, 'article.copy-made')]),
      changeAt(changed_at, 'article.copy-changed'),
    ])
  return things
}

function changeAt(createdAt: number, action: string): TokenChange {
  return { action, before: null, after: null, createdAt }
}
