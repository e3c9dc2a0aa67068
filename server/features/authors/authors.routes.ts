import * as contract from '@inkstone/contract/authors.ts'
import { readsCached } from '../../database.ts'
import { paginated } from '../../platform/core/page.ts'
import { listAuthors, readAuthor } from './authors.actions.ts'

export const authorRoutes = [
  readsCached(contract.listAuthors, async (db, { actor, query }) =>
    paginated(await listAuthors(db, actor.siteId, query), query, (author) => author),
  ),
  readsCached(contract.getAuthor, async (db, { actor, params }) => readAuthor(db, actor.siteId, params.id)),
]
