import * as contract from '@inkstone/contract/articles.ts'
import { reads, readsAndRemembers, type Tx, writes } from '../../database.ts'
import type { Call } from '../../platform/http/route.ts'
import { paginated } from '../../platform/page.ts'
import { createArticle, deleteArticle, updateArticle } from './articles.actions.ts'
import { showArticle, showArticleItem, showCreated, showMention, showUpdated } from './articles.view.ts'
import { type BatchOutcome, createArticles, deleteArticles, updateArticles } from './batch.actions.ts'
import {
  listArticles,
  readArticle,
  readArticleByAlias,
  relatedTo,
  type WholeArticle,
  withCounters,
} from './reading.actions.ts'

export const articleRoutes = [
  readsAndRemembers(
    contract.listArticles,
    async (db, { actor, query, zone }) => {
      const { page, page_size, ...filters } = query
      // Who names the ids wants them all, not the first twenty.
      const wanted = { page, page_size: Math.max(page_size, filters.ids?.length ?? 0) }
      return paginated(await listArticles(db, actor, filters, wanted), wanted, showArticleItem(zone))
    },
    {
      refreshes: {
        table: 'article_counters',
        onlyShown: ({ query }) => !('sort' in query) || !String(query.sort).endsWith('_count'),
        refresh: async (db, page) => ({ ...page, list: await withCounters(db, page.list) }),
      },
    },
  ),
  readsAndRemembers(contract.getArticle, async (db, call) =>
    shownWhole(call, await readArticle(db, call.actor, call.params.id)),
  ),
  readsAndRemembers(contract.getArticleByAlias, async (db, call) =>
    shownWhole(call, await readArticleByAlias(db, call.actor, call.params.alias)),
  ),
  writes(contract.createArticle, async (tx, { actor, body, zone }) =>
    showCreated(zone)(await createArticle(tx, actor, body)),
  ),
  writes(contract.updateArticle, saveChanges),
  writes(contract.patchArticle, saveChanges),
  writes(contract.deleteArticle, async (tx, { actor, params }) => deleteArticle(tx, actor, params.id)),
  writes(contract.createArticles, async (tx, { actor, body, zone }) => {
    const outcome = await createArticles(tx, actor, body.articles, zone)
    return { ...counted(outcome), list: outcome.done.map(showCreated(zone)) }
  }),
  writes(contract.updateArticles, async (tx, { actor, body }) =>
    counted(await updateArticles(tx, actor, body.ids, body.data)),
  ),
  writes(contract.deleteArticles, async (tx, { actor, body }) =>
    counted(await deleteArticles(tx, actor, body.ids)),
  ),
  reads(contract.relatedArticles, async (db, { actor, params, query, zone }) =>
    (await relatedTo(db, actor, params.id, query.limit)).map(showMention(zone)),
  ),
]

function shownWhole({ answering, zone }: Pick<Call, 'answering' | 'zone'>, article: WholeArticle) {
  answering.version = article.version
  return showArticle(zone)(article)
}

/** PATCH is PUT: only the fields that are sent change. */
async function saveChanges(
  tx: Tx,
  {
    actor,
    params,
    body,
    zone,
  }: Pick<Call<typeof contract.updateArticle>, 'actor' | 'params' | 'body' | 'zone'>,
) {
  return showUpdated(zone)(await updateArticle(tx, actor, params.id, body))
}

function counted({ done, errors }: BatchOutcome<unknown>) {
  return { success_count: done.length, failed_count: Object.keys(errors).length, errors }
}
