import type { BinKind } from '../deletion/bin-kinds.rules.ts'
import { binQueries } from '../deletion/bin-queries.actions.ts'
import { purgeArticle, restoreArticle } from './removal.actions.ts'

/** The recycle bin operations of articles. */
export const articleBin: BinKind = {
  type: 'article',
  ...binQueries({ table: 'articles', title: 'title', owner: 'author_id' }),
  restore: async (tx, siteId, id) => {
    await restoreArticle(tx, siteId, id)
  },
  purge: purgeArticle,
}
