import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { BackupPlace } from './backups.rules.ts'
import { codeOf, sync, writeDurably } from './file-copies.ts'

/** A restore to be done at the next start, before the database is opened. */
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
  /** Why it failed; empty if it succeeded. */
  reason: Type.String(),
  at: Type.Integer(),
})
export type RestoreOutcome = Static<typeof RestoreOutcome>

// Next to the backups, because the database is replaced.
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

/** Written to a temporary file and renamed, so that a crash leaves no incomplete file. */
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
