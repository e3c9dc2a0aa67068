import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { migrations } from '../../migrations/list.ts'
import { createPlace } from '../../test/database.ts'
import { openEngine } from '../sql/engine.ts'
import { migrate } from '../sql/migrate.ts'
import { enqueue } from './enqueue.ts'
import { jobForms, jobKind } from './job-kind.ts'
import type { JobTables } from './jobs.table.ts'
import { startWorker } from './worker.ts'

interface TestTables extends JobTables {
  effects: { job_id: number; node: string }
}

const here = fileURLToPath(new URL('.', import.meta.url))
const place = await createPlace()
const database = {
  databaseUrl: place.settings.DATABASE_URL,
  sqlitePath: join(place.folder, 'jobs.db'),
  poolSize: 10,
}
const engine = await openEngine<TestTables>({ ...database, onLost: () => {} })
await migrate(engine, migrations)
await engine.transact((tx) =>
  sql`create table effects (job_id bigint not null, node text not null)`.execute(tx),
)
afterAll(async () => {
  await engine.close()
  await place.remove()
})

const inside = jobKind<{ id: number }>('test.inside')
const outside = jobKind<{ id: number }>('test.outside')
const lettersPath = join(place.folder, 'letters')
const leaseTimes = { leaseMs: 2_000, renewMs: 500 }

// After its tenth job outside the node stops in the middle of the next, and then in the middle of a transaction, with
// the effect written and not committed.
const doomedNode = `
  import { appendFileSync } from 'node:fs'
  import { pino } from 'pino'
  import { openEngine } from '../sql/engine.ts'
  import { jobForms, jobKind } from './job-kind.ts'
  import { startWorker } from './worker.ts'

  const { database, lettersPath, leaseTimes } = JSON.parse(process.argv[2])
  const engine = await openEngine({ ...database, onLost: () => {} })
  const { transacts, acts } = jobForms()
  let outside = 0
  async function linger(form) {
    if (outside <= 10) return
    process.stdout.write('in the middle of ' + form + ';')
    await new Promise(() => {})
  }
  startWorker({
    engine,
    handlers: [
      transacts(jobKind('test.inside'), async (tx, _, { id }) => {
        await tx.insertInto('effects').values({ job_id: id, node: 'doomed' }).execute()
        await linger('inside')
      }),
      acts(jobKind('test.outside'), async (_, { id }) => {
        appendFileSync(lettersPath, id + '\\n')
        outside++
        await linger('outside')
      }),
    ],
    node: 'doomed',
    log: pino({ level: 'silent' }),
    concurrency: 2,
    ...leaseTimes,
  })
`

async function startDoomedNode(): Promise<ChildProcess> {
  const program = join(place.folder, 'doomed-node.mjs')
  await writeFile(lettersPath, '')
  await copyFile(join(here, '../sql/sqlite/sqlite-worker.mjs'), join(place.folder, 'sqlite-worker.mjs'))
  await symlink(join(here, '../../../node_modules'), join(place.folder, 'node_modules'))
  await build({
    stdin: { contents: doomedNode, resolveDir: here, loader: 'ts' },
    outfile: program,
    bundle: true,
    external: ['@photostructure/sqlite', 'kysely', 'pg', 'pino'],
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  })
  const task = JSON.stringify({ database, lettersPath, leaseTimes })
  return spawn(process.execPath, [program, task], { stdio: ['ignore', 'pipe', 'inherit'] })
}

async function saysAll(child: ChildProcess, words: readonly string[]): Promise<void> {
  let said = ''
  child.stdout?.on('data', (chunk) => {
    said += chunk
  })
  await vi.waitUntil(() => words.every((word) => said.includes(word)), { timeout: 50_000, interval: 20 })
}

test('when a node is killed, no job is lost and no transaction runs twice', async () => {
  await engine.transact(async (tx) => {
    for (let id = 0; id < 200; id++) await enqueue(tx, inside, { id })
    for (let id = 0; id < 30; id++) await enqueue(tx, outside, { id })
  })
  const doomed = await startDoomedNode()
  await saysAll(doomed, ['in the middle of inside;', 'in the middle of outside;'])
  doomed.kill('SIGKILL')
  await once(doomed, 'exit')

  const { transacts, acts } = jobForms<TestTables>()
  const sent: number[] = []
  const survivor = startWorker({
    engine,
    handlers: [
      transacts(inside, async (tx, _, { id }) => {
        await tx.insertInto('effects').values({ job_id: id, node: 'survivor' }).execute()
      }),
      acts(outside, async (_, { id }) => void sent.push(id)),
    ],
    node: 'survivor',
    log: pino({ level: 'silent' }),
    concurrency: 4,
    ...leaseTimes,
  })
  const open = () =>
    engine.db.selectFrom('jobs').select('id').where('state', '!=', 'done').limit(1).executeTakeFirst()
  await vi.waitUntil(async () => (await open()) === undefined, { timeout: 50_000, interval: 50 })
  await survivor.stop()

  const effects = await engine.db.selectFrom('effects').selectAll().execute()
  expect(effects).toHaveLength(200)
  expect(new Set(effects.map(({ job_id }) => job_id)).size).toBe(200)
  const letters = (await readFile(lettersPath, 'utf8')).trim().split('\n').map(Number)
  expect(new Set([...letters, ...sent]).size).toBe(30)
  const takenOver = await engine.db.selectFrom('jobs').select('node').where('lease', '>', 1).execute()
  expect(takenOver.length).toBeGreaterThanOrEqual(2)
  expect(takenOver.every(({ node }) => node === 'survivor')).toBe(true)
}, 60_000)
