import { transacts } from '../../database.ts'
import { indexArticles, reindexArticles } from './indexing.actions.ts'

export const searchJobs = [
  transacts(reindexArticles, (tx, { article_ids }) => indexArticles(tx, article_ids)),
]
