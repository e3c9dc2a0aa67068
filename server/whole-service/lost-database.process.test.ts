import { copyFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createPlace } from '../test/database.ts'
import { run, startNode } from '../test/program.ts'

const place = await createPlace()
afterAll(() => place.remove())
const settings = { ...place.settings, ADMIN_PASSWORD: 'the first administrator' }
const database = join(place.folder, 'inkstone.db')
const onSqlite = test.runIf(place.settings.DATABASE_URL === undefined)

async function startAndStop(): Promise<void> {
  const node = startNode(settings)
  await node.url()
  node.signal('SIGTERM')
  expect((await node.ended()).code).toBe(0)
}

onSqlite('after a clean stop the database file alone holds the site', async () => {
  await startAndStop()
  const wal = await stat(`${database}-wal`).catch(() => ({ size: 0 }))
  expect(wal.size).toBe(0)
  await copyFile(database, `${database}.copy`)
  await rm(`${database}-wal`, { force: true })
  await rm(`${database}-shm`, { force: true })
  await startAndStop()
})

onSqlite('a database that has lost its content is not taken for a new one', async () => {
  const refusals = [
    ['is missing', () => rm(database)],
    // Simulates the loss of a -wal file that contained everything.
    ['is empty', () => copyFile('/dev/null', database)],
  ] as const
  for (const [words, lose] of refusals) {
    await lose()
    const ending = await run(['serve'], { ...settings, PORT: '0' })
    expect(ending.code).toBe(1)
    const lines = ending.stderr.trim().split('\n')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(`${database} ${words}, but a site was here`)
  }
  await copyFile(`${database}.copy`, database)
  await startAndStop()
  await rm(database)
  await rm(`${database}.created`)
  await startAndStop()
})
