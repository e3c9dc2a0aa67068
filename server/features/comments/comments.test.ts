import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestSite } from '../../test/harness.ts'
import { fewestStatements } from '../../test/statements.ts'

const service = await startTestService({ TRUST_PROXY: '127.0.0.1' })
let site: TestSite
let editor: Awaited<ReturnType<TestSite['user']>>
let auditor: Awaited<ReturnType<TestSite['user']>>

const FREE = {
  comment_captcha: 0,
  comment_review: 0,
  comment_user_interval: 0,
  comment_ip_interval: 0,
  comment_daily_limit: 0,
}

/** A site that approves comments immediately, with the settings of the test. */
async function newSite(settings: object = {}) {
  const made = await service.newSite()
  await made.admin.put('/api/settings', { ...FREE, ...settings })
  return made
}

async function publish(on: TestSite, changes: object = {}): Promise<number> {
  const { data } = await on.admin.post('/api/articles', {
    title: '一篇文章',
    content: 'x',
    category_id: on.defaultCategoryId,
    status: 1,
    ...changes,
  })
  return data.id
}

let number = 0
const words = () => `这是第 ${++number} 条评论，写得很好！`
let host = 0
/** A separate IP address, as reported by a trusted proxy. */
const from = (address = `198.18.${++host >> 8}.${host & 255}`) => ({ 'x-forwarded-for': address })
const guest = { nickname: '访客', email: 'guest@example.com' }

async function say(on: TestSite, article_id: number, fields: object = {}, headers = from()) {
  return on.anonymous.post('/api/comments', { article_id, content: words(), ...guest, ...fields }, headers)
}
const idOf = async (answer: ReturnType<typeof say>) => (await answer).data.id as number
const countOn = async (on: TestSite, id: number) =>
  (await on.admin.get(`/api/articles/${id}`)).data.comment_count as number
const listed = async (on: TestSite, id: number, query = '') =>
  (await on.anonymous.get(`/api/articles/${id}/comments${query}`)).data

async function captchaOf(on: TestSite): Promise<{ captcha_id: string; captcha: string; cookie: string }> {
  const { data, headers } = await on.anonymous.get('/api/captcha')
  const { answer } = await service.engine.db
    .selectFrom('captchas')
    .select('answer')
    .where('id', '=', data.captcha_id)
    .executeTakeFirstOrThrow()
  return { captcha_id: data.captcha_id, captcha: answer, cookie: String(headers['set-cookie']) }
}

beforeAll(async () => {
  site = await newSite()
  editor = await site.user('editor')
  auditor = await site.user('auditor')
})

describe('posting and reading', () => {
  test('a comment is returned with its replies, and without data of the guest except the name', async () => {
    const article = await publish(site)
    const content = `<b>不是 HTML</b> & "plain" 😀 ${words()}`
    const { status, data } = await say(site, article, { content })
    expect([status, data]).toEqual([200, { id: expect.any(Number), status: 1 }])
    const answer = await idOf(say(site, article, { parent_id: data.id }))
    const page = await site.anonymous.get(`/api/articles/${article}/comments`)
    expect(page.data).toMatchObject({ total: 2, page: 1, total_pages: 1 })
    expect(page.data.list).toMatchObject([
      {
        id: data.id,
        content,
        user: { id: 0, nickname: '访客', avatar: '' },
        children: [{ id: answer, parent_id: data.id, children: [] }],
      },
    ])
    expect(page.text).not.toContain('guest@example.com')
    expect(page.text).not.toContain('198.18.')
    expect(await countOn(site, article)).toBe(2)
  })

  test('pages contain top-level comments, in three orders', async () => {
    const article = await publish(site)
    const ids: number[] = []
    for (let i = 0; i < 3; i++) ids.push(await idOf(say(site, article)))
    await say(site, article, { parent_id: ids[0] })
    await site.anonymous.post(`/api/comments/${ids[1]}/like`)
    const order = async (query: string) =>
      (await listed(site, article, query)).list.map(({ id }: { id: number }) => id)
    expect(await listed(site, article, '?page_size=2')).toMatchObject({ total: 4, total_pages: 2 })
    expect(await listed(site, article, '?page_size=3')).toMatchObject({ total: 4, total_pages: 1 })
    expect(await listed(site, article, '?page_size=3&page=2')).toMatchObject({ list: [], total_pages: 1 })
    expect(await order('')).toEqual([...ids].reverse())
    expect(await order('?order=oldest')).toEqual(ids)
    expect(await order('?order=hot')).toEqual([ids[1], ids[2], ids[0]])
    expect(await order('?page=2&page_size=2')).toEqual([ids[0]])
    expect((await listed(site, article, '?page=2&page_size=2')).total).toBe(4)
    expect((await site.anonymous.get(`/api/articles/${article}/comments?order=__proto__`)).status).toBe(400)
  })

  test('a sixth or seventh level is added below the fifth', async () => {
    const article = await publish(site)
    const ids: number[] = []
    for (let level = 0; level < 7; level++)
      ids.push(await idOf(say(site, article, { parent_id: ids.at(-1) ?? 0 })))
    let depth = 0
    let at = (await listed(site, article)).list
    const widths: number[] = []
    for (; at.length > 0; at = at.flatMap(({ children }: { children: unknown[] }) => children)) {
      depth++
      widths.push(at.length)
    }
    expect([depth, widths]).toEqual([5, [1, 1, 1, 1, 3]])
  })

  test('a user comments under the name of their account', async () => {
    const article = await publish(site)
    const { status } = await editor.post('/api/comments', { article_id: article, content: words() }, from())
    expect(status).toBe(200)
    expect((await listed(site, article)).list[0].user).toEqual({
      id: editor.id,
      nickname: editor.username,
      avatar: '',
    })
  })

  test('an idempotency key returns the first response, even with a used captcha', async () => {
    const strict = await newSite({ comment_captcha: 1 })
    const article = await publish(strict)
    const { captcha_id, captcha } = await captchaOf(strict)
    const body = { article_id: article, content: words(), ...guest, captcha_id, captcha }
    const headers = { ...from('198.51.100.77'), 'idempotency-key': randomBytes(6).toString('hex') }
    const first = await strict.anonymous.post('/api/comments', body, headers)
    const second = await strict.anonymous.post('/api/comments', body, headers)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.data).toEqual(first.data)
    expect((await listed(strict, article)).total).toBe(1)
  })

  test('an idempotency key belongs to the address of a guest', async () => {
    const article = await publish(site)
    const body = { article_id: article, content: words(), ...guest }
    const at = (address: string) => ({ ...from(address), 'idempotency-key': 'the-same' })
    const one = await site.anonymous.post('/api/comments', body, at('198.51.100.78'))
    const other = await site.anonymous.post('/api/comments', body, at('198.51.100.79'))
    expect([one.status, other.status]).toEqual([200, 200])
    expect(other.data.id).not.toBe(one.data.id)
  })

  test('closed comments are not shown', async () => {
    const article = await publish(site)
    await say(site, article)
    await site.admin.put(`/api/articles/${article}`, { allow_comment: 0 })
    expect(await listed(site, article)).toMatchObject({ list: [], total: 0 })
    expect((await site.anonymous.get('/api/articles/999999/comments')).status).toBe(404)
  })

  test('ten thousand comments: the first page takes two statements', async () => {
    const article = await publish(site)
    await service.engine.transactAtLength(async (tx) => {
      const row = (parent: { id: number } | undefined) => ({
        site_id: site.id,
        article_id: article,
        parent_id: parent?.id ?? null,
        root_id: parent?.id ?? null,
        answers_id: parent?.id ?? null,
        depth: parent ? 2 : 1,
        user_id: null,
        nickname: 'g',
        email: 'g@example.com',
        address: '192.0.2.1',
        address_key: '192.0.2.1',
        language: 'en',
        content: 'a comment of some length, like many others',
        content_hash: '',
        status: 1 as const,
        told_at: tx.now,
        created_at: tx.now,
      })
      for (let piece = 0; piece < 20; piece++) {
        const tops = await tx
          .insertInto('comments')
          .values(Array.from({ length: 250 }, () => row(undefined)))
          .returning('id')
          .execute()
        await tx
          .insertInto('comments')
          .values(tops.map((top) => row(top)))
          .execute()
      }
      await tx
        .updateTable('article_counters')
        .set({ comment_count: 10_000 })
        .where('article_id', '=', article)
        .execute()
    })
    for (const order of ['latest', 'oldest', 'hot']) {
      const statements = await fewestStatements(service.engine, async () => {
        const { list, total } = await listed(site, article, `?order=${order}`)
        expect([list.length, list[0].children.length, total]).toEqual([20, 1, 10_000])
      })
      // One for the site, one for the article, one for its comments.
      expect(statements).toBeLessThanOrEqual(3)
    }
  })
})

describe('the conditions', () => {
  const refusals: Array<
    [string, object, (article: number, on: TestSite) => object | Promise<object>, number, string?]
  > = [
    ['comments are off', { comment_enabled: 0 }, () => ({}), 403],
    ['the article is unknown', {}, () => ({ article_id: 999_999 }), 404],
    ['the article is no id', {}, () => ({ article_id: 'x' }), 422, 'article_id'],
    ['the article is a draft', {}, async (_, on) => ({ article_id: await publish(on, { status: 0 }) }), 404],
    [
      'the article is closed',
      {},
      async (_, on) => ({ article_id: await publish(on, { allow_comment: 0 }) }),
      403,
    ],
    ['guests may not', { comment_guests: 0 }, () => ({}), 401],
    ['a guest has no name', {}, () => ({ nickname: ' ' }), 422, 'nickname'],
    ['a guest has no address', {}, () => ({ email: '' }), 422, 'email'],
    ['the address is none', {}, () => ({ email: 'no@no@no' }), 422, 'email'],
    ['the captcha is missing', { comment_captcha: 1 }, () => ({}), 422, 'captcha'],
    [
      'the captcha is wrong',
      { comment_captcha: 1 },
      async (_, on) => ({ ...(await captchaOf(on)), captcha: '!!!!!' }),
      422,
      'captcha',
    ],
    [
      'the captcha is unknown',
      { comment_captcha: 1 },
      () => ({ captcha_id: 'nobody', captcha: 'ABCDE' }),
      422,
      'captcha',
    ],
    ['there is no text', {}, () => ({ content: '   ' }), 422, 'content'],
    ['nine Chinese characters', {}, () => ({ content: '字'.repeat(9) }), 422, 'content'],
    ['501 Chinese characters', {}, () => ({ content: '字'.repeat(501) }), 422, 'content'],
    ['nine emoji', {}, () => ({ content: '😀'.repeat(9) }), 422, 'content'],
    ['501 emoji', {}, () => ({ content: '😀'.repeat(501) }), 422, 'content'],
    ['the parent is unknown', {}, () => ({ parent_id: 999_999 }), 422, 'parent_id'],
    ['the parent is negative', {}, () => ({ parent_id: -1 }), 422, 'parent_id'],
    [
      'the parent is of another article',
      {},
      async (_, on) => ({ parent_id: await idOf(say(on, await publish(on))) }),
      422,
      'parent_id',
    ],
    [
      'the parent is pending',
      {},
      async (article, on) => {
        const parent_id = await idOf(say(on, article))
        await on.admin.post(`/api/comments/${parent_id}/audit`, { status: 0 })
        return { parent_id }
      },
      422,
      'parent_id',
    ],
    [
      'the parent is deleted',
      {},
      async (article, on) => {
        const parent_id = await idOf(say(on, article))
        await on.admin.delete(`/api/comments/${parent_id}`)
        return { parent_id }
      },
      422,
      'parent_id',
    ],
    [
      'there are three links',
      {},
      () => ({ content: 'http://a.cn https://b.cn www.c.cn 都来看看' }),
      422,
      'content',
    ],
  ]
  for (const [when, settings, change, status, field] of refusals)
    test(`${status}${field ? ` on ${field}` : ''} when ${when}, and nothing is kept`, async () => {
      const own = await newSite(settings)
      const article = await publish(own)
      const changes = await change(article, own)
      const before = (await own.admin.get('/api/comments')).data.total
      const answer = await say(own, article, changes)
      expect([answer.status, field === undefined || field in answer.errors]).toEqual([status, true])
      expect((await own.admin.get('/api/comments')).data.total).toBe(before)
    })

  for (const text of ['字'.repeat(10), '字'.repeat(500), '😀'.repeat(10), '😀'.repeat(500)])
    test(`${[...text].length} times ${[...text][0]} are accepted`, async () => {
      expect((await say(site, await publish(site), { content: text })).status).toBe(200)
    })

  test('an error is in the language of the caller', async () => {
    const own = await newSite()
    const article = await publish(own)
    const draft = await publish(own, { status: 0 })
    const closed = await publish(own, { allow_comment: 0 })
    const cases: Array<[object, string, string]> = [
      [{ article_id: draft }, 'The article does not exist.', '文章不存在。'],
      [{ article_id: closed }, 'Comments are closed.', '此处不允许评论。'],
      [{ content: '😀'.repeat(9) }, 'This must have at least 10 characters.', '长度不能少于 10 个字符。'],
      [{ content: '字'.repeat(501) }, 'This must have at most 500 characters.', '长度不能超过 500 个字符。'],
      [{ parent_id: 999_999 }, 'The comment you are replying to does not exist.', '要回复的评论不存在。'],
    ]
    for (const [fields, en, zh] of cases)
      for (const [language, expected] of [
        ['en', en],
        ['zh', zh],
      ] as const) {
        const { body } = await say(own, article, fields, { ...from(), ...{ 'accept-language': language } })
        expect(Object.values(body.errors ?? { none: [body.message] })).toEqual([[expected]])
      }
  })

  test('an unpublished article is 403 for users who may see it', async () => {
    const article = await publish(site, { status: 0 })
    const { status } = await site.admin.post(
      '/api/comments',
      { article_id: article, content: words() },
      from(),
    )
    expect(status).toBe(403)
  })

  test('the same text within a minute from the same network is rejected', async () => {
    const article = await publish(site)
    const content = words()
    expect((await say(site, article, { content }, from('192.0.2.8'))).status).toBe(200)
    const again = await say(site, article, { content, nickname: 'x' }, from('192.0.2.8'))
    expect([again.status, Object.keys(again.errors)]).toEqual([422, ['content']])
    expect((await say(site, article, { content }, from('192.0.2.9'))).status).toBe(200)
  })

  test('too many by user, by IP address and by day: 429 with a time to retry', async () => {
    const strict = await newSite({ comment_user_interval: 60 })
    const member = await strict.user('member')
    const article = await publish(strict)
    const post = (headers = from()) =>
      member.post('/api/comments', { article_id: article, content: words() }, headers)
    expect((await post()).status).toBe(200)
    const byUser = await post()
    expect([byUser.status, Number(byUser.headers['retry-after']) > 55]).toEqual([429, true])

    await strict.admin.put('/api/settings', { comment_user_interval: 0, comment_ip_interval: 30 })
    const here = from('2001:db8:1:2::1')
    expect((await say(strict, article, {}, here)).status).toBe(200)
    expect((await say(strict, article, {}, from('2001:db8:1:2:ffff::9'))).status).toBe(429)
    expect((await say(strict, article, {}, from('2001:db8:1:3::1'))).status).toBe(200)

    await strict.admin.put('/api/settings', { comment_ip_interval: 0, comment_daily_limit: 2 })
    expect((await post()).status).toBe(200)
    const byDay = await post()
    expect([byDay.status, Number(byDay.headers['retry-after']) > 80_000]).toEqual([429, true])
  })

  test('only one of twenty simultaneous comments of a user is accepted, the others get a time to retry', async () => {
    const strict = await newSite({ comment_user_interval: 60 })
    const member = await strict.user('member')
    const article = await publish(strict)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        member.post('/api/comments', { article_id: article, content: words() }, from()),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(429)])
    for (const { status, headers } of answers)
      if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(await countOn(strict, article)).toBe(1)
  })

  test('ten simultaneous comments of a user are accepted if no interval is set', async () => {
    const free = await newSite()
    const member = await free.user('member')
    const article = await publish(free)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        member.post('/api/comments', { article_id: article, content: words() }, from()),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  })

  test('only one of ten simultaneous comments with one captcha is accepted', async () => {
    const strict = await newSite({ comment_captcha: 1 })
    const article = await publish(strict)
    const { captcha_id, captcha } = await captchaOf(strict)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => say(strict, article, { captcha_id, captcha })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(422)])
    expect(await countOn(strict, article)).toBe(1)
  })

  test('the captcha may come in a cookie, in any case, and stays valid after other errors', async () => {
    const strict = await newSite({ comment_captcha: 1 })
    const article = await publish(strict)
    const { captcha, cookie } = await captchaOf(strict)
    const headers = { ...from(), cookie: `a=b; ${cookie.split(';')[0]}` }
    expect((await say(strict, article, { captcha, content: '短' }, headers)).errors).toHaveProperty('content')
    expect((await say(strict, article, { captcha: captcha.toLowerCase() }, headers)).status).toBe(200)
    expect((await say(strict, article, { captcha }, headers)).errors).toHaveProperty('captcha')
  })

  test('moderators need no captcha', async () => {
    const strict = await newSite({ comment_captcha: 1 })
    const article = await publish(strict)
    const body = () => ({ article_id: article, content: words() })
    expect((await (await strict.user('auditor')).post('/api/comments', body(), from())).status).toBe(200)
    expect((await (await strict.user('editor')).post('/api/comments', body(), from())).status).toBe(422)
  })
})

describe('likes and reports', () => {
  test('a like counts once per user or IP address, and can be removed', async () => {
    const id = await idOf(say(site, await publish(site)))
    const url = `/api/comments/${id}/like`
    const answers = await Promise.all(Array.from({ length: 10 }, () => editor.post(url)))
    for (const { data } of answers) expect(data).toEqual({ like_count: 1, liked: 1 })
    expect((await site.anonymous.post(url, undefined, from('192.0.2.1'))).data.like_count).toBe(2)
    expect((await site.anonymous.post(url, undefined, from('192.0.2.1'))).data.like_count).toBe(2)
    for (let turn = 0; turn < 2; turn++)
      expect((await editor.delete(url)).data).toEqual({ like_count: 1, liked: 0 })
    expect((await site.anonymous.post('/api/comments/999999/like')).status).toBe(404)
  })

  test('five reporters reset a comment to pending; one alone does not', async () => {
    const article = await publish(site)
    const id = await idOf(say(site, article))
    const report = (address: string) =>
      site.anonymous.post(`/api/comments/${id}/report`, { reason: '广告' }, from(address))
    for (let turn = 0; turn < 6; turn++) expect((await report('192.0.2.1')).status).toBe(200)
    for (const last of [2, 3, 4]) await report(`192.0.2.${last}`)
    expect(await countOn(site, article)).toBe(1)
    expect((await report('192.0.2.5')).status).toBe(200)
    expect([await countOn(site, article), (await listed(site, article)).total]).toEqual([0, 0])
    expect((await report('192.0.2.6')).status).toBe(404)

    const reports = (await auditor.get('/api/comments/reports')).data
    const mine = reports.list.filter(({ comment }: { comment: { id: number } }) => comment.id === id)
    expect(mine).toHaveLength(5)
    expect(mine[0]).toMatchObject({ reason: '广告', ip: '192.0.2.5', handled: 0, comment: { status: 0 } })
    await auditor.post(`/api/comments/${id}/audit`, { status: 1 })
    expect(await countOn(site, article)).toBe(1)
    await report('192.0.2.6')
    expect((await listed(site, article)).total).toBe(1)
    const open = (await auditor.get('/api/comments/reports')).data.list
    expect(open.filter(({ comment }: { comment: { id: number } }) => comment.id === id)).toHaveLength(1)
    expect((await site.anonymous.post(`/api/comments/${id}/report`, {})).errors).toHaveProperty('reason')
  })
})

describe('moderation', () => {
  test('the queue shows moderators all comments, with filters', async () => {
    const own = await newSite({ comment_review: 1 })
    const article = await publish(own)
    const other = await publish(own)
    const id = await idOf(say(own, article, { content: '一条 Special 评论，请审核' }, from('203.0.113.9')))
    await say(own, other)
    const { data } = await own.admin.get(`/api/comments?status=0&article_id=${article}`)
    expect(data).toMatchObject({
      total: 1,
      list: [{ id, status: 0, ip: '203.0.113.9', user: { id: 0, email: 'guest@example.com' } }],
    })
    expect((await own.admin.get('/api/comments?keyword=sPECIAL')).data.total).toBe(1)
    expect((await own.admin.get('/api/comments?keyword=%25')).data.total).toBe(0)
    const upper = { content: 'ÖFFNUNG der Ausstellung ПРИВЕТ', nickname: 'Ünal' }
    await say(own, other, upper, from('203.0.113.10'))
    for (const keyword of [
      'ÖFFNUNG',
      'öffnung',
      'öFFNUNG DER',
      'привет',
      'ПРИВЕТ',
      'ünal',
      'ÜNAL',
      'öffnung%',
    ])
      expect([
        keyword,
        (await own.admin.get(`/api/comments?keyword=${encodeURIComponent(keyword)}`)).data.total,
      ]).toEqual([keyword, keyword.endsWith('%') ? 0 : 1])
    expect((await own.admin.get('/api/comments?status=1')).data.total).toBe(0)
    expect((await own.admin.get('/api/comments?status=9')).status).toBe(400)
    expect((await (await own.user('editor')).get('/api/comments')).status).toBe(403)
    expect((await own.anonymous.get('/api/comments')).status).toBe(401)
    expect((await listed(own, article)).total).toBe(0)
  })

  test('every kind of decision updates the count', async () => {
    const article = await publish(site)
    const id = await idOf(say(site, article))
    for (const [status, count] of [
      [2, 0],
      [1, 1],
      [1, 1],
      [3, 0],
      [0, 0],
      [1, 1],
    ]) {
      const answer = await auditor.post(`/api/comments/${id}/audit`, { status, reason: 'r' })
      expect([answer.status, answer.data]).toEqual([200, undefined])
      expect(await countOn(site, article)).toBe(count)
    }
    expect((await auditor.post(`/api/comments/${id}/audit`, { status: 4 })).errors).toHaveProperty('status')
    expect((await auditor.post('/api/comments/999999/audit', { status: 1 })).status).toBe(404)
    expect((await editor.post(`/api/comments/${id}/audit`, { status: 1 })).status).toBe(403)
  })

  test('a user is trusted after enough approved comments on this site without spam', async () => {
    const own = await newSite({ comment_review: 1, comment_auto_after: 2 })
    const other = await newSite()
    const article = await publish(own)
    const member = await own.user('member')
    const say = (article_id: number, content: string, on = own) =>
      member.post('/api/comments', { article_id, content }, { ...from(), 'x-site': String(on.id) })
    const post = async () => (await say(article, words())).data
    const elsewhere = await publish(other)
    for (let count = 0; count < 2; count++) expect((await say(elsewhere, words(), other)).data.status).toBe(1)
    const [first, second] = [await post(), await post()]
    const decide = (id: number, status: number) => own.admin.post(`/api/comments/${id}/audit`, { status })
    await decide(first.id, 1)
    expect((await post()).status).toBe(0)
    await decide(second.id, 1)
    const third = await post()
    expect(third.status).toBe(1)

    await own.admin.post('/api/sensitive-words', { word: '赌博', action: 'reject' })
    expect((await say(article, `一起来赌博吧，${words()}`)).errors).toHaveProperty('content')

    await decide(third.id, 3)
    expect((await post()).status).toBe(0)
    await own.admin.delete(`/api/comments/${third.id}`)
    expect((await post()).status).toBe(0)
    await own.admin.delete(`/api/recycle-bin/comment/${third.id}`)
    expect((await post()).status).toBe(1)
    for (const { id } of [first, second]) await own.admin.delete(`/api/comments/${id}`)
    expect((await post()).status).toBe(0)
    expect((await own.admin.put('/api/settings', { comment_auto_after: 1001 })).errors).toHaveProperty(
      'comment_auto_after',
    )
  })

  test('the word filter sees the nickname of a guest too', async () => {
    const own = await service.newSite()
    const settings = { public_read: 1, comment_captcha: 0, comment_ip_interval: 0, comment_auto_clean: 1 }
    await own.admin.put('/api/settings', settings)
    await own.admin.post('/api/sensitive-words', { word: 'casino' })
    const article_id = await publish(own)
    const post = async (nickname: string) =>
      own.anonymous.post('/api/comments', { ...guest, article_id, content: words(), nickname }, from())
    expect((await post('Reader')).data.status).toBe(1)
    const { id, status } = (await post('Ca\u200bSINO royal')).data
    expect(status).toBe(0)
    await own.admin.post(`/api/comments/${id}/audit`, { status: 1 })
    const { list } = (await own.anonymous.get(`/api/articles/${article_id}/comments`)).data
    const nicknames = list.map(({ user }: { user: { nickname: string } }) => user.nickname)
    expect(nicknames.sort()).toEqual(['*** royal', 'Reader'])
    await own.admin.put('/api/settings', { word_filter_mode: 'reject' })
    expect((await post('casino')).errors).toHaveProperty('nickname')
    expect((await post('Reader')).status).toBe(200)
  })

  test('a batch decides on each comment, and reports missing ones', async () => {
    const [one, two] = [await publish(site), await publish(site)]
    const ids = [await idOf(say(site, one)), await idOf(say(site, two)), await idOf(say(site, one))]
    const { data } = await auditor.post('/api/comments/batch/audit', { ids: [...ids, 999_999], status: 3 })
    expect(data).toMatchObject({ success_count: 3, failed_count: 1, errors: { 999999: expect.anything() } })
    expect([await countOn(site, one), await countOn(site, two)]).toEqual([0, 0])
    for (const wrong of [[], Array(101).fill(1), 'x'])
      expect(
        (await auditor.post('/api/comments/batch/audit', { ids: wrong, status: 1 })).errors,
      ).toHaveProperty('ids')
  })

  test('a hidden comment hides its replies', async () => {
    const article = await publish(site)
    const id = await idOf(say(site, article))
    await say(site, article, { parent_id: id })
    await auditor.post(`/api/comments/${id}/audit`, { status: 2 })
    expect((await listed(site, article)).list).toEqual([])
  })

  test('deleting and restoring a comment includes its replies', async () => {
    const article = await publish(site)
    const top = await idOf(say(site, article))
    const middle = await idOf(say(site, article, { parent_id: top }))
    await say(site, article, { parent_id: middle })
    const before = (await listed(site, article)).list
    expect((await auditor.delete(`/api/comments/${top}`)).status).toBe(200)
    expect([await countOn(site, article), (await listed(site, article)).total]).toEqual([0, 0])
    expect((await auditor.delete(`/api/comments/${top}`)).status).toBe(404)
    const bin = (await site.admin.get('/api/recycle-bin?type=comment')).data.list
    expect(bin.filter(({ id }: { id: number }) => [top, middle].includes(id))).toHaveLength(1)
    expect((await site.admin.post(`/api/recycle-bin/comment/${middle}/restore`)).status).toBe(404)
    expect((await auditor.post(`/api/recycle-bin/comment/${top}/restore`)).status).toBe(200)
    expect((await listed(site, article)).list).toEqual(before)
    expect(await countOn(site, article)).toBe(3)
  })

  test('a comment restored while its parent is in the bin moves under an existing ancestor', async () => {
    const article = await publish(site)
    const top = await idOf(say(site, article))
    const middle = await idOf(say(site, article, { parent_id: top }))
    const leaf = await idOf(say(site, article, { parent_id: middle }))
    await auditor.delete(`/api/comments/${middle}`)
    await auditor.delete(`/api/comments/${top}`)
    await auditor.post(`/api/recycle-bin/comment/${middle}/restore`)
    expect((await listed(site, article)).list).toMatchObject([
      { id: middle, parent_id: 0, children: [{ id: leaf }] },
    ])
    await auditor.post(`/api/recycle-bin/comment/${top}/restore`)
    expect(await countOn(site, article)).toBe(3)
    expect((await listed(site, article)).list.map(({ id }: { id: number }) => id)).toEqual([middle, top])
  })

  test('a purge deletes it with its replies, likes and reports', async () => {
    const article = await publish(site)
    const top = await idOf(say(site, article))
    await say(site, article, { parent_id: top })
    await site.anonymous.post(`/api/comments/${top}/like`)
    await auditor.delete(`/api/comments/${top}`)
    expect((await site.admin.delete(`/api/recycle-bin/comment/${top}`)).status).toBe(200)
    const left = await service.engine.db
      .selectFrom('comments')
      .select('id')
      .where('article_id', '=', article)
      .execute()
    expect(left).toEqual([])
  })

  test('the site replies in its own name', async () => {
    const article = await publish(site)
    const id = await idOf(say(site, article))
    expect(
      (await auditor.post(`/api/comments/${id}/reply`, { content: '谢谢您的评论，欢迎再来！' })).status,
    ).toBe(200)
    expect((await listed(site, article)).list[0].children[0]).toMatchObject({
      is_site: 1,
      user: { id: 0, nickname: expect.stringMatching(/^site-/) },
    })
    expect((await editor.post(`/api/comments/${id}/reply`, { content: words() })).status).toBe(403)
    expect((await auditor.post(`/api/comments/${id}/reply`, { content: '短' })).errors).toHaveProperty(
      'content',
    )
    await auditor.post(`/api/comments/${id}/audit`, { status: 0 })
    expect((await auditor.post(`/api/comments/${id}/reply`, { content: words() })).status).toBe(422)
  })

  test('statistics by status and day', async () => {
    const own = await newSite({ comment_review: 1 })
    const article = await publish(own)
    const id = await idOf(say(own, article))
    await say(own, article)
    await own.admin.post(`/api/comments/${id}/audit`, { status: 3 })
    const { data } = await own.admin.get('/api/comments/statistics?days=2')
    expect(data).toMatchObject({ total: 2, pending: 1, spam: 1, approved: 0 })
    expect(data.days).toHaveLength(2)
    expect(data.days[1]).toMatchObject({ total: 2, pending: 1, spam: 1 })
  })
})

describe('two sites', () => {
  test('do not see, count or change comments of each other', async () => {
    const other = await newSite()
    const article = await publish(site)
    const id = await idOf(say(site, article))
    const moderator = await other.user('auditor')
    expect((await other.anonymous.get(`/api/articles/${article}/comments`)).status).toBe(404)
    expect((await say(other, article)).status).toBe(404)
    expect((await say(other, await publish(other), { parent_id: id })).errors).toHaveProperty('parent_id')
    expect((await other.anonymous.post(`/api/comments/${id}/like`)).status).toBe(404)
    expect((await other.anonymous.post(`/api/comments/${id}/report`, { reason: 'x' })).status).toBe(404)
    expect((await moderator.post(`/api/comments/${id}/audit`, { status: 2 })).status).toBe(404)
    expect((await moderator.post(`/api/comments/${id}/reply`, { content: words() })).status).toBe(404)
    expect((await moderator.delete(`/api/comments/${id}`)).status).toBe(404)
    expect(
      (await moderator.post('/api/comments/batch/audit', { ids: [id], status: 2 })).data.success_count,
    ).toBe(0)
    expect((await moderator.get(`/api/comments?article_id=${article}`)).data.total).toBe(0)
    expect((await listed(site, article)).total).toBe(1)
  })
})

test('events are recorded with the comment, without the guest’s address', async () => {
  const own = await newSite({ comment_review: 1 })
  // Events are stored only if a webhook is subscribed.
  await own.admin.post('/api/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] })
  const article = await publish(own)
  const id = await idOf(say(own, article))
  const events = async () =>
    service.engine.db
      .selectFrom('events')
      .select(['kind', 'data'])
      .where('site_id', '=', own.id)
      .where('subject_type', '=', 'comment')
      .orderBy('id')
      .execute()
  expect((await events()).map(({ kind }) => kind)).toEqual(['comment.created'])
  await own.admin.post(`/api/comments/${id}/audit`, { status: 1 })
  expect((await events()).map(({ kind }) => kind)).toEqual(['comment.created', 'comment.approved'])
  expect(JSON.stringify(await events())).not.toContain('guest@example.com')
})
