import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from './database.ts'
import { fingerprint, randomToken } from './platform/secrets.ts'

const KEY_BYTES = 48

export class WrongSecretKey extends Error {
  override name = 'WrongSecretKey'
}

/** The key that signs tokens and encrypts secrets: the setting, or one that is made once and kept in a file. */
export async function readSecretKey(given: string | undefined, dataDir: string): Promise<Buffer> {
  if (given !== undefined) return Buffer.from(given, 'utf8')
  const path = join(dataDir, 'secret.key')
  try {
    // `wx`: of two processes that start at once, one writes and both then read the same.
    await writeFile(path, randomToken(KEY_BYTES), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return Buffer.from((await readFile(path, 'utf8')).trim(), 'utf8')
}

/** The database remembers its key's fingerprint: a node with another key would refuse everybody's tokens. */
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
