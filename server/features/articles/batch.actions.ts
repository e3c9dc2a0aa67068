import { ArticleFields, MAX_TAGS } from '@inkstone/contract/articles.ts'
import type { Db, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { createPace } from '../../platform/core/pace.ts'
import { fieldTexts, invalid, messageOf, Problem } from '../../platform/core/problem.ts'
import { createReaders } from '../../platform/http/validation.ts'
import { attempt } from '../../platform/sql/savepoint.ts'
import type { Zone } from '../../platform/times/times.ts'
import { prepareContent } from '../content/content.actions.ts'
import { changesCopyInstead, createArticle, editableArticle, updateArticle } from './articles.actions.ts'
import type { PreparedChanges, PreparedFields } from './articles.rules.ts'
import type { ArticleRow } from './articles.table.ts'
import { copyOf } from './copies.actions.ts'
import { linksIn } from './copies.rules.ts'
import { linksOf } from './links.actions.ts'
import { deferTotals } from './links.store.ts'
import { deleteArticle } from './removal.actions.ts'

type Reasons = Record<string, string[]>

export interface BatchOutcome<Result> {
  readonly done: Result[]
  readonly errors: Record<string, Reasons>
}

/** Each item is handled independently: an error undoes only that item. */
async function each<Item, Result>(
  tx: Tx,
  actor: Actor,
  items: readonly (readonly [key: string, Item])[],
  work: (item: Item) => Promise<Result>,
): Promise<BatchOutcome<Result>> {
  const done: Result[] = []
  const errors: Record<string, Reasons> = {}
  const totals = deferTotals(tx, actor.siteId)
  for (const [key, item] of items) {
    const mark = totals.mark()
    try {
      done.push(await attempt(tx, () => work(item)))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      totals.undo(mark)
      errors[key] = reasonsOf(error, actor)
    }
  }
  await totals.move()
  return { done, errors }
}

function reasonsOf({ problem, details }: Problem, actor: Actor): Reasons {
  return details.fields
    ? fieldTexts(details.fields, actor.language)
    : { id: [messageOf(problem, actor.language)] }
}

/** Always in the same order, so that two batches of the same articles do not deadlock. */
const byId = (ids: readonly number[]) =>
  [...new Set(ids)].sort((one, other) => one - other).map((id) => [String(id), id] as const)

/** The valid articles and the errors of the others, before the transaction starts. */
export async function prepareArticles(
  db: Db,
  given: readonly unknown[],
  zone: Zone,
): Promise<(PreparedFields | Problem)[]> {
  const read = createReaders(zone)(ArticleFields)
  const prepared: (PreparedFields | Problem)[] = []
  const pace = createPace()
  // The body was parsed just now, which takes a while too.
  await pace.nextSlice()
  for (const fields of given) {
    // Sanitising a hundred long texts at once would block other requests.
    await pace.breathe()
    const wrong = read(fields)
    prepared.push(
      wrong.size > 0
        ? new Problem('invalid', { fields: wrong })
        : await prepareOne(db, fields as ArticleFields),
    )
  }
  return prepared
}

async function prepareOne(db: Db, fields: ArticleFields): Promise<PreparedFields | Problem> {
  try {
    return (await prepareContent(db, fields)).fields
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

export function createArticles(
  tx: Tx,
  actor: Actor,
  prepared: readonly (PreparedFields | Problem)[],
): Promise<BatchOutcome<ArticleRow>> {
  const items = prepared.map((fields, index) => [String(index), fields] as const)
  return each(tx, actor, items, async (fields) => {
    if (fields instanceof Problem) throw fields
    return createArticle(tx, actor, fields)
  })
}

/** Tags to add to or remove from each article. */
export interface TagMoves {
  readonly added: readonly number[]
  readonly removed: readonly number[]
}

export function updateArticles(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
  changes: PreparedChanges,
  moves: TagMoves,
): Promise<BatchOutcome<ArticleRow>> {
  const movesTags = moves.added.length > 0 || moves.removed.length > 0
  if (movesTags && changes.tag_ids !== undefined) throw invalid('data.tag_ids', 'either-tags')
  return each(tx, actor, byId(ids), async (id) => {
    const article = await editableArticle(tx, actor, id)
    return updateArticle(tx, actor, article, {
      ...changes,
      ...(movesTags && { tag_ids: await tagsAfter(tx, actor, article, moves) }),
    })
  })
}

async function tagsAfter(
  tx: Tx,
  actor: Actor,
  article: ArticleRow,
  { added, removed }: TagMoves,
): Promise<number[]> {
  const inCopy = changesCopyInstead(actor, article) && article.working_copy === 1
  const before = inCopy ? linksIn(await copyOf(tx, article)).tag_ids : (await linksOf(tx, article.id)).tagIds
  const after = [...new Set([...before, ...added])].filter((tagId) => !removed.includes(tagId))
  if (after.length > MAX_TAGS) throw invalid('add_tag_ids', 'too-many', { limit: MAX_TAGS })
  return after
}

export function deleteArticles(tx: Tx, actor: Actor, ids: readonly number[]): Promise<BatchOutcome<void>> {
  return each(tx, actor, byId(ids), (id) => deleteArticle(tx, actor, id))
}
