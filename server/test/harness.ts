import { randomBytes } from 'node:crypto'
import type { Role } from '@inkstone/contract/permissions.ts'
import { pino } from 'pino'
import { afterAll } from 'vitest'
import { readConfig } from '../config.ts'
import type { Engine } from '../database.ts'
import { insertSession } from '../features/sessions/sessions.store.ts'
import { createTokens, TOKEN_SECONDS } from '../features/sessions/tokens.rules.ts'
import { insertUser } from '../features/users/users.store.ts'
import { deriveKey } from '../platform/secrets.ts'
import { openService } from '../service.ts'
import { type Client, type Credentials, createClient } from './client.ts'
import { createPlace } from './database.ts'

export const ADMIN_PASSWORD = 'the first administrator'
const SECRET_KEY = 'a key for tests, and only for tests'

export interface TestUser extends Client {
  readonly id: number
  readonly username: string
  readonly token: string
}

/** A service of its own for one test file, on the engine that the environment names. It is ended with the file. */
export async function startTestService(settings: Record<string, string> = {}) {
  const place = await createPlace()
  const config = readConfig(
    {
      ...place.settings,
      ADMIN_PASSWORD,
      SECRET_KEY,
      RATE_LIMIT_ANON: '0',
      RATE_LIMIT_USER: '0',
      LOG_LEVEL: 'silent',
      ...settings,
    },
    place.folder,
  )
  const service = await openService(config, pino({ level: config.logLevel }))
  await service.app.ready()
  afterAll(async () => {
    await service.stop()
    await place.remove()
  })
  const { app, engine } = service
  const tokens = createTokens(deriveKey(Buffer.from(SECRET_KEY), 'session tokens'))
  const client = (credentials: Credentials = {}): Client => createClient(app, () => {}, credentials)

  /** A user with a session, without the slow hashing that a real login needs. */
  async function newUser(role: Role, siteId = 1): Promise<TestUser> {
    const username = `${role}-${randomBytes(5).toString('hex')}`
    const { user, session } = await engine.transact(async (tx) => {
      const user = await insertUser(tx, {
        username,
        email: `${username}@example.com`,
        role,
        password_hash: '-',
      })
      return { user, session: await insertSession(tx, user.id, '127.0.0.1', tx.now + TOKEN_SECONDS * 1000) }
    })
    const token = tokens.sign({ sid: session.id, gen: session.generation })
    return { id: user.id, username, token, ...client({ token, siteId }) }
  }

  /** A site of its own, with an administrator who acts on it. */
  async function newSite() {
    const root = await newUser('admin')
    const name = `site-${randomBytes(5).toString('hex')}`
    const { data } = await root.post('/api/sites', { name })
    const id = data.id as number
    return {
      id,
      alias: data.alias as string,
      defaultCategoryId: data.default_category_id as number,
      admin: await newUser('admin', id),
      anonymous: client({ siteId: id }),
      user: (role: Role) => newUser(role, id),
    }
  }

  return { app, engine: engine as Engine, config, folder: place.folder, client, newUser, newSite, tokens }
}

export type TestService = Awaited<ReturnType<typeof startTestService>>
export type TestSite = Awaited<ReturnType<TestService['newSite']>>
