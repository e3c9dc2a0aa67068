import { link, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db, Engine, Tx } from './database.ts'
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
  await finishReplacing(engine.db, path)
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

/**
 * Replaces the key. `reencrypt` changes what is encrypted in the database; `announce` receives a key that the settings
 * have to contain, before anything changes: without it, what it encrypts is lost.
 */
export async function replaceSecretKey<Result>(
  engine: Engine,
  { given, dataDir }: { readonly given: string | undefined; readonly dataDir: string },
  announce: (key: string) => void,
  reencrypt: (tx: Tx, from: Buffer, to: Buffer) => Promise<Result>,
): Promise<Result> {
  const path = secretKeyPath(dataDir)
  const from = await openSecretKey(engine, given, dataDir)
  const next = randomToken(KEY_BYTES)
  if (given === undefined) await writeKey(nextKeyPath(path), 'w', next)
  else announce(next)
  const result = await engine.transact(async (tx) => {
    const to = Buffer.from(next, 'utf8')
    const done = await reencrypt(tx, from, to)
    await tx
      .updateTable('service_state')
      .set({ value: fingerprint(to) })
      .where('key', '=', 'secret_fingerprint')
      .execute()
    return done
  })
  if (given === undefined) await finishReplacing(engine.db, path)
  return result
}

/** Also after an interruption between the commit and the renaming. */
async function finishReplacing(db: Db, path: string): Promise<void> {
  const next = await keptKey(nextKeyPath(path))
  if (next !== undefined && fingerprint(next) === (await keptFingerprint(db)))
    await rename(nextKeyPath(path), path)
}

function nextKeyPath(path: string): string {
  return `${path}.next`
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
  try {
    await writeKey(draft, 'wx', randomToken(KEY_BYTES))
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
  return (await keptKey(path)) ?? ''
}

async function writeKey(path: string, flags: 'w' | 'wx', key: string): Promise<void> {
  const file = await open(path, flags, 0o600)
  try {
    await file.writeFile(key)
    await file.sync()
  } finally {
    await file.close()
  }
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
