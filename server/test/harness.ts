import { randomBytes } from 'node:crypto'
import type { Role } from '@inkstone/contract/permissions.ts'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { readConfig } from '../config.ts'
import type { Engine } from '../database.ts'
import { insertSession } from '../features/sessions/sessions.store.ts'
import { createTokens, TOKEN_SECONDS } from '../features/sessions/tokens.rules.ts'
import { insertUser } from '../features/users/users.store.ts'
import { createLog } from '../platform/core/log.ts'
import { createAnswerChecker } from '../platform/openapi/answer-check.ts'
import type { OpenApiDocument } from '../platform/openapi/shape.ts'
import { deriveKey } from '../platform/secrets/secrets.ts'
import { openService } from '../service.ts'
import { atEnd } from './at-end.ts'
import { type Answer, type Client, type Credentials, createClient } from './client.ts'
import { createPlace, type TestPlace } from './database.ts'
import { startSendingThroughPrism } from './prism.ts'

export const ADMIN_PASSWORD = 'the first administrator'
export const SECRET_KEY = 'a key for tests, and only for tests'

/** A node that does not hear from Redis in time counts for itself. On a busy machine that would be by chance. */
const REDIS_PATIENCE_MS = 60_000

export interface TestUser extends Client {
  readonly id: number
  readonly username: string
  readonly token: string
}

/** Starts a node and captures its log. */
async function startNode(place: TestPlace, settings: Record<string, string>) {
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
  const logLines: string[] = []
  const log = createLog({
    level: config.logLevel,
    pretty: false,
    to: { write: (line) => void logLines.push(line) },
  })
  const service = await openService(config, log, undefined, { redisPatienceMs: REDIS_PATIENCE_MS })
  await service.app.ready()
  const document = await publishedDocument(service.app)
  const check = heldAgainst(document)
  const throughPrism = await startSendingThroughPrism(service.app, document)
  const client = (credentials: Credentials = {}): Client =>
    createClient(service.app, check, credentials, throughPrism)
  return { ...service, config, logLines, document, client }
}

let published: Promise<OpenApiDocument> | undefined

/** All nodes publish the same document, and building it takes longer than many tests, so only one of them is asked. */
function publishedDocument(app: FastifyInstance): Promise<OpenApiDocument> {
  published ??= readDocument(app)
  return published
}

/** Requested from an IP address that no test uses, because the request is counted. */
async function readDocument(app: FastifyInstance): Promise<OpenApiDocument> {
  const { payload } = await app.inject({ url: '/api/openapi.json', remoteAddress: '192.0.2.250' })
  return JSON.parse(payload)
}

/** Must not be in any response: the hash of a password or token, or the name of such a column. */
const KEPT_SECRET = /\$argon2|_hash"/

/** Shared by the nodes of a test file: they have the same document, and compiling its schemas is slow. */
let checker: ReturnType<typeof createAnswerChecker> | undefined

function heldAgainst(document: OpenApiDocument) {
  checker ??= createAnswerChecker(document)
  const check = checker
  return ({ method = 'GET', url = '' }: InjectOptions, { status, headers, text }: Answer): void => {
    if (KEPT_SECRET.test(text)) throw new Error(`a secret leaves with ${method} ${url}: ${text}`)
    const disagreements = check(method, String(url), status, headers, text)
    if (disagreements.length > 0) throw new Error(`${disagreements.join('\n')}\n${text.slice(0, 2000)}`)
  }
}

/** Starts a separate service for one test file, on the engine of the environment. It stops with the file. */
export async function startTestService(settings: Record<string, string> = {}) {
  const place = await createPlace({ migrated: true, overSocket: true })
  const service = await startNode(place, settings)
  const others: Array<{ stop(): Promise<void> }> = []
  atEnd(async () => {
    await Promise.all([service, ...others].map((node) => node.stop()))
    await place.remove()
  })
  const { app, engine, config, client, document, logLines } = service
  const tokens = createTokens(deriveKey(Buffer.from(SECRET_KEY), 'session tokens'))

  /** Another node on the same database and the same Redis. */
  async function newNode(otherSettings: Record<string, string> = {}) {
    const node = await startNode(place, { ...settings, ...otherSettings })
    others.push(node)
    return node
  }

  /** Creates a user with a session, without the slow password hashing of a real login. */
  async function newUser(role: Role, siteId = 1): Promise<TestUser> {
    const username = `${role}-${randomBytes(5).toString('hex')}`
    const { user, session } = await engine.transact(async (tx) => {
      const user = await insertUser(tx, {
        username,
        email: `${username}@example.com`,
        role,
        password_hash: '-',
      })
      return {
        user,
        session: await insertSession(tx, {
          userId: user.id,
          address: '127.0.0.1',
          expiresAt: tx.now + TOKEN_SECONDS * 1000,
        }),
      }
    })
    const token = tokens.sign({ sid: session.id, gen: session.generation })
    return { id: user.id, username, token, ...client({ token, siteId }) }
  }

  /** Creates a site with an administrator. */
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

  return {
    app,
    engine: engine as Engine,
    config,
    folder: place.folder,
    logLines,
    document,
    client,
    newNode,
    newUser,
    newSite,
    tokens,
  }
}

type TestService = Awaited<ReturnType<typeof startTestService>>
export type TestSite = Awaited<ReturnType<TestService['newSite']>>
