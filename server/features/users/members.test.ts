import { describe, expect, test } from 'vitest'
import { startTestService } from '../../test/harness.ts'

const service = await startTestService()
const root = await service.newUser('admin')

async function siteWithAdmin() {
  const site = await service.newSite()
  const chief = await site.user('member')
  await root.put(`/api/users/${chief.id}/sites`, [{ site_id: site.id, role: 'admin' }])
  return { site, chief }
}

describe('the members of a site', () => {
  test('are listed, added by name or e-mail, changed and removed by their site administrator', async () => {
    const { site, chief } = await siteWithAdmin()
    const person = await site.user('member')
    const added = await chief.post('/api/members', { user: person.username.toUpperCase(), role: 'editor' })
    expect([added.status, added.data.role, added.data.id]).toEqual([200, 'editor', person.id])
    expect((await person.get('/api/auth/me')).data.role).toBe('editor')
    const { data } = await chief.get('/api/members')
    expect(data.list.map(({ id, role }: { id: number; role: string }) => [id, role])).toEqual([
      [chief.id, 'admin'],
      [person.id, 'editor'],
    ])
    expect(data.total).toBe(2)
    expect(JSON.stringify(data)).not.toContain('@')
    const again = { user: `${person.username}@example.com`, role: 'auditor' }
    expect((await chief.post('/api/members', again)).data.role).toBe('auditor')
    expect((await chief.get('/api/members')).data.total).toBe(2)
    expect((await chief.delete(`/api/members/${person.id}`)).status).toBe(200)
    expect((await person.get('/api/auth/me')).data.role).toBe('member')
    expect((await chief.delete(`/api/members/${person.id}`)).status).toBe(404)
  })

  test('belong to this site only', async () => {
    const [one, two] = [await siteWithAdmin(), await siteWithAdmin()]
    const { data } = await one.chief.get('/api/members')
    expect(data.list.map(({ id }: { id: number }) => id)).toEqual([one.chief.id])
    expect((await one.chief.delete(`/api/members/${two.chief.id}`)).status).toBe(404)
    const elsewhere = service.client({ token: one.chief.token, siteId: two.site.id })
    expect((await elsewhere.get('/api/members')).status).toBe(403)
    expect((await elsewhere.post('/api/members', { user: one.chief.username, role: 'admin' })).status).toBe(
      403,
    )
    const both = await one.chief.post('/api/members', { user: two.chief.username, role: 'editor' })
    expect(both.status).toBe(200)
    expect((await two.chief.get('/api/auth/me')).data.role).toBe('admin')
  })

  test('keep their role on other sites: a role for all sites is not changed', async () => {
    const { site, chief } = await siteWithAdmin()
    for (const role of ['editor', 'auditor', 'admin'] as const) {
      const person = await site.user(role)
      for (const by of [chief, site.admin]) {
        const { status, body } = await by.post('/api/members', { user: person.username, role: 'member' })
        expect([status, body.error]).toEqual([403, 'roles-elsewhere'])
      }
      expect((await person.get('/api/auth/me')).data.role).toBe(role)
    }
  })

  const refusals = [
    ['nobody', { role: 'editor' }, 'user'],
    ['an empty name', { user: ' ', role: 'editor' }, 'user'],
    ['an unknown name', { user: 'nobody-of-this-name', role: 'editor' }, 'user'],
    ['part of a name', { user: 'adm', role: 'editor' }, 'user'],
    ['no role', { user: 'admin' }, 'role'],
    ['a role that is none', { user: 'admin', role: 'king' }, 'role'],
    ['null', { user: null, role: null }, 'user'],
  ] as const
  test.for(refusals)('%s is 422', async ([, body, field]) => {
    const { site, chief } = await siteWithAdmin()
    const { status, errors } = await chief.post('/api/members', body)
    expect([status, Object.keys(errors)]).toEqual([422, expect.arrayContaining([field])])
    expect((await site.admin.get('/api/members')).data.total).toBe(1)
  })

  test('two simultaneous additions of a user create one row', async () => {
    const { site, chief } = await siteWithAdmin()
    const person = await site.user('member')
    const add = (role: string) => chief.post('/api/members', { user: person.username, role })
    const answers = await Promise.all([add('editor'), add('auditor'), add('editor')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await chief.get('/api/members')).data.total).toBe(2)
  })

  test('of three simultaneous removals of a member one succeeds', async () => {
    const { site, chief } = await siteWithAdmin()
    const person = await site.user('member')
    await chief.post('/api/members', { user: person.username, role: 'editor' })
    const remove = () => chief.delete(`/api/members/${person.id}`)
    const answers = await Promise.all([remove(), remove(), remove()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  })
})

test('the list of users shows last activity, factors and sites', async () => {
  const site = await service.newSite()
  const person = await site.user('member')
  await root.put(`/api/users/${person.id}/sites`, [{ site_id: site.id, role: 'editor' }])
  await person.get('/api/auth/me')
  const find = async () => (await root.get(`/api/users?keyword=${person.username}`)).data.list[0]
  await expect.poll(find).toMatchObject({
    id: person.id,
    passkeys: 0,
    linked: 0,
    second_factor: 0,
    sites: [{ site_id: site.id, role: 'editor' }],
    last_seen_time: expect.stringMatching(/^\d{4}-/),
  })
})
