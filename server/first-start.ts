import { defaultSettings } from '@inkstone/contract/settings.ts'
import type { Engine, Tx } from './database.ts'
import { createDefaultCategory } from './features/categories/categories.actions.ts'
import { createUser, hasUsers } from './features/users/users.actions.ts'
import { systemActor } from './platform/core/actor.ts'
import { hashPassword } from './platform/secrets/passwords.ts'
import { randomToken } from './platform/secrets/secrets.ts'

const GENERATED_PASSWORD_BYTES = 12

/** What an empty database needs before the first request: a site, a category, an administrator. */
export async function prepareEmptyDatabase(
  engine: Engine,
  admin: { username: string; password: string | undefined },
): Promise<{ username: string; password: string } | undefined> {
  if (await hasUsers(engine.db)) return undefined
  const password = admin.password ?? randomToken(GENERATED_PASSWORD_BYTES)
  const hash = await hashPassword(password)
  const made = await engine.transact(async (tx) => {
    if (!(await claimFirstStart(tx))) return false
    const settings = defaultSettings
    const actor = systemActor({ id: 1, alias: 'default', settings })
    await createUser(tx, actor, { username: admin.username, email: 'admin@localhost', role: 'admin' }, hash)
    return true
  })
  return made && admin.password === undefined ? { username: admin.username, password } : undefined
}

/** Of two nodes that start at once on an empty database, one makes these. */
async function claimFirstStart(tx: Tx): Promise<boolean> {
  const claimed = await tx
    .insertInto('service_state')
    .values({ key: 'first_start', value: String(tx.now) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!claimed) return false
  const site = await tx
    .insertInto('sites')
    .values({ name: 'Default', alias: 'default', enabled: 1, created_at: tx.now, updated_at: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const categoryId = await createDefaultCategory(tx, site.id)
  await tx.updateTable('sites').set({ default_category_id: categoryId }).where('id', '=', site.id).execute()
  return true
}
