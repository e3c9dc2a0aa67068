import { link, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from './database.ts'
import { fingerprint, randomToken } from './platform/secrets/secrets.ts'

const KEY_BYTES = 48

export class WrongSecretKey extends Error {
  override name = 'WrongSecretKey'
}

/** The key that signs tokens and encrypts secrets: from the settings, or generated once and stored in a file. */
export async function readSecretKey(given: string | undefined, dataDir: string): Promise<Buffer> {
  if (given !== undefined) return Buffer.from(given, 'utf8')
  const path = secretKeyPath(dataDir)
  const kept = (await keptKey(path)) ?? (await makeKey(path))
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
export async function requireSameKey(engine: Engine, key: Buffer): Promise<void> {
  const ours = fingerprint(key)
  const kept = await engine.transact(async (tx) => {
    await tx
      .insertInto('service_state')
      .values({ key: 'secret_fingerprint', value: ours })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
    const { value } = await tx
      .selectFrom('service_state')
      .select('value')
      .where('key', '=', 'secret_fingerprint')
      .executeTakeFirstOrThrow()
    return value
  })
  if (kept !== ours)
    throw new WrongSecretKey(
      'SECRET_KEY: this database was set up with another key; set the same SECRET_KEY on every node (or restore the file secret.key in DATA_DIR).',
    )
}
