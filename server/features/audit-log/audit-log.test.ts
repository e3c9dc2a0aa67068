import { describe, expect, test } from 'vitest'
import { startTestService } from '../../test/harness.ts'

const service = await startTestService({ TRUST_PROXY: '127.0.0.1' })
const admin = await service.newUser('admin')

const entries = async (query: string) => (await admin.get(`/api/audit-log?${query}`)).data.list
const newest = async (query: string) => (await entries(`${query}&page_size=1`))[0]

describe('the audit log', () => {
  test('records who did what to what, when, from where and in which request', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-request-id': 'action-1' }
    const { data: site } = await admin.post('/api/sites', { name: 'Logged' }, headers)
    expect(await newest(`target_type=site&target_id=${site.id}`)).toEqual({
      id: expect.any(Number),
      user: { id: admin.id, username: admin.username },
      token: null,
      action: 'site.created',
      target_type: 'site',
      target_id: site.id,
      before: null,
      after: { name: 'Logged', alias: 'logged' },
      ip: '203.0.113.9',
      request_id: 'action-1',
      create_time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      create_at: expect.any(String),
    })
  })

  test('contains the values before and after, for roles and for settings', async () => {
    const member = await service.newUser('member')
    await admin.put(`/api/users/${member.id}`, { role: 'editor', is_vip: 1 })
    expect(await newest(`action=user.updated&target_id=${member.id}`)).toMatchObject({
      before: { role: 'member', is_vip: 0, status: 1 },
      after: { role: 'editor', is_vip: 1, status: 1 },
    })
    const site = await service.newSite()
    await site.admin.put('/api/settings', { review: 1, recycle_days: 7 })
    expect(await newest(`action=settings.updated&user_id=${site.admin.id}`)).toMatchObject({
      target_type: 'site',
      target_id: site.id,
      before: { review: 0, recycle_days: 30 },
      after: { review: 1, recycle_days: 7 },
    })
  })

  test('contains only the settings that changed, and nothing if none did', async () => {
    const site = await service.newSite()
    const entries = async () =>
      (await site.admin.get(`/api/audit-log?action=settings.updated&user_id=${site.admin.id}`)).data
    await site.admin.put('/api/settings', { review: 0, recycle_days: 7, comment_trusted_users: [] })
    await site.admin.put('/api/settings', { review: false, recycle_days: 7 })
    await site.admin.put('/api/settings', {})
    const { total, list } = await entries()
    expect([total, list[0].before, list[0].after]).toEqual([1, { recycle_days: 30 }, { recycle_days: 7 }])
  })

  test('contains the changes of an article', async () => {
    const site = await service.newSite()
    const fields = { title: 'Watched', content: 'x', category_id: site.defaultCategoryId }
    const { id } = (await site.admin.post('/api/articles', fields)).data
    await site.admin.post(`/api/articles/${id}/publish`)
    await site.admin.put(`/api/articles/${id}`, { title: 'Watched still' })
    await site.admin.put(`/api/articles/${id}`, { title: 'Watched still' })
    await site.admin.delete(`/api/articles/${id}`)
    const { list } = (await site.admin.get(`/api/audit-log?target_type=article&target_id=${id}`)).data
    const actions = list.map(({ action, before, after }: Record<string, unknown>) => [action, before, after])
    expect(actions.reverse()).toEqual([
      ['article.created', null, { title: 'Watched', status: 0 }],
      [
        'article.updated',
        { title: 'Watched', status: 0, publish_at: null },
        { title: 'Watched', status: 1, publish_at: expect.stringMatching(/^20.*Z$/) },
      ],
      ['article.updated', { title: 'Watched', status: 1 }, { title: 'Watched still', status: 1 }],
      ['article.deleted', { title: 'Watched still', status: 1 }, null],
    ])
  })

  test('contains the comments that were written with a token, not those of people', async () => {
    const site = await service.newSite()
    await site.admin.put('/api/settings', {
      comment_captcha: 0,
      comment_user_interval: 0,
      comment_ip_interval: 0,
    })
    const fields = { title: 'Commented', content: 'x', category_id: site.defaultCategoryId, status: 1 }
    const { data: article } = await site.admin.post('/api/articles', fields)
    const { data: made } = await site.admin.post('/api/tokens', { name: 'Agent', scope: 'write' })
    const token = service.client({ token: made.token, siteId: site.id })
    const comment = { article_id: article.id, content: 'By the agent', parent_id: 0 }
    await site.admin.post('/api/comments', { ...comment, content: 'By a person' })
    const { data: posted } = await token.post('/api/comments', comment)
    const { data: reply } = await token.post(`/api/comments/${posted.id}/reply`, { content: 'As the site' })
    const list = await entries(`action=comment.created&user_id=${site.admin.id}`)
    expect(list).toMatchObject([
      { target_id: reply.id, token: { name: 'Agent' }, after: { content: 'As the site' } },
      { target_id: posted.id, token: { name: 'Agent' }, after: { content: 'By the agent' } },
    ])
  })

  test('contains the drafts of pages', async () => {
    const site = await service.newSite()
    const { data: page } = await site.admin.post('/api/pages', { title: 'Drafted', content: 'x' })
    await site.admin.put(`/api/pages/${page.id}/draft`, { content: 'y' })
    await site.admin.put(`/api/pages/${page.id}/draft`, { title: 'Renamed' })
    await site.admin.delete(`/api/pages/${page.id}/draft`)
    expect((await site.admin.delete(`/api/pages/${page.id}/draft`)).status).toBe(404)
    const list = await entries(`target_type=page-draft&target_id=${page.id}`)
    const told = list.map(({ action, before, after }: Record<string, unknown>) => [action, before, after])
    expect(told.reverse()).toEqual([
      ['page-draft.created', null, { title: 'Drafted' }],
      ['page-draft.updated', null, { title: 'Renamed' }],
      ['page-draft.deleted', { title: 'Drafted' }, null],
    ])
  })

  test('contains no password, token or hash', async () => {
    const password = 'never to be written down'
    const { data: user } = await admin.post('/api/users', {
      username: 'quiet',
      email: 'quiet@example.com',
      password,
    })
    await admin.put(`/api/users/${user.id}`, { password })
    const { data: token } = await admin.post('/api/tokens', { name: 'quiet' })
    await admin.delete(`/api/tokens/${token.id}`)
    await admin.delete(`/api/users/${user.id}`)
    const rows = JSON.stringify(await service.engine.db.selectFrom('audit_log').selectAll().execute())
    for (const action of ['user.created', 'user.updated', 'user.deleted', 'token.created', 'token.revoked'])
      expect(rows).toContain(action)
    expect(rows).not.toContain(password)
    expect(rows).not.toContain(token.token)
    expect(rows).not.toContain('$argon2')
  })

  test('has no entry for rejected requests', async () => {
    const before = (await admin.get('/api/audit-log')).data.total
    await admin.put('/api/settings', { nonsense: 1 })
    await admin.post('/api/users', {
      username: admin.username,
      email: 'free@example.com',
      password: 'long enough',
    })
    await admin.delete('/api/sites/1')
    await admin.put('/api/sites/1', { name: 'x' }, { 'if-match': '"stale"' })
    expect((await admin.get('/api/audit-log')).data.total).toBe(before)
  })

  test('can be filtered by user, action, target and time, newest first', async () => {
    const other = await service.newUser('admin')
    for (const name of ['A', 'B', 'C']) await other.post('/api/sites', { name })
    const mine = await entries(`user_id=${other.id}`)
    expect(mine.map(({ after }: { after: { name: string } }) => after.name)).toEqual(['C', 'B', 'A'])
    const today = mine[0].create_time.slice(0, 10)
    expect(await entries(`user_id=${other.id}&start_time=${today}&end_time=${today}`)).toHaveLength(3)
    expect(await entries(`user_id=${other.id}&end_time=2020-01-01`)).toEqual([])
    expect(await entries(`user_id=${other.id}&start_time=2999-01-01T00:00:00Z`)).toEqual([])
    expect(await entries(`user_id=${other.id}&action=user.updated`)).toEqual([])
  })

  for (const query of [
    'user_id=0',
    'user_id=x',
    'target_id=-1',
    'start_time=2026-02-30',
    'end_time=x',
    'page=0',
  ])
    test(`is rejected with 400 for ${query}`, async () => {
      const { status, errors } = await admin.get(`/api/audit-log?${query}`)
      expect([status, Object.keys(errors)]).toEqual([400, [query.split('=')[0]]])
    })
})
