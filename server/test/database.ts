import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import pg from 'pg'
import { copySqliteTemplate, postgresTemplate } from './template.ts'

/** The environment of one test file: a temporary folder, and on PostgreSQL its own database. */
export interface TestPlace {
  /** The settings to use it. */
  readonly settings: Record<string, string>
  readonly folder: string
  remove(): Promise<void>
}

/**
 * `migrated`: the database already has its tables, as after `inkstone migrate`. `overSocket`: PostgreSQL is reached over
 * its Unix socket if that is known, which takes a fifth less processor time for each statement than TCP.
 */
export async function createPlace({ migrated = false, overSocket = false } = {}): Promise<TestPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'inkstone-test-'))
  const serverUrl = process.env.TEST_DATABASE_URL
  const database = serverUrl === undefined ? undefined : await createDatabase(serverUrl, migrated, overSocket)
  if (!database && migrated) await copySqliteTemplate(folder)
  const redisUrl =
    process.env.TEST_REDIS_URL === undefined ? undefined : await emptyRedis(process.env.TEST_REDIS_URL)
  return {
    folder,
    settings: {
      DATA_DIR: folder,
      ...(database && { DATABASE_URL: database.url }),
      ...(redisUrl !== undefined && { REDIS_URL: redisUrl }),
    },
    remove: async () => {
      await database?.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Test files that run at the same time use different databases of one Redis, each empty at first. */
async function emptyRedis(serverUrl: string): Promise<string> {
  const url = new URL(serverUrl)
  url.pathname = `/${Number(process.env.VITEST_POOL_ID ?? 0) % 16}`
  const redis = new Redis(url.href)
  await redis.flushdb()
  redis.disconnect()
  return url.href
}

async function createDatabase(
  serverUrl: string,
  migrated: boolean,
  overSocket: boolean,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `inkstone_test_${randomBytes(6).toString('hex')}`
  if (migrated) template ??= postgresTemplate(serverUrl)
  const source = migrated ? await template : 'template1'
  // The log is not needed, and writing the copy to it takes twice the time.
  await administer(serverUrl, `create database ${name} template ${source} strategy file_copy`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const socket = process.env.TEST_DATABASE_SOCKET
  if (overSocket && socket !== undefined) url.searchParams.set('host', socket)
  return { url: url.href, drop: () => administer(serverUrl, `drop database if exists ${name} with (force)`) }
}

// Of this process, which makes a database for each of its test files.
let template: Promise<string> | undefined
let administration: pg.Pool | undefined

async function administer(connectionString: string, statement: string): Promise<void> {
  administration ??= new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  await administration.query(statement)
}
