import { getSiteInfo, listTemplates } from '@inkstone/contract/site.ts'
import { reads } from '../../database.ts'
import type { Templates } from '../../platform/templates/templates.ts'
import { type SiteInfoOptions, siteInfo } from './info.actions.ts'

export const siteInfoRoutes = (options: SiteInfoOptions & { readonly templates: Templates }) => [
  reads(getSiteInfo, async (db, { actor, origin }) => siteInfo(db, actor, options, origin)),
  reads(listTemplates, async () => options.templates.ownNames()),
]
