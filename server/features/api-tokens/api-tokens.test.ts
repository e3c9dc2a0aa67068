import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startTestService } from '../../test/harness.ts'

const service = await startTestService()
const admin = await service.newUser('admin')
const by = (token: string) => service.client({ token })

async function newToken(scope: 'read' | 'write' | undefined, owner = admin, fields: object = {}) {
  const { data } = await owner.post('/api/tokens', { name: 'program', ...(scope && { scope }), ...fields })
  return { id: data.id as number, ...by(data.token), token: data.token as string }
}

describe('an API token', () => {
  test('is shown once, listed without its value, and stored as a hash', async () => {
    const member = await service.newUser('member')
    const { status, data } = await member.post('/api/tokens', { name: ' Build ', expire_time: '2999-01-01' })
    expect(status).toBe(201)
    expect(data).toEqual({
      id: expect.any(Number),
      name: 'Build',
      scope: 'read',
      sites: [],
      rate_limit: null,
      user: { id: member.id, username: member.username },
      hint: data.token.slice(-4),
      expire_time: '2999-01-01 00:00:00',
      expire_at: '2999-01-01T00:00:00Z',
      last_used_time: null,
      last_used_at: null,
      create_time: expect.any(String),
      create_at: expect.any(String),
      token: expect.stringMatching(/^ink_[\w-]{40}$/),
    })
    const { token, ...shown } = data
    expect((await member.get('/api/tokens')).data).toMatchObject({ list: [shown], total: 1 })
    const rows = await service.engine.db.selectFrom('api_tokens').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('with the scope read can only read', async () => {
    const token = await newToken(undefined)
    expect((await token.get('/api/users')).status).toBe(200)
    expect((await token.send('HEAD', '/api/users')).status).toBe(200)
    for (const [method, path] of [
      ['POST', '/api/users'],
      ['PUT', '/api/auth/me'],
      ['DELETE', '/api/users/1'],
      ['PUT', '/api/settings'],
      ['POST', '/api/tokens'],
      ['DELETE', '/api/tokens/1'],
    ] as const) {
      const { status, body } = await token.send(method, path, {})
      expect([status, body.message]).toEqual([403, 'This API token is read-only.'])
    }
  })

  test('with the scope write can do what its user can, and no more', async () => {
    const editor = await service.newUser('editor')
    const token = await newToken('write', editor)
    expect((await token.put('/api/auth/me', { nickname: 'by a program' })).status).toBe(200)
    expect((await editor.get('/api/auth/me')).data.nickname).toBe('by a program')
    expect((await token.get('/api/users')).status).toBe(403)
    await admin.put(`/api/users/${editor.id}`, { role: 'admin' })
    expect((await token.get('/api/users')).status).toBe(200)
    await admin.put(`/api/users/${editor.id}`, { status: 0 })
    expect((await token.get('/api/users')).body).toMatchObject({ code: 403, error: 'user-disabled' })
    await admin.put(`/api/users/${editor.id}`, { status: 1 })
    expect((await token.get('/api/users')).status).toBe(200)
  })

  test('works in the URL too', async () => {
    const { token } = await newToken('read')
    expect((await service.client().get(`/api/auth/me?token=${token}`)).data.id).toBe(admin.id)
  })

  test('returns 10002 when expired and 10001 when revoked', async () => {
    const past = await newToken('read', admin, { expire_time: '2120-01-01' })
    await service.engine.transact((tx) =>
      tx.updateTable('api_tokens').set({ expires_at: 1 }).where('id', '=', past.id).execute(),
    )
    const expired = await past.get('/api/auth/me')
    expect([expired.status, expired.body.code]).toEqual([401, 10002])
    const token = await newToken('read')
    expect((await admin.delete(`/api/tokens/${token.id}`)).status).toBe(200)
    const revoked = await token.get('/api/auth/me')
    expect([revoked.status, revoked.body.code]).toEqual([401, 10001])
    expect((await admin.delete(`/api/tokens/${token.id}`)).status).toBe(404)
  })

  test('cannot have an expiry in the past', async () => {
    const { status, errors } = await admin.post('/api/tokens', { name: 'late', expire_time: '2020-01-01' })
    expect([status, Object.keys(errors)]).toEqual([422, ['expire_time']])
  })

  test('can be revoked together with others of the same user', async () => {
    const [one, two] = [await service.newUser('member'), await service.newUser('member')]
    const [mine, theirs] = [await newToken('read', one), await newToken('read', two)]
    const { data } = await one.delete('/api/tokens', { ids: [mine.id, theirs.id, 999_999] })
    expect(data).toEqual({ success_count: 1, failed_count: 2 })
    expect((await mine.get('/api/auth/me')).body.code).toBe(10001)
    expect((await theirs.get('/api/auth/me')).status).toBe(200)
  })

  test('shows when it was last used', async () => {
    const token = await newToken('read')
    await token.get('/api/auth/me')
    const lastUse = async () =>
      (await admin.get('/api/tokens')).data.list.find(({ id }: { id: number }) => id === token.id)
        .last_used_time
    await expect.poll(lastUse).toMatch(/^\d{4}-\d\d-\d\d /)
  })

  test('is visible to and revocable by its owner and administrators only', async () => {
    const [one, two] = [await service.newUser('member'), await service.newUser('auditor')]
    const token = await newToken('read', one)
    expect((await two.delete(`/api/tokens/${token.id}`)).status).toBe(404)
    expect((await two.get(`/api/tokens?user_id=${one.id}`)).status).toBe(403)
    expect((await two.get('/api/tokens?user_id=0')).status).toBe(403)
    expect((await two.get(`/api/tokens?user_id=${two.id}`)).data.total).toBe(0)
    expect((await admin.get(`/api/tokens?user_id=${one.id}`)).data.total).toBe(1)
    expect((await admin.get('/api/tokens?user_id=0')).data.total).toBeGreaterThan(1)
    expect((await admin.get('/api/tokens?user_id=9223372036854775808')).data.total).toBe(0)
    expect((await admin.delete(`/api/tokens/${token.id}`)).status).toBe(200)
    expect((await token.get('/api/auth/me')).status).toBe(401)
  })

  const refusals = [
    [{}, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'x', scope: 'all' }, 'scope'],
    [{ name: 'x', scope: null }, 'scope'],
    [{ name: 'x', expire_time: 'tomorrow' }, 'expire_time'],
    [{ name: 'x', sites: 1 }, 'sites'],
    [{ name: 'x', sites: ['one'] }, 'sites'],
    [{ name: 'x', sites: [0] }, 'sites'],
    [{ name: 'x', sites: [999_999] }, 'sites'],
    [{ name: 'x', sites: Array.from({ length: 101 }, (_, at) => at + 1) }, 'sites'],
    [{ name: 'x', rate_limit: 0 }, 'rate_limit'],
    [{ name: 'x', rate_limit: 60_001 }, 'rate_limit'],
    [{ name: 'x', rate_limit: '10' }, 'rate_limit'],
    [{ name: 'x', rate_limit: 1.5 }, 'rate_limit'],
  ] as const
  for (const [body, field] of refusals)
    test(`is rejected with 422 on ${field} for ${JSON.stringify(body).slice(0, 50)}`, async () => {
      const { status, errors } = await admin.post('/api/tokens', body)
      expect([status, Object.keys(errors)]).toEqual([422, [field]])
    })
})

test('with the same Idempotency-Key is the same token, and the database does not contain it', async () => {
  const user = await service.newUser('editor')
  const ask = () => user.post('/api/tokens', { name: 'Once' }, { 'idempotency-key': 'one-token' })
  const [first, second] = [await ask(), await ask()]
  expect([first.status, second.status, second.data]).toEqual([201, 201, first.data])
  const { data } = await user.get('/api/tokens')
  expect(data.total).toBe(1)
  const { rows } = await sql<{ answer: string }>`select answer from idempotency_keys`.execute(
    service.engine.db,
  )
  for (const { answer } of rows) expect(answer).not.toContain(first.data.token)
})
