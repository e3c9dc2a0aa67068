import { type ArticleChanges, ArticleFields } from '@inkstone/contract/articles.ts'
import type { Tx } from '../../database.ts'
import type { Actor } from '../../platform/actor.ts'
import { createReaders } from '../../platform/http/validation.ts'
import { fieldTexts, messageOf, Problem } from '../../platform/problem.ts'
import { attempt } from '../../platform/sql/savepoint.ts'
import type { Zone } from '../../platform/times.ts'
import { createArticle, deleteArticle, updateArticle } from './articles.actions.ts'
import type { ArticleRow } from './articles.table.ts'

type Reasons = Record<string, string[]>

export interface BatchOutcome<Result> {
  readonly done: Result[]
  readonly errors: Record<string, Reasons>
}

/** Each item stands alone: what is wrong with one undoes that one and does not stop the others. */
async function each<Item, Result>(
  tx: Tx,
  actor: Actor,
  items: readonly (readonly [key: string, Item])[],
  work: (item: Item) => Promise<Result>,
): Promise<BatchOutcome<Result>> {
  const done: Result[] = []
  const errors: Record<string, Reasons> = {}
  for (const [key, item] of items) {
    try {
      done.push(await attempt(tx, () => work(item)))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      errors[key] = reasonsOf(error, actor)
    }
  }
  return { done, errors }
}

function reasonsOf({ problem, details }: Problem, actor: Actor): Reasons {
  return details.fields
    ? fieldTexts(details.fields, actor.language)
    : { id: [messageOf(problem, actor.language)] }
}

const byId = (ids: readonly number[]) => [...new Set(ids)].map((id) => [String(id), id] as const)

export function createArticles(
  tx: Tx,
  actor: Actor,
  given: readonly unknown[],
  zone: Zone,
): Promise<BatchOutcome<ArticleRow>> {
  const read = createReaders(zone)(ArticleFields)
  const items = given.map((fields, index) => [String(index), fields] as const)
  return each(tx, actor, items, async (fields) => {
    const wrong = read(fields)
    if (wrong.size > 0) throw new Problem('invalid', { fields: wrong })
    return createArticle(tx, actor, fields as ArticleFields)
  })
}

export function updateArticles(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
  changes: ArticleChanges,
): Promise<BatchOutcome<ArticleRow>> {
  return each(tx, actor, byId(ids), (id) => updateArticle(tx, actor, id, changes))
}

export function deleteArticles(tx: Tx, actor: Actor, ids: readonly number[]): Promise<BatchOutcome<void>> {
  return each(tx, actor, byId(ids), (id) => deleteArticle(tx, actor, id))
}
