import { defaultSettings } from '@inkstone/contract/settings.ts'
import type { Actor } from '../platform/core/actor.ts'

/** An administrator, for tests of the platform without users. */
export const someAdmin: Actor = {
  kind: 'user',
  role: 'admin',
  everywhere: true,
  userId: 1,
  username: 'somebody',
  site: { id: 1, alias: 'one', settings: defaultSettings },
  siteId: 1,
  vip: true,
  token: undefined,
  credentialId: 1,
  address: '127.0.0.1',
  requestId: 'r',
  language: 'en',
}
