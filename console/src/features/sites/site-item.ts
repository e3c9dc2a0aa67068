import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import type { listSites } from '@inkstone/contract/sites.ts'

export type SiteItem = AnswerOf<typeof listSites>['list'][number]

export const SITE_TOUCHES = ['/api/sites', '/api/site']
