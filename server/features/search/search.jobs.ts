import { actsLater } from '../../database.ts'
import { indexAgain, reindexArticles } from './search.actions.ts'

export const searchJobs = [
  actsLater(reindexArticles, ({ engine }, { article_ids }) => indexAgain(engine, article_ids)),
]
