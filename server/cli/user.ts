import type { Role } from '@inkstone/contract/permissions.ts'
import { defaultSettings } from '@inkstone/contract/settings.ts'
import { createUser as createEndpoint } from '@inkstone/contract/users.ts'
import { Type } from '@sinclair/typebox'
import type { Config } from '../config.ts'
import type { Engine } from '../database.ts'
import { resetSecondFactor } from '../features/second-factor/second-factor.actions.ts'
import { forgetFactors } from '../features/sessions/confirmation.actions.ts'
import { endAccess } from '../features/sessions/sessions.actions.ts'
import { hashNewPassword } from '../features/users/account.actions.ts'
import { changeUser, createUser, userByName } from '../features/users/users.actions.ts'
import { prepareEmptyDatabase } from '../first-start.ts'
import { systemActor } from '../platform/core/actor.ts'
import { Problem } from '../platform/core/problem.ts'
import { createReaders } from '../platform/http/validation.ts'
import { randomToken } from '../platform/secrets/secrets.ts'
import { createZone } from '../platform/times/times.ts'
import { announceAdmin } from './announce.ts'
import { type CommandCall, CommandFailed } from './command.ts'
import { withDatabase } from './with-database.ts'

const GENERATED_PASSWORD_BYTES = 12
const actor = systemActor({ id: 1, alias: 'default', settings: defaultSettings })

export async function createUserCommand(call: CommandCall): Promise<void> {
  const [name = ''] = call.operands
  const chosen = call.option('password')
  const password = chosen ?? randomToken(GENERATED_PASSWORD_BYTES)
  const fields = {
    username: name,
    email: call.option('email') ?? `${name}@localhost`,
    role: (call.option('role') ?? 'member') as Role,
    password,
  }
  requireFitting(createEndpoint.body, fields)
  const config = call.config()
  await withDatabase(config, async (engine) => {
    await prepareFirst(engine, config, call)
    if (await userByName(engine.db, fields.username))
      throw new CommandFailed(`User ${JSON.stringify(fields.username)} already exists.`)
    const hash = await hashNewPassword(password, fields)
    const { password: _, ...kept } = fields
    const user = await engine.transact((tx) => createUser(tx, actor, kept, hash))
    call.print(`User ${user.username} created with the role ${user.role}.\n`)
  })
  if (chosen === undefined) call.print(passwordLine(password))
}

export async function resetPasswordCommand(call: CommandCall): Promise<void> {
  const [name = ''] = call.operands
  const chosen = call.option('password')
  const password = chosen ?? randomToken(GENERATED_PASSWORD_BYTES)
  requireFitting(Type.Pick(createEndpoint.body, ['password']), { password })
  await withDatabase(call.config(), async (engine) => {
    const found = await userByName(engine.db, name)
    if (!found) throw new CommandFailed(`User ${JSON.stringify(name)} does not exist.`)
    const hash = await hashNewPassword(password, found)
    const user = await engine.transact((tx) => changeUser(tx, actor, found.id, {}, hash, endAccess))
    call.print(`Password of ${user.username} changed. All sessions ended and API tokens revoked.\n`)
    if (user.status === 0)
      call.print('This user is disabled and cannot log in until an administrator enables the account.\n')
  })
  if (chosen === undefined) call.print(passwordLine(password))
}

export async function resetSecondFactorCommand(call: CommandCall): Promise<void> {
  const [name = ''] = call.operands
  await withDatabase(call.config(), async (engine) => {
    const user = await userByName(engine.db, name)
    if (!user) throw new CommandFailed(`User ${JSON.stringify(name)} does not exist.`)
    const was = await engine.transact((tx) => resetSecondFactor(tx, actor, user.id, forgetFactors))
    call.print(
      was
        ? `Second factor of ${user.username} turned off. Login requires only the password now.\n`
        : `${user.username} has no second factor.\n`,
    )
  })
}

/** The same validation as over HTTP. */
function requireFitting(schema: Parameters<ReturnType<typeof createReaders>>[0], fields: object): void {
  const wrong = createReaders(createZone('UTC'))(schema)(fields)
  if (wrong.size > 0) throw new Problem('invalid', { fields: wrong })
}

/**
 * An empty database gets its site and administrator first, because an existing user would prevent that at the first
 * start.
 */
async function prepareFirst(engine: Engine, config: Config, call: CommandCall): Promise<void> {
  const newAdmin = await prepareEmptyDatabase(engine, {
    username: config.adminUsername,
    password: config.adminPassword,
  })
  if (newAdmin) call.print(announceAdmin(newAdmin))
}

function passwordLine(password: string): string {
  return `password: ${password}\nThis password is shown once.\n`
}
