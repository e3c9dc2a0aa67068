import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { backupPlace } from '../../backup-place.ts'
import { startTestService } from '../../test/harness.ts'
import { makeBackup } from './backups.actions.ts'
import { DAY_MS } from './backups.rules.ts'
import { manifestIn } from './backups.store.ts'

const service = await startTestService()
const admin = await service.newUser('admin')
const place = backupPlace(service.config)

async function ended(jobId: number) {
  for (;;) {
    const { data } = await admin.get('/api/jobs?kind=backups.make&page_size=100')
    const job = data.list.find(({ id }: { id: number }) => id === jobId)
    if (job.state === 'done' || job.state === 'failed') return job
    await pause(20)
  }
}

async function order(body: object) {
  const { status, data } = await admin.post('/api/backups', body)
  expect(status).toBe(201)
  return ended(data.job_id)
}

async function backups() {
  return (await admin.get('/api/backups?page_size=100')).data
}

describe('POST /api/backups', () => {
  test('backs up the database; the backup is listed when it is complete', async () => {
    expect((await backups()).total).toBe(0)
    expect(await order({})).toMatchObject({ state: 'done' })
    const { total, list } = await backups()
    expect(total).toBe(1)
    expect(list).toEqual([
      {
        name: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z-database$/),
        kind: 'database',
        size: expect.any(Number),
        engine: service.engine.name,
        create_at: expect.any(String),
        create_time: expect.any(String),
      },
    ])
    const folder = join(place.folder, list[0].name)
    const manifest = await manifestIn(folder)
    expect(manifest.rows.users).toBeGreaterThanOrEqual(2)
    for (const { path, size } of manifest.files) {
      const found = await stat(join(folder, path))
      expect(found.size).toBe(size)
      expect(found.mode & 0o077).toBe(0)
    }
    const log = await admin.get('/api/audit-log?action=backup.ordered')
    expect(log.data.list).toMatchObject([{ user: { id: admin.id }, after: { kind: 'database' } }])
  })

  test('backs up both, with every uploaded file and no incomplete upload', async () => {
    await mkdir(join(place.uploads, '2026/11'), { recursive: true })
    await mkdir(join(place.uploads, '.incoming'), { recursive: true })
    await writeFile(join(place.uploads, '2026/11/picture.png'), 'a picture')
    await writeFile(join(place.uploads, '.incoming/half'), 'half a pic')
    expect(await order({ kind: 'all' })).toMatchObject({ state: 'done' })
    const { list } = await backups()
    const { name } = list.find(({ kind }: { kind: string }) => kind === 'uploads')
    const manifest = await manifestIn(join(place.folder, name))
    expect(manifest.files.map(({ path }) => path)).toEqual(['uploads/2026/11/picture.png'])
    expect(await readFile(join(place.folder, name, 'uploads/2026/11/picture.png'), 'utf8')).toBe('a picture')
  })

  test('deletes expired backups after the new one is complete', async () => {
    const now = Date.now()
    const old = await makeBackup(place, 'database', now - 8 * DAY_MS)
    const young = await makeBackup(place, 'database', now - 5 * DAY_MS)
    const uploads = await makeBackup(place, 'uploads', now - 20 * DAY_MS)
    await order({ kind: 'database' })
    const names = (await backups()).list.map(({ name }: { name: string }) => name)
    expect(names).not.toContain(old.name)
    expect(names).toContain(young.name)
    expect(names).toContain(uploads.name)
    expect((await readdir(place.folder)).filter((name) => name.startsWith('.unfinished'))).toEqual([])
  })

  test('lists backups in pages, newest first', async () => {
    const { total, list } = await backups()
    const second = await admin.get('/api/backups?page=2&page_size=1')
    expect(second.data).toMatchObject({ total, page: 2, total_pages: total, list: [list[1]] })
    const times = list.map(({ create_time }: { create_time: string }) => create_time)
    expect(times).toEqual([...times].sort().reverse())
    expect((await admin.get('/api/backups?page=1000')).data.list).toEqual([])
  })

  test('with the same Idempotency-Key makes one backup', async () => {
    const once = () => admin.post('/api/backups', {}, { 'idempotency-key': 'one-backup' })
    const first = await once()
    await ended(first.data.job_id)
    expect((await once()).data).toEqual(first.data)
  })

  test('rejects an unknown kind', async () => {
    const { status, errors } = await admin.post('/api/backups', { kind: 'everything' })
    expect(status).toBe(422)
    expect(errors).toHaveProperty('kind')
  })

  const refused = [
    ['nobody', () => service.client(), 401],
    ['an auditor', () => service.newUser('auditor'), 403],
  ] as const
  for (const [who, come, status] of refused)
    test(`rejects ${who} with ${status}`, async () => {
      const caller = await come()
      expect((await caller.get('/api/backups')).status).toBe(status)
      expect((await caller.post('/api/backups', {})).status).toBe(status)
    })
})

test('an incomplete backup of a dead process is not listed, and the next backup deletes it', async () => {
  const left = join(place.folder, '.unfinished-2026-01-01T02-00-00Z-database')
  await mkdir(left)
  await writeFile(join(left, 'inkstone.db'), 'half')
  const { total } = await backups()
  await makeBackup(place, 'database', Date.now())
  expect((await backups()).total).toBe(total + 1)
  expect(await readdir(place.folder)).not.toContain('.unfinished-2026-01-01T02-00-00Z-database')
})

test('two simultaneous backups are made one after the other', async () => {
  const now = Date.now()
  const made = await Promise.all([1, 2, 3].map(() => makeBackup(place, 'database', now)))
  expect(new Set(made.map(({ name }) => name)).size).toBe(3)
})

test('an aborted backup leaves nothing behind', async () => {
  const before = await readdir(place.folder)
  await expect(
    makeBackup(place, 'database', Date.now(), { signal: AbortSignal.abort(new Error('stopping')) }),
  ).rejects.toThrow('stopping')
  expect(await readdir(place.folder)).toEqual(before)
})

test('the schedule contains both kinds', async () => {
  for (;;) {
    const rows = await service.engine.db.selectFrom('schedules').select(['name', 'rule']).execute()
    const rules = new Map(rows.map(({ name, rule }) => [name, rule]))
    if (!rules.has('back-up-uploads')) {
      await pause(20)
      continue
    }
    expect(rules.get('back-up-database')).toContain('0 2 * * *')
    expect(rules.get('back-up-uploads')).toContain('0 2 * * 0')
    return
  }
})

describe('an existing backup', () => {
  test('shows what a restore would undo, and can be downloaded as a zip', async () => {
    await order({ kind: 'database' })
    const [{ name }] = (await backups()).list
    const path = `/api/backups/${name}`
    const before = (await admin.get(path)).data
    expect(before).toMatchObject({ name, kind: 'database', command: `inkstone restore --replace ${name}` })
    await pause(1100)
    const site = await service.newSite()
    await site.admin.post('/api/articles', {
      title: 'New',
      content: 'x',
      category_id: site.defaultCategoryId,
    })
    await site.admin.post('/api/pages', { title: 'New', content: 'x' })
    const { lost } = (await admin.get(path)).data
    expect(lost.articles).toBe(before.lost.articles + 1)
    expect(lost.pages).toBe(before.lost.pages + 1)
    expect(lost.users).toBeGreaterThan(before.lost.users)

    const download = await service.app.inject({
      url: `${path}/download`,
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect([download.statusCode, download.headers['content-type']]).toEqual([200, 'application/zip'])
    expect(download.headers['content-disposition']).toContain(`${name}.zip`)
    expect(download.rawPayload.subarray(0, 2).toString()).toBe('PK')
    expect(download.rawPayload.includes(`${name}/manifest.json`)).toBe(true)
    const log = await admin.get('/api/audit-log?action=backup.downloaded')
    expect(log.data.list).toMatchObject([{ user: { id: admin.id }, after: { name } }])
  })

  const refusals = [
    ['there is none of this name', '2020-01-01T00-00-00Z-database', 404],
    ['the name leads elsewhere', '..%2F..%2Fetc%2Fpasswd', 404],
    ['the name is a hidden folder', '.lock', 404],
  ] as const
  for (const [when, name, status] of refusals)
    test(`is rejected with ${status} when ${when}`, async () => {
      for (const path of [`/api/backups/${name}`, `/api/backups/${name}/download`])
        expect((await admin.get(path)).status).toBe(status)
    })

  test('is only for global administrators', async () => {
    const [{ name }] = (await backups()).list
    const auditor = await service.newUser('auditor')
    for (const path of [`/api/backups/${name}`, `/api/backups/${name}/download`])
      expect((await auditor.get(path)).status).toBe(403)
  })
})
