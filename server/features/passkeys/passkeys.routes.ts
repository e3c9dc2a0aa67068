import * as contract from '@inkstone/contract/passkeys.ts'
import { acts, preparesAndWrites, reads, writes } from '../../database.ts'
import { showTimes, type Zone } from '../../platform/times/times.ts'
import { loginAnswer } from '../sessions/set-up.actions.ts'
import { siteCookie } from '../sessions/site-cookie.rules.ts'
import { TOKEN_SECONDS } from '../sessions/tokens.rules.ts'
import {
  beginPasskeyLogin,
  beginRegistration,
  checkPasskey,
  deletePasskey,
  logInWithPasskey,
  type PasskeyOptions,
  passkeysOf,
  registerPasskey,
  renamePasskey,
  requirePublicUrl,
  verifyRegistration,
} from './passkeys.actions.ts'
import type { PasskeyRow } from './passkeys.table.ts'

const showPasskey = (zone: Zone) => (row: PasskeyRow) => ({
  id: row.id,
  name: row.name,
  ...showTimes(zone, { create: row.created_at, last_used: row.last_used_at }),
})

/** For the routes that only work with PUBLIC_URL, which is checked before the fields. */
const withAddress = <Given extends object>(options: PasskeyOptions, routes: readonly Given[]) =>
  routes.map((route) => ({ ...route, requires: () => requirePublicUrl(options) }))

export const passkeyRoutes = (options: PasskeyOptions) => [
  ...withAddress(options, [
    reads(contract.passkeyOptions, async (db, { actor }) => beginRegistration(db, actor, options)),
    preparesAndWrites(
      contract.registerPasskey,
      async (_db, { actor, body }) => verifyRegistration(actor, options, body),
      async (tx, { actor, body, zone }, made) =>
        showPasskey(zone)(await registerPasskey(tx, actor, body, made)),
    ),
    reads(contract.passkeyLoginOptions, async (_db, { actor }) => beginPasskeyLogin(actor, options)),
    acts(contract.passkeyLogin, async (engine, { actor, body, header, origin, answering }) => {
      const opened = await logInWithPasskey(engine, actor, options, body, header('user-agent'))
      answering.headers['set-cookie'] = siteCookie(opened.token, TOKEN_SECONDS, origin)
      return loginAnswer(engine.db, actor, opened)
    }),
    acts(contract.checkPasskey, async (engine, { actor, body }) =>
      checkPasskey(engine, actor, options, body),
    ),
  ]),
  reads(contract.listPasskeys, async (db, { actor, zone }) =>
    (await passkeysOf(db, actor.userId)).map(showPasskey(zone)),
  ),
  writes(contract.renamePasskey, async (tx, { actor, params, body, zone }) =>
    showPasskey(zone)(await renamePasskey(tx, actor, params.id, body.name)),
  ),
  writes(contract.deletePasskey, async (tx, { actor, params }) => deletePasskey(tx, actor, params.id)),
]
