import * as contract from '@inkstone/contract/search.ts'
import { readsAndRemembers } from '../../database.ts'
import { searchArticles, suggest } from './reading.actions.ts'
import { showHit } from './search.view.ts'

export const searchRoutes = [
  readsAndRemembers(contract.searchArticles, async (db, { actor, query: { keyword, page, page_size } }) => {
    const { rows, query, total, matched } = await searchArticles(db, actor.siteId, keyword, {
      page,
      page_size,
    })
    return { list: rows.map(showHit(query)), total, page, page_size, matched }
  }),
  readsAndRemembers(contract.suggest, async (db, { actor, query: { keyword, limit } }) =>
    suggest(db, actor.siteId, keyword, limit),
  ),
]
