import type { BinKind } from '../deletion/bin-kinds.rules.ts'
import { binned } from '../deletion/binned.actions.ts'
import { purgeArticle, restoreArticle } from './removal.actions.ts'

/** The recycle bin operations of articles. */
export const articleBin: BinKind = {
  type: 'article',
  ...binned({ table: 'articles', title: 'title', owner: 'author_id' }),
  restore: async (tx, siteId, id) => {
    await restoreArticle(tx, siteId, id)
  },
  purge: purgeArticle,
}
