import { expect, test } from 'vitest'
import { startTestService } from '../../test/harness.ts'

const service = await startTestService()

test('the data of a user and of a guest is shown and erased, and retained data is listed', async () => {
  const site = await service.newSite()
  await site.admin.put('/api/settings', {
    comment_captcha: 0,
    comment_ip_interval: 0,
    comment_user_interval: 0,
    comment_review: 0,
    public_read: 1,
  })
  const writer = await site.user('editor')
  const email = `${writer.username}@example.com`
  const article = (
    await writer.post('/api/articles', {
      title: 'Theirs',
      content: '<p>Text</p>',
      category_id: site.defaultCategoryId,
      status: 1,
    })
  ).data
  const say = (client: typeof site.anonymous, content: string, more: object = {}) =>
    client.post('/api/comments', { article_id: article.id, content, ...more })
  await say(writer, 'Said by the user themselves')
  await say(site.anonymous, 'Said by a guest of that name', {
    nickname: 'Anna',
    email: 'ÄNNA@Guests.example',
  })
  await say(site.anonymous, 'Said by quite another guest', { nickname: 'Bert', email: 'bert@guests.example' })

  const { data: robot } = await writer.post('/api/tokens', { name: 'Robot', scope: 'read' })
  await writer.post('/api/saved-views', { name: 'Mine', query: 'status=1' })
  await writer.post(`/api/articles/${article.id}/favorite`)
  await writer.post(`/api/articles/${article.id}/like`)
  const kept = (await site.admin.get(`/api/personal-data?person=${encodeURIComponent(email)}`)).data
  expect(kept).toMatchObject({
    account: { id: writer.id, username: writer.username, email },
    comments: [{ content: 'Said by the user themselves', article_id: article.id }],
    articles: [{ id: article.id, title: 'Theirs' }],
  })
  expect(kept).toMatchObject({
    sessions: [{ ip: '127.0.0.1' }],
    tokens: [{ name: 'Robot', scope: 'read' }],
    saved_views: [{ site_id: site.id, name: 'Mine', query: 'status=1' }],
    favorites: [{ article_id: article.id }],
    likes: [{ article_id: article.id }],
    passkeys: [],
    identities: [],
  })
  expect(JSON.stringify(kept)).not.toContain(robot.token)
  expect(kept.stays.map(({ what }: { what: string }) => what)).toContain('audit_log')
  const guest = (await site.admin.get('/api/personal-data?person=%C3%A4nna@guests.example')).data
  expect(guest).toMatchObject({
    account: null,
    sessions: [],
    likes: [],
    comments: [{ nickname: 'Anna', ip: '127.0.0.1' }],
  })

  expect(
    (await site.admin.post('/api/personal-data/erase', { person: 'änna@guests.example' })).data,
  ).toMatchObject({
    accounts: 0,
    comments: 1,
  })
  expect((await site.admin.post('/api/personal-data/erase', { person: writer.username })).data).toMatchObject(
    {
      accounts: 1,
      comments: 1,
    },
  )
  const comments = (await site.admin.get(`/api/comments?article_id=${article.id}`)).data.list
  const shown = comments.map(
    ({ content, user, ip }: { content: string; user: { nickname: string; email: string }; ip: string }) => [
      content,
      user.nickname,
      user.email,
      ip,
    ],
  )
  expect(shown.sort()).toEqual([
    ['Said by a guest of that name', 'Guest', '', ''],
    ['Said by quite another guest', 'Bert', 'bert@guests.example', '127.0.0.1'],
    ['Said by the user themselves', `erased-${writer.id}`, '', ''],
  ])
  expect((await site.admin.get(`/api/articles/${article.id}`)).data.author).toMatchObject({
    username: `erased-${writer.id}`,
  })
  expect((await writer.get('/api/auth/me')).status).toBe(401)
  for (const person of [email, writer.username, 'änna@guests.example'])
    expect((await site.admin.get(`/api/personal-data?person=${encodeURIComponent(person)}`)).status).toBe(404)

  for (const [status, body] of [
    [404, { person: 'nobody@nowhere.example' }],
    [422, {}],
    [422, { person: '' }],
    [422, { person: null }],
    [422, { person: 5 }],
  ] as const)
    expect((await site.admin.post('/api/personal-data/erase', body)).status).toBe(status)
  const editor = await site.user('editor')
  expect((await editor.get('/api/personal-data?person=x')).status).toBe(403)
  expect((await editor.post('/api/personal-data/erase', { person: 'x' })).status).toBe(403)
  expect((await site.anonymous.get('/api/personal-data?person=x')).status).toBe(401)
})

test('IP addresses of likes and reports are erased, and the counts stay', async () => {
  const site = await service.newSite()
  await site.admin.put('/api/settings', {
    comment_captcha: 0,
    comment_ip_interval: 0,
    comment_user_interval: 0,
    comment_review: 0,
    public_read: 1,
  })
  const { data: article } = await site.admin.post('/api/articles', {
    title: 'Liked',
    content: '<p>Text</p>',
    category_id: site.defaultCategoryId,
    status: 1,
  })
  const { data: comment } = await site.admin.post('/api/comments', {
    article_id: article.id,
    content: 'A comment that others react to',
  })
  const from = (remoteAddress: string, action: string, payload: object, token?: string) =>
    service.app.inject({
      method: 'POST',
      url: `/api/comments${action}`,
      payload,
      remoteAddress,
      headers: {
        'x-site': String(site.id),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
    })
  const [theirs, others] = ['198.51.100.7', '198.51.100.8']
  const guest = { article_id: article.id, content: 'Said by Carla, a guest', nickname: 'Carla' }
  expect((await from(theirs, '', { ...guest, email: 'carla@guests.example' })).statusCode).toBe(200)
  const member = await site.user('member')
  for (const [address, token] of [[theirs], [others], [theirs, member.token]] as const)
    for (const [action, body] of [
      ['like', {}],
      ['report', { reason: 'Not nice' }],
    ] as const)
      expect((await from(address, `/${comment.id}/${action}`, body, token)).statusCode).toBe(200)

  const stored = async () => {
    const likes = await service.engine.db
      .selectFrom('comment_likes')
      .select('liker')
      .where('comment_id', '=', comment.id)
      .execute()
    const reports = await service.engine.db
      .selectFrom('comment_reports')
      .select(['reporter', 'address'])
      .where('comment_id', '=', comment.id)
      .orderBy('id')
      .execute()
    return {
      likes: likes.map(({ liker }) => liker).sort(),
      reports: reports.map(
        ({ reporter, address }) => `${reporter.replace(/^erased \d+/, 'erased')}; ${address}`,
      ),
    }
  }
  await site.admin.post('/api/personal-data/erase', { person: 'carla@guests.example' })
  expect(await stored()).toEqual({
    likes: [`address ${others}`, `user ${member.id}`],
    reports: ['erased; ', `address ${others}; ${others}`, `user ${member.id}; ${theirs}`],
  })
  const { stays } = (await site.admin.post('/api/personal-data/erase', { person: member.username })).data
  expect(stays.map(({ what }: { what: string }) => what)).toEqual(
    expect.arrayContaining(['guest_addresses', 'audit_log', 'logs']),
  )
  expect((await stored()).reports).toEqual([
    'erased; ',
    `address ${others}; ${others}`,
    `user ${member.id}; `,
  ])
  const [shown] = (await site.admin.get(`/api/comments?article_id=${article.id}&keyword=react`)).data.list
  expect(shown).toMatchObject({ id: comment.id, like_count: 3, report_count: 3 })
})
