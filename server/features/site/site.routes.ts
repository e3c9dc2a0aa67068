import { getSiteInfo, listTemplates } from '@inkstone/contract/site.ts'
import { reads } from '../../database.ts'
import type { Templates } from '../../platform/templates/templates.ts'
import { type SiteMeans, siteInfo } from './info.actions.ts'

export const siteInfoRoutes = (means: SiteMeans & { readonly templates: Templates }) => [
  reads(getSiteInfo, async (db, { actor, origin }) => siteInfo(db, actor, means, origin)),
  reads(listTemplates, async () => means.templates.ownNames()),
]
