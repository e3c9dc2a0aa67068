import { getSiteInfo } from '@inkstone/contract/site.ts'
import { reads } from '../../database.ts'
import { type SiteMeans, siteInfo } from './info.actions.ts'

export const siteInfoRoutes = (means: SiteMeans) => [
  reads(getSiteInfo, async (db, { actor, origin }) => siteInfo(db, actor, means, origin)),
]
