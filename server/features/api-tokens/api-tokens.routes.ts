import * as contract from '@inkstone/contract/api-tokens.ts'
import { reads, writes } from '../../database.ts'
import { paginated } from '../../platform/core/page.ts'
import { createApiToken, requestedOwner, revokeApiToken, revokeApiTokens } from './api-tokens.actions.ts'
import { findTokens } from './api-tokens.store.ts'
import { showApiToken } from './api-tokens.view.ts'

export const apiTokenRoutes = [
  reads(contract.listApiTokens, async (db, { actor, query, zone }) =>
    paginated(await findTokens(db, requestedOwner(actor, query.user_id), query), query, showApiToken(zone)),
  ),
  writes(contract.createApiToken, async (tx, { actor, body, zone }) => {
    const { row, token } = await createApiToken(tx, actor, body)
    return { ...showApiToken(zone)(row), token }
  }),
  writes(contract.deleteApiToken, async (tx, { actor, params }) => revokeApiToken(tx, actor, params.id)),
  writes(contract.deleteApiTokens, async (tx, { actor, body }) => revokeApiTokens(tx, actor, body.ids)),
]
