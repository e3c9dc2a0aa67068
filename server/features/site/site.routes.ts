import { getSiteInfo, listTemplates } from '@inkstone/contract/site.ts'
import { reads } from '../../database.ts'
import type { Templates } from '../../platform/templates/templates.ts'
import { type SiteInfoOptions, siteInfo } from './info.actions.ts'

export const siteInfoRoutes = (means: SiteInfoOptions & { readonly templates: Templates }) => [
  reads(getSiteInfo, async (db, { actor, origin }) => siteInfo(db, actor, means, origin)),
  reads(listTemplates, async () => means.templates.ownNames()),
]
