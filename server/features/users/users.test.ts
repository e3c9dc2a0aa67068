import { describe, expect, test } from 'vitest'
import type { Client } from '../../test/client.ts'
import { startTestService, type TestUser } from '../../test/harness.ts'
import { saveNoMailComments } from './users.store.ts'

const service = await startTestService()
const admin = await service.newUser('admin')

let made = 0
const fields = () => ({
  username: `user-${++made}`,
  password: 'long enough',
  email: `user-${made}@example.com`,
})

test('who unsubscribes meanwhile is not subscribed again by a profile that was read before', async () => {
  const user = await service.newUser('editor')
  const read = await user.get('/api/auth/me')
  await service.engine.transact((tx) => saveNoMailComments(tx, read.data.email))
  const saved = await user.put(
    '/api/auth/me',
    { mail_comments: 1 },
    { 'if-match': String(read.headers.etag) },
  )
  expect(saved.status).toBe(412)
  expect((await user.get('/api/auth/me')).data.mail_comments).toBe(0)
})

describe('a user', () => {
  test('is created, read, changed and deleted by an administrator', async () => {
    const given = {
      ...fields(),
      nickname: '李华',
      role: 'editor',
      is_vip: true,
      vip_expire: '2999-12-31 00:00:00',
    }
    const { status, data } = await admin.post('/api/users', given)
    expect(status).toBe(201)
    const { password: _, ...shown } = given
    expect(data).toMatchObject({ ...shown, is_vip: 1, status: 1, avatar: '', last_login_time: null })
    expect((await admin.get(`/api/users/${data.id}`)).data).toEqual(data)

    const changed = await admin.put(`/api/users/${data.id}`, { nickname: 'Li', vip_expire: null })
    expect(changed.data).toEqual({
      ...data,
      nickname: 'Li',
      vip_expire: null,
      update_time: expect.any(String),
      update_at: expect.any(String),
    })

    const deleted = await admin.delete(`/api/users/${data.id}`)
    expect(deleted.status).toBe(200)
    expect(deleted.body).not.toHaveProperty('data')
    for (const method of ['GET', 'PUT', 'DELETE'] as const)
      expect(
        (await admin.send(method, `/api/users/${data.id}`, method === 'PUT' ? {} : undefined)).status,
      ).toBe(404)
    expect((await admin.get(`/api/users?keyword=${given.username}`)).data.total).toBe(0)
  })

  test('keeps its id forever; its names are free again after deletion', async () => {
    const given = fields()
    const { data: first } = await admin.post('/api/users', given)
    await admin.delete(`/api/users/${first.id}`)
    const { status, data: second } = await admin.post('/api/users', given)
    expect(status).toBe(201)
    expect(second.id).toBeGreaterThan(first.id)
  })

  test('has only the fields of the contract, whatever is sent', async () => {
    const { data } = await admin.post('/api/users', {
      ...fields(),
      id: 1,
      password_hash: 'x',
      deleted_at: 1,
      create_time: 'x',
    })
    expect(Object.keys(data).sort()).toEqual([
      'avatar',
      'bio',
      'create_at',
      'create_time',
      'email',
      'id',
      'invited',
      'is_vip',
      'last_login_at',
      'last_login_time',
      'nickname',
      'role',
      'second_factor',
      'status',
      'update_at',
      'update_time',
      'username',
      'vip_expire',
    ])
    expect(data.id).not.toBe(1)
  })

  const refusals = [
    ['the name is taken', { username: admin.username.toUpperCase() }, 'username'],
    ['the e-mail is taken', { email: `${admin.username}@EXAMPLE.com` }, 'email'],
    [
      'both are taken',
      { username: admin.username, email: `${admin.username}@example.com` },
      'username,email',
    ],
    ['the role is none', { role: 'king' }, 'role'],
    ['the role is a list', { role: ['admin'] }, 'role'],
    ['the status is a word', { status: 'on' }, 'status'],
    ['the expiry does not exist', { vip_expire: '2026-02-30' }, 'vip_expire'],
    ['the expiry is a number', { vip_expire: 0 }, 'vip_expire'],
    ['the avatar is no text', { avatar: 1 }, 'avatar'],
    ['the password is short', { password: 'short' }, 'password'],
    ['the name is null', { username: null }, 'username'],
  ] as const
  for (const [when, wrong, field] of refusals)
    test(`is rejected with 422 on ${field} when ${when}, on creation or update, and nothing changes`, async () => {
      const created = await admin.post('/api/users', { ...fields(), ...wrong })
      expect([created.status, Object.keys(created.errors)]).toEqual([422, field.split(',')])
      const { data: before } = await admin.post('/api/users', fields())
      const changed = await admin.put(`/api/users/${before.id}`, { nickname: 'x', ...wrong })
      expect([changed.status, Object.keys(changed.errors)]).toEqual([422, field.split(',')])
      expect((await admin.get(`/api/users/${before.id}`)).data).toEqual(before)
    })
})

describe('If-Match', () => {
  test('is not made stale by a login, for an administrator or the user themselves', async () => {
    const given = fields()
    const { id } = (await admin.post('/api/users', given)).data
    const path = `/api/users/${id}`
    const logIn = async () =>
      service.client({ token: (await service.client().post('/api/auth/login', given)).data.token })
    const save = async (by: Client, url: string, nickname: string, etag: unknown) =>
      (await by.put(url, { nickname }, { 'if-match': String(etag) })).status

    const read = (await admin.get(path)).headers.etag
    const user = await logIn()
    expect(await save(admin, path, 'One', read)).toBe(200)
    expect(await save(admin, path, 'Two', read)).toBe(412)

    // Responses contain whole seconds, so the first login is moved to another one.
    await service.engine.transact((tx) =>
      tx.updateTable('users').set({ last_login_at: 0 }).where('id', '=', id).execute(),
    )
    const own = (await user.get('/api/auth/me')).headers.etag
    await logIn()
    expect(await save(user, '/api/auth/me', 'Three', own)).toBe(200)
    expect(await save(user, '/api/auth/me', 'Four', own)).toBe(412)
    expect((await admin.get(path)).data.nickname).toBe('Three')
  })
})

describe('the list', () => {
  test('can be filtered by keyword, role and status, in pages', async () => {
    const mark = `Mark_${Date.now()}`
    for (const [index, role] of (['member', 'editor', 'editor', 'auditor'] as const).entries())
      await admin.post('/api/users', {
        ...fields(),
        nickname: `${mark}%${index}`,
        role,
        status: index === 2 ? 0 : 1,
      })
    const total = async (query: string) => (await admin.get(`/api/users?${query}`)).data.total
    expect(await total(`keyword=${mark}`)).toBe(4)
    expect(await total(`keyword=${mark.toLowerCase()}`)).toBe(4)
    expect(await total(`keyword=${mark}%25`)).toBe(4)
    const nickname = `Ömer ${mark}`
    await admin.post('/api/users', { ...fields(), nickname })
    for (const keyword of [nickname, nickname.toLowerCase(), nickname.toUpperCase()])
      expect(await total(`keyword=${encodeURIComponent(keyword)}`)).toBe(1)
    await admin.delete(
      `/api/users/${(await admin.get(`/api/users?keyword=${encodeURIComponent(nickname)}`)).data.list[0].id}`,
    )
    expect(await total(`keyword=${mark.replace('_', 'x')}`)).toBe(0)
    expect(await total(`keyword=${mark}&role=editor`)).toBe(2)
    expect(await total(`keyword=${mark}&role=editor&status=0`)).toBe(1)
    expect(await total('keyword=%27%20or%201=1%20--')).toBe(0)
    const { data } = await admin.get(`/api/users?keyword=${mark}&page=2&page_size=3`)
    expect(data).toMatchObject({ total: 4, page: 2, page_size: 3, total_pages: 2 })
    expect(data.list).toHaveLength(1)
    const past = await admin.get(`/api/users?keyword=${mark}&page=9007199254740991&page_size=5000`)
    expect(past.data).toMatchObject({ list: [], total: 4, page_size: 100 })
  })

  test('rejects an invalid query with 400', async () => {
    for (const query of ['role=king', 'status=2', 'page=x', `keyword=${'x'.repeat(101)}`])
      expect((await admin.get(`/api/users?${query}`)).status).toBe(400)
  })
})

describe('a decision of an administrator', () => {
  test('applies from the next request on', async () => {
    const member = await service.newUser('member')
    expect((await member.get('/api/users')).status).toBe(403)
    await admin.put(`/api/users/${member.id}`, { role: 'admin' })
    expect((await member.get('/api/users')).status).toBe(200)
    await admin.put(`/api/users/${member.id}`, { role: 'editor' })
    expect((await member.get('/api/users')).status).toBe(403)
    await admin.put(`/api/users/${member.id}`, { status: 0 })
    expect((await member.get('/api/auth/me')).body.code).toBe(10001)
  })

  test('to delete a user ends their sessions and tokens immediately', async () => {
    const member = await service.newUser('member')
    const { data } = await member.post('/api/tokens', { name: 'program' })
    await admin.delete(`/api/users/${member.id}`)
    for (const token of [member.token, data.token])
      expect((await service.client({ token }).get('/api/auth/me')).body.code).toBe(10001)
  })

  test('to set a new password ends every session', async () => {
    const member = await service.newUser('member')
    await admin.put(`/api/users/${member.id}`, { password: 'a new one for you' })
    expect((await member.get('/api/auth/me')).body.code).toBe(10001)
  })

  test('to set their own password ends their other sessions and their tokens', async () => {
    const own = { username: 'own-password', password: 'long enough', email: 'own-password@example.com' }
    const { data } = await admin.post('/api/users', { ...own, role: 'admin' })
    const [here, elsewhere] = await Promise.all(
      [1, 2].map(async () => {
        const login = await service.client().post('/api/auth/login', own)
        return service.client({ token: login.data.token })
      }),
    )
    const program = (await here?.post('/api/tokens', { name: 'program' }))?.data.token
    expect((await here?.put(`/api/users/${data.id}`, { password: 'another one for me' }))?.status).toBe(200)
    expect((await here?.get('/api/auth/me'))?.status).toBe(200)
    for (const client of [elsewhere, service.client({ token: program })])
      expect((await client?.get('/api/auth/me'))?.body.code).toBe(10001)
  })

  test('to make a user VIP applies until it expires', async () => {
    const member = await service.newUser('member')
    const vip = async (changes: object) => {
      await admin.put(`/api/users/${member.id}`, changes)
      return (await member.get('/api/auth/me')).data.is_vip
    }
    expect(await vip({ is_vip: 1 })).toBe(1)
    expect(await vip({ vip_expire: '2999-01-01' })).toBe(1)
    expect(await vip({ vip_expire: '2020-01-01' })).toBe(0)
    expect(await vip({ vip_expire: null })).toBe(1)
    expect(await vip({ is_vip: false })).toBe(0)
  })
})

describe('the last administrator', async () => {
  const other = await startTestService()
  const one = await other.newUser('admin')
  await one.put('/api/users/1', { role: 'member' })
  const admins = async () => {
    const rows = await other.engine.db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .where('status', '=', 1)
      .where('deleted_at', 'is', null)
      .execute()
    return rows.map(({ id }) => id)
  }

  test('cannot be demoted, disabled or deleted, not even by themselves', async () => {
    expect(await admins()).toEqual([one.id])
    for (const [change, field] of [
      [{ role: 'auditor' }, 'role'],
      [{ status: 0 }, 'status'],
      [{ role: 'member', status: false }, 'status'],
    ] as const) {
      const { status, errors } = await one.put(`/api/users/${one.id}`, change)
      expect([status, Object.keys(errors)]).toEqual([422, field.split(',')])
    }
    expect((await one.delete(`/api/users/${one.id}`)).status).toBe(422)
    expect((await one.put(`/api/users/${one.id}`, { role: 'admin', nickname: 'still' })).status).toBe(200)
    expect(await admins()).toEqual([one.id])
  })

  test('is still the last if the only other one is disabled', async () => {
    const disabled = await other.newUser('admin')
    await one.put(`/api/users/${disabled.id}`, { status: 0 })
    expect((await one.put(`/api/users/${one.id}`, { role: 'member' })).status).toBe(422)
  })

  const unable: ReadonlyArray<readonly [string, () => Promise<number>]> = [
    [
      'is invited and has no password yet',
      async () => {
        const { data } = await one.post('/api/users', { username: 'invited', email: 'invited@example.com' })
        await one.put(`/api/users/${data.id}`, { role: 'admin' })
        return data.id
      },
    ],
    [
      'has not confirmed their address',
      async () => {
        await one.put('/api/settings', {
          registration: 1,
          registration_captcha: 0,
          registration_confirm: 1,
        })
        const { data } = await other.client().post('/api/auth/register', {
          username: 'unconfirmed',
          email: 'unconfirmed@example.com',
          password: 'long enough',
        })
        await one.put(`/api/users/${data.id}`, { role: 'admin' })
        return data.id
      },
    ],
  ]
  test.for(unable)('is still the last if the only other one %s', async ([, add]) => {
    const id = await add()
    expect(await admins()).toEqual([one.id, id])
    const row = { site_id: 1, role: 'editor' }
    const attempts = [
      await one.put(`/api/users/${one.id}`, { role: 'editor' }),
      await one.put(`/api/users/${one.id}`, { status: 0 }),
      await one.delete(`/api/users/${one.id}`),
      await one.put(`/api/users/${one.id}/sites`, [row]),
      await one.post('/api/members', { user: one.username, role: 'editor' }),
    ]
    for (const { status, body } of attempts)
      expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('last administrator')])
    expect((await one.get('/api/users')).status).toBe(200)
    expect((await one.delete(`/api/users/${id}`)).status).toBe(200)
    expect(await admins()).toEqual([one.id])
  })

  const duels: Array<[string, (by: TestUser, whom: TestUser) => ReturnType<TestUser['put']>]> = [
    ['demote each other', (by, whom) => by.put(`/api/users/${whom.id}`, { role: 'member' })],
    ['disable each other', (by, whom) => by.put(`/api/users/${whom.id}`, { status: 0 })],
    ['delete each other', (by, whom) => by.delete(`/api/users/${whom.id}`)],
    ['step down', (by) => by.put(`/api/users/${by.id}`, { role: 'member' })],
  ]
  for (const [what, strike] of duels)
    test(`remains when two ${what} at once`, async () => {
      for (let round = 0; round < 3; round++) {
        await other.engine.transact((tx) =>
          tx.updateTable('users').set({ role: 'member' }).where('role', '=', 'admin').execute(),
        )
        const [one, two] = [await other.newUser('admin'), await other.newUser('admin')]
        const answers = await Promise.all([strike(one, two), strike(two, one)])
        expect(await admins()).toHaveLength(1)
        const [refused, ...rest] = answers.map(({ status }) => status).filter((status) => status !== 200)
        expect(rest).toEqual([])
        expect([401, 403, 422]).toContain(refused)
      }
    })
})
