import * as contract from '@inkstone/contract/sites.ts'
import { reads, writes } from '../../database.ts'
import { paginated } from '../../platform/core/page.ts'
import { changeSite, createSite, deleteSite, type SiteParts } from './sites.actions.ts'
import { findSites, lockSite, readSite } from './sites.store.ts'
import { showSite } from './sites.view.ts'

export const siteRoutes = (parts: SiteParts) => [
  reads(contract.listSites, async (db, { query, zone }) =>
    paginated(await findSites(db, query), query, showSite(zone)),
  ),
  writes(contract.createSite, async (tx, { actor, body, zone }) =>
    showSite(zone)(await createSite(tx, actor, body, parts)),
  ),
  reads(contract.getSite, async (db, { params, zone }) => showSite(zone)(await readSite(db, params.id))),
  writes(
    contract.updateSite,
    async (tx, { actor, params, body, zone }) => showSite(zone)(await changeSite(tx, actor, params.id, body)),
    async (tx, { params }) => {
      await lockSite(tx, params.id)
    },
  ),
  writes(contract.deleteSite, async (tx, { actor, params }) => deleteSite(tx, actor, params.id, parts)),
]
