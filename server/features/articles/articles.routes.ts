import * as contract from '@inkstone/contract/article-endpoints.ts'
import type { ArticleDetail } from '@inkstone/contract/articles.ts'
import type { QueryOf } from '@inkstone/contract/endpoint.ts'
import { type Db, listsCached, preparesAndWrites, readsCached, type Tx, writes } from '../../database.ts'
import { paginated } from '../../platform/core/page.ts'
import type { Call } from '../../platform/http/route.ts'
import { inFormat, prepareContent } from '../content/content.actions.ts'
import {
  autosaveArticle,
  changesCopyInstead,
  createArticle,
  editableArticle,
  requireUnpublished,
  updateArticle,
} from './articles.actions.ts'
import {
  rowsOfItem,
  showArticle,
  showCreated,
  showIncluding,
  showListed,
  showMention,
  showUpdated,
  withIncluded,
} from './articles.view.ts'
import {
  type BatchOutcome,
  createArticles,
  deleteArticles,
  prepareArticles,
  updateArticles,
} from './batch.actions.ts'
import { includedWith, listIncluding } from './including.actions.ts'
import {
  type ArticleDetailRow,
  articleItems,
  findArticles,
  findRelatedTo,
  readArticle,
  readArticleByAlias,
} from './reading.actions.ts'
import { deleteArticle } from './removal.actions.ts'
import { withStoredTimes } from './times.rules.ts'

export const articleRoutes = [
  listsCached(
    contract.listArticles,
    {
      find: async (db, { actor, query }) => {
        const { filters, wanted } = filtersAndPage(query)
        const { ids, total } = await findArticles(db, actor, filters, wanted)
        const { list: _, ...beside } = paginated({ rows: [], total }, wanted, () => undefined)
        return { ids, beside }
      },
      read: async (db, { actor, zone }, ids) =>
        (await articleItems(db, actor, ids)).map(showListed(zone, actor)),
      rows: rowsOfItem,
    },
    {
      when: ({ include }) => include !== undefined,
      read: (db, call) => streamedList(db, call, call.query.include ?? []),
    },
  ),
  readsCached(
    contract.getArticle,
    async (db, call) => shownWhole(db, call, await readArticle(db, call.actor, call.params.id)),
    { rows: rowsOf },
  ),
  readsCached(contract.getArticleByAlias, async (db, call) =>
    shownWhole(db, call, await readArticleByAlias(db, call.actor, call.params.alias)),
  ),
  preparesAndWrites(
    contract.createArticle,
    (db, { body }) => prepareContent(db, body),
    async (tx, { actor, zone }, { fields, removed }) => ({
      ...showCreated(zone)(await createArticle(tx, actor, fields)),
      removed,
    }),
  ),
  preparesAndWrites(contract.updateArticle, prepareChanges, saveChanges, versionToChange),
  preparesAndWrites(contract.patchArticle, prepareChanges, saveChanges, versionToChange),
  writes(contract.deleteArticle, async (tx, { actor, params }) => deleteArticle(tx, actor, params.id)),
  preparesAndWrites(
    contract.createArticles,
    (db, { body, zone }) => prepareArticles(db, body.articles, zone),
    async (tx, { actor, zone }, prepared) => {
      const outcome = await createArticles(tx, actor, prepared)
      return { ...counted(outcome), list: outcome.done.map(showCreated(zone)) }
    },
  ),
  preparesAndWrites(
    contract.updateArticles,
    (db, { body }) => prepareContent(db, body.data),
    async (tx, { actor, body }, { fields }) => {
      const { ids, add_tag_ids: added = [], remove_tag_ids: removed = [] } = body
      return counted(await updateArticles(tx, actor, ids, fields, { added, removed }))
    },
  ),
  writes(contract.deleteArticles, async (tx, { actor, body }) =>
    counted(await deleteArticles(tx, actor, body.ids)),
  ),
  listsCached(contract.relatedArticles, {
    find: async (db, { actor, params, query }) => ({
      ids: await findRelatedTo(db, actor, params.id, query.limit),
    }),
    read: async (db, { actor, zone }, ids) => (await articleItems(db, actor, ids)).map(showMention(zone)),
    rows: rowsOfItem,
  }),
]

function filtersAndPage(query: QueryOf<typeof contract.listArticles>) {
  const { page, page_size, include: _, ...filters } = query
  // A request with ids wants all of them, not the first twenty.
  return { filters, wanted: { page, page_size: Math.max(page_size, filters.ids?.length ?? 0) } }
}

async function streamedList(
  db: Db,
  { actor, query, zone }: Pick<Call<typeof contract.listArticles>, 'actor' | 'query' | 'zone'>,
  include: readonly string[],
) {
  const { filters, wanted } = filtersAndPage(query)
  const { items, etagSource, total } = await listIncluding(db, actor, filters, wanted, include)
  const { list: _, ...beside } = paginated({ rows: [], total }, wanted, () => undefined)
  return { etagSource, beside, items: shownEach(items, showIncluding(zone, actor)) }
}

async function* shownEach<Item, Shown>(items: AsyncIterable<Item>, show: (item: Item) => Shown) {
  for await (const item of items) yield show(item)
}

/**
 * The rows an article response depends on: a change of another article does not invalidate it, unless it has related
 * articles. Completed in place, because spreading objects would take ten times as long.
 */
function rowsOf(article: ArticleDetail) {
  if (article.related) return {}
  const rows: ReturnType<typeof rowsOfItem> & { article_categories?: number[] } = rowsOfItem(article)
  rows.article_categories = [article.id]
  rows.categories.push(...article.category_ids)
  return rows
}

async function shownWhole(
  db: Db,
  {
    actor,
    answering,
    zone,
    query,
  }: Pick<Call<typeof contract.getArticle>, 'actor' | 'answering' | 'zone' | 'query'>,
  article: ArticleDetailRow,
) {
  answering.version = article.version
  const shown = showArticle(zone, actor)(await inFormat(db, 'article', article, query.format))
  return withIncluded(zone, shown, await includedWith(db, actor, article, query.include))
}

type Saving = Pick<
  Call<typeof contract.updateArticle>,
  'actor' | 'params' | 'query' | 'body' | 'zone' | 'answering' | 'presentEtag'
>

function prepareChanges(db: Db, { body }: Pick<Saving, 'body'>) {
  return prepareContent(db, body)
}

/** PATCH works like PUT: only the fields in the request change. */
async function saveChanges(
  tx: Tx,
  call: Saving,
  { fields, removed }: Awaited<ReturnType<typeof prepareChanges>>,
) {
  const { actor, params, query, zone } = call
  const article = await editableArticle(tx, actor, params.id)
  if (query.unpublished === 1) requireUnpublished(actor, article)
  const changes = withStoredTimes(zone, article, fields)
  if (query.autosave === 1)
    return { ...showUpdated(zone)(await autosaveArticle(tx, actor, article, changes)), removed }
  // The article itself and its ETag do not change then.
  if (changesCopyInstead(actor, article)) call.answering.etag = await call.presentEtag?.()
  return { ...showUpdated(zone)(await updateArticle(tx, actor, article, changes)), removed }
}

async function versionToChange(tx: Tx, { actor, params }: Pick<Saving, 'actor' | 'params'>) {
  return (await editableArticle(tx, actor, params.id)).version
}

function counted({ done, errors }: BatchOutcome<unknown>) {
  return { success_count: done.length, failed_count: Object.keys(errors).length, errors }
}
