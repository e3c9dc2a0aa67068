import { link, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db, Engine } from './database.ts'
import { fingerprint, randomToken } from './platform/secrets/secrets.ts'

const KEY_BYTES = 48

export class WrongSecretKey extends Error {
  override name = 'WrongSecretKey'
}

/**
 * The key that signs tokens and encrypts secrets: from the settings, or generated once and stored in a file. It is the
 * key that the database was set up with.
 */
export async function openSecretKey(
  engine: Engine,
  given: string | undefined,
  dataDir: string,
): Promise<Buffer> {
  const key = given === undefined ? await readKey(engine, dataDir) : Buffer.from(given, 'utf8')
  await requireSameKey(engine, key)
  return key
}

async function readKey(engine: Engine, dataDir: string): Promise<Buffer> {
  const path = secretKeyPath(dataDir)
  // Read before the file: another process that starts at the same time stores the file first.
  const isNew = (await keptFingerprint(engine.db)) === undefined
  const kept = (await keptKey(path)) ?? (isNew ? await makeKey(path) : undefined)
  if (kept === undefined) throw otherKey()
  if (kept === '')
    throw new WrongSecretKey(
      `SECRET_KEY: the file ${path} is empty; restore it from a backup, or set SECRET_KEY to its former content.`,
    )
  return Buffer.from(kept, 'utf8')
}

/** The existing key, if any. */
export async function keptSecretKey(given: string | undefined, dataDir: string): Promise<string | undefined> {
  return given ?? keptKey(secretKeyPath(dataDir))
}

export function secretKeyPath(dataDir: string): string {
  return join(dataDir, 'secret.key')
}

async function keptKey(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}

/** Created atomically: if two processes start at once, one creates the file and both read the same key. */
async function makeKey(path: string): Promise<string> {
  const draft = `${path}.${randomToken(6)}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(randomToken(KEY_BYTES))
    await file.sync()
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await file.close()
    await rm(draft, { force: true })
  }
  return (await keptKey(path)) ?? ''
}

/** The database stores the fingerprint of its key, because a node with another key would reject all tokens. */
async function requireSameKey(engine: Engine, key: Buffer): Promise<void> {
  const ours = fingerprint(key)
  const kept = await engine.transact(async (tx) => {
    await tx
      .insertInto('service_state')
      .values({ key: 'secret_fingerprint', value: ours })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
    return keptFingerprint(tx)
  })
  if (kept !== ours) throw otherKey()
}

async function keptFingerprint(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('service_state')
    .select('value')
    .where('key', '=', 'secret_fingerprint')
    .executeTakeFirst()
  return row?.value
}

function otherKey(): WrongSecretKey {
  return new WrongSecretKey(
    'SECRET_KEY: this database was set up with another key; set the same SECRET_KEY on every node (or restore the file secret.key in DATA_DIR).',
  )
}
