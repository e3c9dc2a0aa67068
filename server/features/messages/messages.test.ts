import { beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestService, type TestSite } from '../../test/harness.ts'
import { decoded, startMailServer } from '../../test/mail-server.ts'

const mail = await startMailServer({ isDown: true })
const { received } = mail

const service = await startTestService({
  TRUST_PROXY: '127.0.0.1',
  SMTP_URL: mail.url,
  MAIL_FROM: 'Inkstone <service@example.org>',
  PUBLIC_URL: 'https://blog.example.com',
})
let site: TestSite
let author: Awaited<ReturnType<TestSite['user']>>
let auditor: Awaited<ReturnType<TestSite['user']>>

beforeAll(async () => {
  site = await service.newSite()
  author = await site.user('editor')
  auditor = await site.user('auditor')
  await site.admin.put('/api/settings', {
    comment_captcha: 0,
    comment_auto_registered: 1,
    comment_user_interval: 0,
    comment_ip_interval: 0,
    comment_daily_limit: 0,
  })
})

const publish = async (title = '一篇文章') =>
  (
    await author.post('/api/articles', {
      title,
      content: 'x',
      category_id: site.defaultCategoryId,
      status: 1,
    })
  ).data.id as number
let number = 0
const words = () => `第 ${++number} 条评论，写得真不错`
const mailsTo = (address: string) => received.filter(({ recipients }) => recipients.includes(address))
const addressOf = ({ username }: { username: string }) => `${username}@example.com`
const PATIENT = { timeout: 25_000, interval: 50 }
const settled = async () =>
  vi.waitFor(async () => {
    const waiting = await service.engine.db
      .selectFrom('jobs')
      .select('id')
      .where('kind', 'in', ['comments.mail', 'messages.mail'])
      .where('state', 'in', ['waiting', 'running'])
      .execute()
    expect(waiting).toEqual([])
  }, PATIENT)
const titles = async (who: typeof author, language = 'en') =>
  (await who.get('/api/messages', { 'accept-language': language })).data.list.map(
    ({ title }: { title: string }) => title,
  )

describe('e-mails', () => {
  test('wait during an outage of the mail server without delaying requests, and are then sent once, without injected headers', async () => {
    const article = await publish('Hello\r\nBcc: victim@example.com')
    const member = await site.user('member')
    const post = (who: typeof member, parent_id = 0) =>
      who.post('/api/comments', { article_id: article, content: words(), parent_id })
    const { data: first } = await post(member)
    await vi.waitFor(async () => {
      const [job] = await service.engine.db
        .selectFrom('jobs')
        .select('last_error')
        .where('kind', '=', 'comments.mail')
        .execute()
      expect(job?.last_error ?? '').toMatch(/ECONNREFUSED/)
    }, PATIENT)
    await mail.come()
    const evil = await site.anonymous.post(
      '/api/comments',
      {
        article_id: article,
        content: words(),
        parent_id: first.id,
        nickname: 'Eve\r\nBcc: victim@example.com\r\n',
        email: 'eve@example.com',
      },
      { 'accept-language': 'zh' },
    )
    expect(evil.data.status).toBe(0)
    await auditor.post(`/api/comments/${evil.data.id}/audit`, { status: 1 })
    await settled()
    await auditor.post(`/api/comments/${evil.data.id}/audit`, { status: 0 })
    await auditor.post(`/api/comments/${evil.data.id}/audit`, { status: 1 })
    await settled()
    expect(mailsTo(addressOf(author))).toHaveLength(2)
    expect(mailsTo(addressOf(member))).toHaveLength(1)
    expect(received.flatMap(({ recipients }) => recipients)).not.toContain('victim@example.com')
    for (const { message } of received) {
      const [headers = ''] = message.split(/\r?\n\r?\n/)
      expect(headers).not.toMatch(/^bcc:/im)
      expect(headers).toMatch(/^List-Unsubscribe:\s+<https:\/\/blog\.example\.com\/api\/unsubscribe\?token=/m)
      expect(message).toMatch(/text\/plain[\s\S]*text\/html/)
    }
    expect(mailsTo('eve@example.com')).toHaveLength(1)
    const [toEve] = mailsTo('eve@example.com')
    expect(decoded(toEve?.message ?? '')).toContain('已通过审核')
  })

  test('a guest is notified of a reply, in their language, until they unsubscribe', async () => {
    const article = await publish()
    const post = (email: string, parent_id: number, language: string) =>
      site.anonymous.post(
        '/api/comments',
        { article_id: article, content: words(), nickname: '访客', email, parent_id },
        { 'accept-language': language },
      )
    await site.admin.put('/api/settings', { comment_review: 0 })
    const { data: asked } = await post('asker@example.com', 0, 'zh')
    await post('asker@example.com', asked.id, 'zh')
    await post('other@example.com', asked.id, 'en')
    await settled()
    expect(mailsTo('other@example.com')).toHaveLength(0)
    const mails = mailsTo('asker@example.com')
    expect(mails).toHaveLength(1)
    const text = decoded(mails[0]?.message ?? '')
    expect(text).toContain('回复了您在《一篇文章》下的评论')

    const [, path = ''] = /<https:\/\/blog\.example\.com(\/api\/unsubscribe\?token=[^>]+)>/.exec(text) ?? []
    const page = await service.client().get(path, { 'accept-language': 'zh-CN' })
    expect([page.status, String(page.headers['content-type'])]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.text).toContain('<form method="post">')
    // As the links of earlier e-mails.
    const earlier = path.replace('?token=', '?key=')
    expect((await service.client().get(earlier)).status).toBe(200)
    expect((await service.client().get('/api/unsubscribe')).status).toBe(400)
    await post('other@example.com', asked.id, 'en')
    await settled()
    expect(mailsTo('asker@example.com')).toHaveLength(2)
    expect((await service.client().get(`${path.slice(0, -4)}AAAA`)).status).toBe(400)
    const oneClick = await service.app.inject({
      method: 'POST',
      url: earlier,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect([oneClick.statusCode, oneClick.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    await post('other@example.com', asked.id, 'en')
    await settled()
    expect(mailsTo('asker@example.com')).toHaveLength(2)
    const forged = await service.app.inject({ method: 'POST', url: `${path.slice(0, -4)}AAAA` })
    expect(forged.statusCode).toBe(400)
    await site.admin.put('/api/settings', { comment_review: 1 })
  })

  test('the page of the link says what was done, in both languages', async () => {
    const article = await publish()
    await site.admin.put('/api/settings', { comment_review: 0 })
    const comment = async (email: string, parent_id = 0) =>
      (
        await site.anonymous.post('/api/comments', {
          article_id: article,
          content: words(),
          nickname: 'Guest',
          email,
          parent_id,
        })
      ).data.id as number
    await comment('answers@example.com', await comment('page@example.com'))
    await settled()
    const [, path = ''] =
      /<https:\/\/blog\.example\.com(\/api\/unsubscribe\?token=[^>]+)>/.exec(
        decoded(mailsTo('page@example.com')[0]?.message ?? ''),
      ) ?? []
    const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    const titleOf = (page: string) => /<title>(.*)<\/title>/.exec(page)?.[1]
    const open = async (url: string, language = 'en') => {
      const { status, text } = await service.client().get(url, { ...html, 'accept-language': language })
      return [status, titleOf(text)]
    }
    const press = async (url: string, language = 'en') => {
      const { statusCode, payload } = await service.app.inject({
        method: 'POST',
        url,
        headers: {
          ...html,
          'accept-language': language,
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: '',
      })
      return [statusCode, titleOf(payload)]
    }
    const ask = [200, 'Do you want to unsubscribe from comment e-mails?']
    const already = [200, 'You are already unsubscribed']
    const invalid = [400, 'This link does not work']
    for (const wrong of [
      `${path.slice(0, -4)}AAAA`,
      '/api/unsubscribe',
      '/api/unsubscribe?token=',
      '/api/unsubscribe?token=%20x',
    ]) {
      expect([wrong, await open(wrong), await press(wrong)]).toEqual([wrong, invalid, invalid])
      expect([await open(wrong, 'zh'), await press(wrong, 'zh')]).toEqual([
        [400, '此链接无效'],
        [400, '此链接无效'],
      ])
      const { status, body } = await service.client().get(wrong)
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['token']])
    }
    expect(await open(path)).toEqual(ask)
    expect(await press(path)).toEqual([200, 'You are unsubscribed'])
    expect([await open(path), await press(path)]).toEqual([already, already])
    expect([await open(path, 'zh'), await press(path, 'zh')]).toEqual([
      [200, '您此前已退订'],
      [200, '您此前已退订'],
    ])

    // An account with the address that wants e-mail can still be unsubscribed, and can turn it on again.
    const user = await site.user('member')
    await site.admin.put(`/api/users/${user.id}`, { email: 'page@example.com' })
    expect((await user.get('/api/auth/me')).data.email).toBe('page@example.com')
    expect([await open(path), await press(path)]).toEqual([ask, [200, 'You are unsubscribed']])
    expect(await open(path)).toEqual(already)
    await user.put('/api/auth/me', { mail_comments: 1 })
    expect(await open(path)).toEqual(ask)
    await user.put('/api/auth/me', { mail_comments: 0 })
    expect([await open(path), await press(path)]).toEqual([already, already])
    await site.admin.put('/api/settings', { comment_review: 1 })
  })

  test('a user who unsubscribes gets none from any site until they subscribe again; other e-mail is still sent', async () => {
    await site.admin.put('/api/settings', { comment_review: 0 })
    const reader = await site.user('editor')
    const { data } = await reader.post('/api/articles', {
      title: 'Unsubscribed',
      content: 'x',
      category_id: site.defaultCategoryId,
      status: 1,
    })
    const comment = () => author.post('/api/comments', { article_id: data.id, content: words() })
    const linkIn = (message: string) =>
      /<https:\/\/blog\.example\.com(\/api\/unsubscribe\?token=[^>]+)>/.exec(decoded(message))?.[1] ?? ''
    await comment()
    await settled()
    const link = linkIn(mailsTo(addressOf(reader))[0]?.message ?? '')
    await service.client().get(link)
    expect((await reader.get('/api/auth/me')).data.mail_comments).toBe(1)
    const button = await service.app.inject({
      method: 'POST',
      url: link,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: '',
    })
    expect(button.statusCode).toBe(200)
    expect((await reader.get('/api/auth/me')).data.mail_comments).toBe(0)
    await comment()
    await auditor.post(`/api/articles/${data.id}/audit`, { status: 1 })
    await settled()
    expect(mailsTo(addressOf(reader))).toHaveLength(2)
    expect(mailsTo(addressOf(reader)).at(-1)?.message).not.toMatch(/^List-Unsubscribe/m)
    expect((await reader.put('/api/auth/me', { mail_comments: 1 })).data.mail_comments).toBe(1)
    await comment()
    await settled()
    expect(mailsTo(addressOf(reader))).toHaveLength(3)
    expect((await reader.put('/api/auth/me', { mail_comments: 0 })).data.mail_comments).toBe(0)
    await comment()
    await settled()
    expect(mailsTo(addressOf(reader))).toHaveLength(3)
    for (const mail_comments of [2, 'yes', null])
      expect((await reader.put('/api/auth/me', { mail_comments })).errors).toHaveProperty('mail_comments')
    await site.admin.put('/api/settings', { comment_review: 1 })
  })

  test('nobody is notified of their own comment', async () => {
    const article = await publish()
    const before = received.length
    await author.post('/api/comments', { article_id: article, content: words() })
    await settled()
    expect(received).toHaveLength(before)
  })

  test('the author is notified of a pending comment once, the parent commenter when it is approved', async () => {
    const article = await publish('Under review')
    const member = await site.user('member')
    const { data: parent } = await member.post('/api/comments', { article_id: article, content: words() })
    const reply = async (email: string) =>
      (
        await site.anonymous.post('/api/comments', {
          article_id: article,
          parent_id: parent.id,
          content: words(),
          nickname: 'Guest',
          email,
        })
      ).data
    const messagesAbout = async (id: number) =>
      (await author.get('/api/messages')).data.list
        .filter((message: Record<string, unknown>) => message.comment_id === id)
        .map(({ kind, title, is_read }: Record<string, unknown>) => [kind, title, is_read])
    await settled()
    const before = received.length
    const recipients = () =>
      received
        .slice(before)
        .flatMap((each) => each.recipients)
        .sort()

    const approved = await reply('approved@example.com')
    expect(approved.status).toBe(0)
    await settled()
    expect(recipients()).toEqual([addressOf(author)])
    const news = ['comment-new', 'Guest commented on “Under review” (submitted for review)', 0]
    expect(await messagesAbout(approved.id)).toEqual([news])
    await auditor.post(`/api/comments/${approved.id}/audit`, { status: 1 })
    await settled()
    expect(recipients()).toEqual(['approved@example.com', addressOf(author), addressOf(member)].sort())
    expect(await messagesAbout(approved.id)).toEqual([news])

    const rejected = await reply('rejected@example.com')
    await auditor.post(`/api/comments/${rejected.id}/audit`, { status: 2 })
    expect(await messagesAbout(rejected.id)).toEqual([[...news.slice(0, 2), 1]])
    await settled()
  })

  test('the author of an article is notified of a review decision', async () => {
    const article = await publish('Decided on')
    const before = received.length
    await auditor.post(`/api/articles/${article}/audit`, { status: 2, reason: 'too short' })
    await settled()
    await auditor.post(`/api/articles/${article}/audit`, { status: 1 })
    await settled()
    const mails = received.slice(before)
    expect(mails.flatMap(({ recipients }) => recipients)).toEqual([
      `${author.username}@example.com`,
      `${author.username}@example.com`,
    ])
    expect(mails.map(({ message }) => /too short/.test(message))).toEqual([true, false])
  })

  test('an author who moderates is notified of a pending comment, and not again when it is approved', async () => {
    const { data } = await auditor.post('/api/articles', {
      title: 'Of a moderator',
      content: 'x',
      category_id: site.defaultCategoryId,
      status: 1,
    })
    const before = received.length
    const guest = { nickname: 'g', email: 'waiting@example.com' }
    const comment = await site.anonymous.post('/api/comments', {
      article_id: data.id,
      content: words(),
      ...guest,
    })
    expect(comment.data.status).toBe(0)
    await settled()
    expect(received).toHaveLength(before + 1)
    await auditor.post(`/api/comments/${comment.data.id}/audit`, { status: 1 })
    await settled()
    const toldAuthor = (await auditor.get('/api/messages')).data.list.filter(
      ({ kind, article_id }: Record<string, unknown>) => kind === 'comment-new' && article_id === data.id,
    )
    expect(toldAuthor).toMatchObject([{ is_read: 1 }])
    expect(
      received
        .slice(before)
        .flatMap(({ recipients }) => recipients)
        .filter((to) => to !== guest.email),
    ).toHaveLength(1)
  })
})

describe('messages', () => {
  test('are in the language of the reader, and marked as read one by one or all at once', async () => {
    const reader = await site.user('editor')
    const { data } = await reader.post('/api/articles', {
      title: 'Mine',
      content: 'x',
      category_id: site.defaultCategoryId,
      status: 1,
    })
    const member = await site.user('member')
    const { data: comment } = await member.post('/api/comments', { article_id: data.id, content: words() })
    await auditor.post(`/api/comments/${comment.id}/audit`, { status: 2, reason: '广告' })
    await auditor.post(`/api/articles/${data.id}/audit`, { status: 2, reason: 'too short' })
    expect(await titles(reader)).toEqual([
      'Your article “Mine” was sent back',
      `${member.username} commented on “Mine”`,
    ])
    expect(await titles(reader, 'zh')).toEqual([
      '您的文章《Mine》未通过审核',
      `${member.username}评论了《Mine》`,
    ])
    const inChinese = await reader.get('/api/messages', { 'accept-language': 'zh' })
    expect(inChinese.data.list[0].content).toBe('文章已退回为草稿。原因：too short')
    expect(await titles(member, 'zh')).toEqual(['您在《Mine》下的评论未通过审核'])
    const [decision] = (await member.get('/api/messages')).data.list
    expect(decision).toMatchObject({
      kind: 'comment-rejected',
      article_id: data.id,
      comment_id: comment.id,
      is_read: 0,
      content: expect.stringContaining('广告'),
    })

    const unread = async () => (await reader.get('/api/messages/unread-count')).data.unread_count
    expect(await unread()).toBe(2)
    const [newest] = (await reader.get('/api/messages?unread=1')).data.list
    for (let turn = 0; turn < 2; turn++)
      expect((await reader.post(`/api/messages/${newest.id}/read`)).status).toBe(200)
    expect(await unread()).toBe(1)
    expect((await reader.post('/api/messages/read-all')).data).toEqual({ success_count: 1 })
    expect(await unread()).toBe(0)
    expect((await reader.get('/api/messages?unread=1')).data.total).toBe(0)
    expect((await member.post(`/api/messages/${newest.id}/read`)).status).toBe(404)
    expect((await site.anonymous.get('/api/messages')).status).toBe(401)
    expect((await reader.get('/api/messages', { 'x-site': '1' })).data.total).toBe(0)
  })
})
