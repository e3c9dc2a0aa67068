import { tell as heyApi } from './hey-api.ts'
import { tell as openApiFetch } from './openapi-fetch.ts'
import { tell as orval } from './orval.ts'

export const scenarios = { 'openapi-fetch': openApiFetch, '@hey-api/openapi-ts': heyApi, orval }
