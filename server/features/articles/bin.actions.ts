import type { BinKind } from '../deletion/bin-kinds.rules.ts'
import { articlesDeletedBefore, authorOfDeleted, deletedArticles } from './articles.bin.store.ts'
import { purgeArticle, restoreArticle } from './removal.actions.ts'

/** The recycle bin operations of articles. */
export const articleBin: BinKind = {
  type: 'article',
  rows: deletedArticles,
  ownerOf: authorOfDeleted,
  restore: async (tx, siteId, id) => {
    await restoreArticle(tx, siteId, id)
  },
  purge: purgeArticle,
  deletedBefore: articlesDeletedBefore,
}
