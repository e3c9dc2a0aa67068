import * as contract from '@inkstone/contract/search.ts'
import { readsCached } from '../../database.ts'
import { searchArticles, suggest } from './reading.actions.ts'
import { showHit } from './search.view.ts'

export const searchRoutes = [
  readsCached(contract.searchArticles, async (db, { actor, query: asked, zone }) => {
    const { keyword, page, page_size, ...filters } = asked
    const found = await searchArticles(db, actor, keyword, filters, { page, page_size })
    const { hits, query, total, matched } = found
    return { list: hits.map(showHit(zone, query)), total, page, page_size, matched }
  }),
  readsCached(contract.suggest, async (db, { actor, query: { keyword, limit } }) =>
    suggest(db, actor.siteId, keyword, limit),
  ),
]
