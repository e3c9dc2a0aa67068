import { describe, expect, test } from 'vitest'
import { startTestService, type TestUser } from '../../test/harness.ts'

const service = await startTestService()
const root = await service.newUser('admin')
const [here, there] = [await service.newSite(), await service.newSite()]

const on = (user: TestUser, siteId: number) => service.client({ token: user.token, siteId })
const give = (user: TestUser, rows: unknown) => root.put(`/api/users/${user.id}/sites`, rows)
const roleOn = async (user: TestUser, siteId: number) =>
  (await on(user, siteId).get('/api/auth/me')).data.role

describe('roles per site', () => {
  test('the own role applies everywhere without rows; with rows, the role of the row, and member elsewhere', async () => {
    const user = await service.newUser('auditor')
    expect([await roleOn(user, here.id), await roleOn(user, there.id)]).toEqual(['auditor', 'auditor'])
    const rows = [{ site_id: here.id, role: 'editor' }]
    const { status, data } = await give(user, rows)
    expect([status, data]).toEqual([200, rows])
    expect((await root.get(`/api/users/${user.id}/sites`)).data).toEqual(rows)
    expect([await roleOn(user, here.id), await roleOn(user, there.id), await roleOn(user, 1)]).toEqual([
      'editor',
      'member',
      'member',
    ])
    expect((await root.get(`/api/users/${user.id}`)).data.role).toBe('auditor')
    expect((await give(user, [])).data).toEqual([])
    expect(await roleOn(user, there.id)).toBe('auditor')
  })

  test('a change applies to the next request', async () => {
    const user = await service.newUser('member')
    const article = { title: 'x', content: 'y', category_id: here.defaultCategoryId }
    expect((await on(user, here.id).post('/api/articles', article)).status).toBe(403)
    await give(user, [{ site_id: here.id, role: 'editor' }])
    expect((await on(user, here.id).post('/api/articles', article)).status).toBe(201)
    expect(
      (
        await on(user, there.id).post('/api/articles', {
          ...article,
          category_id: there.defaultCategoryId,
        })
      ).status,
    ).toBe(403)
    await give(user, [{ site_id: here.id, role: 'member' }])
    expect((await on(user, here.id).post('/api/articles', article)).status).toBe(403)
  })

  test('login returns the role on the site of the request', async () => {
    const fields = { username: 'sites-login', password: 'long enough', email: 'sites-login@example.com' }
    const { data: made } = await root.post('/api/users', { ...fields, role: 'auditor' })
    await root.put(`/api/users/${made.id}/sites`, [{ site_id: here.id, role: 'editor' }])
    const roleAt = async (siteId: number) =>
      (await service.client({ siteId }).post('/api/auth/login', fields)).data.user.role
    expect([await roleAt(here.id), await roleAt(there.id)]).toEqual(['editor', 'member'])
  })

  test('me has the permissions of the role on this site', async () => {
    const user = await service.newUser('admin')
    await give(user, [{ site_id: here.id, role: 'admin' }])
    const permissionsOn = async (siteId: number): Promise<string[]> =>
      (await on(user, siteId).get('/api/auth/me')).data.permissions
    const own = await permissionsOn(here.id)
    expect(own).toEqual(expect.arrayContaining(['settings.manage', 'webhooks.manage', 'site-roles.manage']))
    for (const permission of ['users.manage', 'sites.manage', 'backups.manage', 'audit-log.read'])
      expect(own).not.toContain(permission)
    expect(await permissionsOn(there.id)).not.toContain('articles.create')
  })

  test('rows are deleted with their user and their site, without raising any role', async () => {
    const site = await service.newSite()
    const user = await service.newUser('auditor')
    await give(user, [{ site_id: site.id, role: 'member' }])
    await root.delete(`/api/sites/${site.id}`)
    expect((await root.get(`/api/users/${user.id}/sites`)).data).toEqual([])
    expect(await roleOn(user, here.id)).toBe('member')
    await give(user, [{ site_id: here.id, role: 'editor' }])
    await root.delete(`/api/users/${user.id}`)
    const left = await service.engine.db
      .selectFrom('user_sites')
      .selectAll()
      .where('user_id', '=', user.id)
      .execute()
    expect(left).toEqual([])
  })

  test('is recorded in the audit log', async () => {
    const user = await service.newUser('editor')
    await give(user, [{ site_id: here.id, role: 'auditor' }])
    const { data } = await root.get(`/api/audit-log?action=user.site-roles&target_id=${user.id}`)
    expect(data.list[0]).toMatchObject({ before: [], after: [{ site_id: here.id, role: 'auditor' }] })
  })

  const refusals: ReadonlyArray<readonly [string, unknown, string]> = [
    ['no list', {}, 'body'],
    ['nothing', undefined, 'body'],
    ['a row without a site', [{ role: 'editor' }], '0.site_id'],
    ['a site that is no number', [{ site_id: 'x', role: 'editor' }], '0.site_id'],
    ['a site that does not exist', [{ site_id: 999_999, role: 'editor' }], '0.site_id'],
    ['a role that does not exist', [{ site_id: here.id, role: 'owner' }], '0.role'],
    ['no role', [{ site_id: here.id, role: null }], '0.role'],
    [
      'a site twice',
      [
        { site_id: here.id, role: 'editor' },
        { site_id: here.id, role: 'admin' },
      ],
      '1.site_id',
    ],
    ['too many rows', Array.from({ length: 1001 }, () => ({ site_id: here.id, role: 'editor' })), 'body'],
  ]
  for (const [what, body, field] of refusals)
    test(`rejects ${what} with 422 on ${field}, and changes nothing`, async () => {
      const user = await service.newUser('editor')
      const { status, errors } = await give(user, body)
      expect([status, Object.keys(errors)]).toEqual([422, [field]])
      expect((await root.get(`/api/users/${user.id}/sites`)).data).toEqual([])
    })

  test('an unknown user is 404', async () => {
    expect((await root.get('/api/users/999999/sites')).status).toBe(404)
    expect((await root.put('/api/users/999999/sites', [])).status).toBe(404)
  })
})

describe('a site administrator', async () => {
  const admin = await service.newUser('member')
  await give(admin, [{ site_id: here.id, role: 'admin' }])
  const own = on(admin, here.id)

  test('can manage its settings, webhooks and roles, and nothing of the whole service', async () => {
    expect((await own.put('/api/settings', { review: 1 })).status).toBe(200)
    expect((await own.put('/api/settings', { review: 0 })).status).toBe(200)
    expect((await own.get('/api/webhooks')).status).toBe(200)
    for (const path of ['/api/sites', '/api/users', '/api/backups', '/api/audit-log', '/api/jobs'])
      expect([path, (await own.get(path)).status]).toEqual([path, 403])
    expect((await on(admin, there.id).get('/api/settings')).status).toBe(403)
    expect((await own.get('/api/tokens?user_id=0')).status).toBe(403)
  })

  test('of site 1 cannot change settings of the whole service', async () => {
    const first = await service.newUser('member')
    await give(first, [{ site_id: 1, role: 'admin' }])
    expect((await on(first, 1).put('/api/settings', { backup_keep_days: 9 })).status).toBe(403)
    expect((await on(first, 1).put('/api/settings', { registration: 1 })).status).toBe(200)
  })

  test('assigns roles on that site; rows of other sites stay and are not shown', async () => {
    const user = await service.newUser('member')
    await give(user, [{ site_id: there.id, role: 'auditor' }])
    const mine = [{ site_id: here.id, role: 'editor' }]
    expect((await own.put(`/api/users/${user.id}/sites`, mine)).data).toEqual(mine)
    expect((await own.get(`/api/users/${user.id}/sites`)).data).toEqual(mine)
    expect((await root.get(`/api/users/${user.id}/sites`)).data).toEqual([
      ...mine,
      { site_id: there.id, role: 'auditor' },
    ])
    expect((await own.put(`/api/users/${user.id}/sites`, [])).status).toBe(200)
    expect(await roleOn(user, there.id)).toBe('auditor')
  })

  const elsewhere: ReadonlyArray<readonly [string, 'member' | 'editor' | 'admin', object[], object[]]> = [
    ['a row of another site', 'member', [], [{ site_id: there.id, role: 'editor' }]],
    [
      'the first row of somebody who is an editor everywhere',
      'editor',
      [],
      [{ site_id: here.id, role: 'member' }],
    ],
    ['the first row of an administrator of all', 'admin', [], [{ site_id: here.id, role: 'member' }]],
    ['taking the last row from an editor', 'editor', [{ site_id: here.id, role: 'member' }], []],
    [
      'taking the last row from who would be administrator of all',
      'admin',
      [{ site_id: here.id, role: 'admin' }],
      [],
    ],
  ]
  for (const [what, role, before, body] of elsewhere)
    test(`is rejected with 403: ${what}`, async () => {
      const user = await service.newUser(role)
      await give(user, before)
      const { status, body: told } = await own.put(`/api/users/${user.id}/sites`, body)
      expect([status, told.message]).toEqual([
        403,
        'This would change the user’s role on other sites. Only a global administrator can do it.',
      ])
      expect((await root.get(`/api/users/${user.id}/sites`)).data).toEqual(before)
    })

  test('cannot add themselves to another site', async () => {
    const { status } = await own.put(`/api/users/${admin.id}/sites`, [{ site_id: there.id, role: 'admin' }])
    expect(status).toBe(403)
    expect((await on(admin, there.id).put(`/api/users/${admin.id}/sites`, [])).status).toBe(403)
  })
})

describe('the last global administrator', async () => {
  const alone = await startTestService()
  const first = await alone.newUser('admin')
  const { data } = await first.get('/api/users?role=admin')
  for (const { id } of data.list) if (id !== first.id) await first.put(`/api/users/${id}`, { role: 'member' })

  test('cannot get rows; administrators with rows do not count', async () => {
    const second = await alone.newUser('admin')
    const rows = [{ site_id: 1, role: 'admin' }]
    expect((await first.put(`/api/users/${second.id}/sites`, rows)).status).toBe(200)
    const refused = await first.put(`/api/users/${first.id}/sites`, rows)
    expect([refused.status, Object.keys(refused.errors)]).toEqual([422, ['body']])
    expect((await first.put(`/api/users/${first.id}`, { role: 'editor' })).status).toBe(422)
    expect((await first.put(`/api/users/${first.id}`, { status: 0 })).status).toBe(422)
    expect((await first.delete(`/api/users/${first.id}`)).status).toBe(422)
    expect((await first.put(`/api/users/${second.id}`, { role: 'editor' })).status).toBe(200)
  })

  test('of two who get rows at once, one remains', async () => {
    const second = await alone.newUser('admin')
    const rows = [{ site_id: 1, role: 'admin' }]
    const both = await Promise.all([
      first.put(`/api/users/${second.id}/sites`, rows),
      second.put(`/api/users/${first.id}/sites`, rows),
    ])
    expect(both.map(({ status }) => status).sort()).not.toEqual([200, 200])
    const left = await Promise.all([first, second].map((user) => user.get('/api/users')))
    expect(left.some(({ status }) => status === 200)).toBe(true)
  })
})
