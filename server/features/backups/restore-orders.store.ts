import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { BackupPlace } from './backups.rules.ts'
import { codeOf, sync, writeDurably } from './file-copies.ts'

/** A restore that the service does when it starts, before it opens the database. */
const RestoreOrder = Type.Object({
  name: Type.String(),
  siteId: Type.Integer(),
  userId: Type.Integer(),
  username: Type.String(),
  orderedAt: Type.Integer(),
})
export type RestoreOrder = Static<typeof RestoreOrder>

const RestoreOutcome = Type.Object({
  name: Type.String(),
  /** Why it was not done; empty where it was. */
  reason: Type.String(),
  at: Type.Integer(),
})
export type RestoreOutcome = Static<typeof RestoreOutcome>

// Beside the backups, because the database is what is replaced.
const ORDER = '.restore-order.json'
const OUTCOME = '.last-restore.json'

type Folder = Pick<BackupPlace, 'folder'>

export async function findOrder({ folder }: Folder): Promise<RestoreOrder | undefined> {
  const found = await readJson(join(folder, ORDER))
  return Value.Check(RestoreOrder, found) ? found : undefined
}

export async function saveOrder(place: Folder, order: RestoreOrder): Promise<void> {
  await putJson(place, ORDER, order)
}

export async function removeOrder({ folder }: Folder): Promise<void> {
  await rm(join(folder, ORDER), { force: true })
}

export async function findOutcome({ folder }: Folder): Promise<RestoreOutcome | undefined> {
  const found = await readJson(join(folder, OUTCOME))
  return Value.Check(RestoreOutcome, found) ? found : undefined
}

export async function saveOutcome(place: Folder, outcome: RestoreOutcome): Promise<void> {
  await putJson(place, OUTCOME, outcome)
}

/** Written beside and renamed: half a file must not be read after a crash. */
async function putJson({ folder }: Folder, name: string, value: unknown): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `${name}.draft`)
  await writeDurably(draft, JSON.stringify(value))
  await rename(draft, join(folder, name))
  await sync(folder)
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(String(codeOf(error))) || error instanceof SyntaxError)
      return undefined
    throw error
  }
}
