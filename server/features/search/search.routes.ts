import * as contract from '@inkstone/contract/search.ts'
import { listsCached, readsCached } from '../../database.ts'
import { rowsOfItem, showMention } from '../articles/articles.view.ts'
import { articleItems } from '../articles/reading.actions.ts'
import { findHits, suggest } from './reading.actions.ts'

export const searchRoutes = [
  listsCached(contract.searchArticles, {
    find: async (db, { actor, query }) => {
      const { keyword, page, page_size, ...filters } = query
      const found = await findHits(db, actor, keyword, filters, { page, page_size })
      const { ids, highlights, total, matched } = found
      return { ids, values: highlights, beside: { total, page, page_size, matched } }
    },
    read: async (db, { actor, zone }, ids) => (await articleItems(db, actor, ids)).map(showMention(zone)),
    rows: rowsOfItem,
    fieldOfList: 'highlight',
  }),
  readsCached(contract.suggest, async (db, { actor, query: { keyword, limit } }) =>
    suggest(db, actor.siteId, keyword, limit),
  ),
]
