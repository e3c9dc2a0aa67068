import { describe, expect, test } from 'vitest'
import type { JobRow } from '../../platform/jobs/jobs.table.ts'
import { startTestService } from '../../test/harness.ts'

const { engine, client, newUser } = await startTestService()
const admin = await newUser('admin')

/** An unknown kind, so that no worker changes it. */
async function newJob(job: Partial<JobRow> = {}, kind = 'test.of-nobody'): Promise<number> {
  const { id } = await engine.transact((tx) =>
    tx
      .insertInto('jobs')
      .values({ kind, payload: '{"thing_id":7}', due_at: tx.now, created_at: tx.now, ...job })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

const failed = { state: 'failed', attempts: 10, last_error: 'Error: no', ended_at: 1_000 } as const

describe('GET /api/jobs', () => {
  test('lists jobs, newest first, by state and kind', async () => {
    const older = await newJob(failed, 'test.list')
    const newer = await newJob({ due_at: Date.parse('9999-01-01T00:00:00Z') }, 'test.list')
    const all = await admin.get('/api/jobs?kind=test.list')
    expect(all.data).toMatchObject({ total: 2, list: [{ id: newer, state: 'waiting' }, { id: older }] })
    const broken = await admin.get('/api/jobs?kind=test.list&state=failed')
    expect(broken.data.list).toEqual([
      {
        id: older,
        kind: 'test.list',
        payload: { thing_id: 7 },
        state: 'failed',
        attempts: 10,
        due_time: expect.any(String),
        due_at: expect.any(String),
        create_at: expect.any(String),
        end_at: expect.any(String),
        node: '',
        last_error: 'Error: no',
        create_time: expect.any(String),
        end_time: expect.any(String),
      },
    ])
    const second = await admin.get('/api/jobs?kind=test.list&page=2&page_size=1')
    expect(second.data).toMatchObject({ total: 2, total_pages: 2, page: 2, list: [{ id: older }] })
  })

  test('rejects an unknown state', async () => {
    const { status, errors } = await admin.get('/api/jobs?state=asleep')
    expect(status).toBe(400)
    expect(errors).toHaveProperty('state')
  })
})

describe('POST /api/jobs/{id}/retry', () => {
  test('makes a failed job due again, and records who did it', async () => {
    const id = await newJob({ ...failed, due_at: 0 })
    const { status, data } = await admin.post(`/api/jobs/${id}/retry`)
    expect(status).toBe(200)
    expect(data).toMatchObject({ id, state: 'waiting', attempts: 0, end_time: null, last_error: 'Error: no' })
    const log = await admin.get(`/api/audit-log?action=job.retried&target_id=${id}`)
    expect(log.data.list).toMatchObject([{ user: { id: admin.id }, target_type: 'job' }])
  })

  test('makes a waiting job due now', async () => {
    const id = await newJob({ due_at: Date.parse('9999-01-01T00:00:00Z') })
    const { data } = await admin.post(`/api/jobs/${id}/retry`)
    expect(data.due_time < '9999').toBe(true)
  })

  for (const state of ['running', 'done'] as const)
    test(`rejects one that is ${state} with 422, and changes nothing`, async () => {
      const id = await newJob({ state, leased_until: Date.parse('9999-01-01T00:00:00Z') })
      const { status, errors } = await admin.post(`/api/jobs/${id}/retry`)
      expect(status).toBe(422)
      expect(errors).toHaveProperty('state')
      const { data } = await admin.get(`/api/jobs?kind=test.of-nobody&state=${state}`)
      expect(data.list).toMatchObject([{ id }])
    })

  test('returns 404 for an unknown job', async () => {
    expect((await admin.post('/api/jobs/999999999/retry')).status).toBe(404)
  })
})

const refused = [
  ['nobody', () => client(), 401],
  ['an auditor', () => newUser('auditor'), 403],
] as const
for (const [who, come, status] of refused)
  test(`rejects ${who} with ${status}`, async () => {
    const caller = await come()
    expect((await caller.get('/api/jobs')).status).toBe(status)
    expect((await caller.post(`/api/jobs/${await newJob(failed)}/retry`)).status).toBe(status)
  })
