import { randomInt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { startTestService } from '../../test/harness.ts'
import { startSmsGateway } from '../../test/sms-gateway.ts'
import { isSolved, isUsable, mobileOf } from './captcha.rules.ts'

const gateway = await startSmsGateway()
const service = await startTestService({ SMS_GATEWAY_URL: gateway.url })
const site = await service.newSite()
const article = (
  await site.admin.post('/api/articles', {
    title: 'T',
    content: 'x',
    category_id: site.defaultCategoryId,
    status: 1,
  })
).data.id
await site.admin.put('/api/settings', { comment_ip_interval: 0, comment_daily_limit: 0 })

const answerOf = async (id: string) =>
  (
    await service.engine.db
      .selectFrom('captchas')
      .select('answer')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).answer
const age = (id: string, ms: number) =>
  service.engine.transact((tx) =>
    tx
      .updateTable('captchas')
      .set(({ eb }) => ({ created_at: eb('created_at', '-', ms), expires_at: eb('expires_at', '-', ms) }))
      .where('id', '=', id)
      .execute(),
  )
let number = 0
const say = (captcha_id: string, captcha: string) =>
  site.anonymous.post('/api/comments', {
    article_id: article,
    content: `第 ${++number} 条评论，写得真不错`,
    nickname: 'g',
    email: 'g@example.com',
    captcha_id,
    captcha,
  })

describe('an image', () => {
  test('has a text alternative, in the language of the caller', async () => {
    const { data, headers } = await site.anonymous.get('/api/captcha', { 'accept-language': 'zh' })
    expect(data).toMatchObject({
      type: 'image',
      expire: 300,
      image: expect.stringMatching(/^data:image\/png/),
    })
    expect(data.alt).toMatch(/图片/)
    expect(String(headers['set-cookie'])).toMatch(
      new RegExp(`^captcha_id=${data.captcha_id}; Path=/api; Max-Age=300; HttpOnly; SameSite=Lax`),
    )
  })

  test('allows five failures, and then rejects even the right answer', async () => {
    const { captcha_id } = (await site.anonymous.get('/api/captcha?type=image')).data
    const answer = await answerOf(captcha_id)
    for (let turn = 0; turn < 5; turn++) expect((await say(captcha_id, 'wrong')).status).toBe(422)
    expect((await say(captcha_id, answer)).errors).toHaveProperty('captcha')
  })

  test('is valid for five minutes', async () => {
    const { captcha_id } = (await site.anonymous.get('/api/captcha')).data
    await age(captcha_id, 301_000)
    expect((await say(captcha_id, await answerOf(captcha_id))).errors).toHaveProperty('captcha')
  })

  test('is valid only on its site, but on any node', async () => {
    const other = await service.newSite()
    const { captcha_id } = (await other.anonymous.get('/api/captcha')).data
    expect((await say(captcha_id, await answerOf(captcha_id))).errors).toHaveProperty('captcha')
    const { captcha_id: mine } = (await site.anonymous.get('/api/captcha')).data
    const node = await service.newNode()
    const { status } = await node.client({ siteId: site.id }).post('/api/comments', {
      article_id: article,
      content: `第 ${++number} 条评论，写得真不错`,
      nickname: 'g',
      email: 'g@example.com',
      captcha_id: mine,
      captcha: await answerOf(mine),
    })
    expect(status).toBe(200)
  })
})

/** A drag as a client reports it. */
const dragTo = (x: number, tookMs = 900) =>
  [
    x,
    ...Array.from({ length: 10 }, (_, at) => `${Math.round((tookMs * at) / 9)},${Math.round((x * at) / 9)}`),
  ].join(';')
const asks = (kind: string) => site.admin.put('/api/settings', { comment_captcha_type: kind })

describe('a slider', () => {
  test('accepts a drag to the right position', async () => {
    await asks('slider')
    const { data } = await site.anonymous.get('/api/captcha')
    expect(data).toMatchObject({ type: 'slider', width: 320, height: 160, piece_size: 62 })
    const x = Number(await answerOf(data.captcha_id))
    await age(data.captcha_id, 2_000)
    expect((await say(data.captcha_id, dragTo(x + 2))).status).toBe(200)
    expect((await say(data.captcha_id, dragTo(x))).errors).toHaveProperty('captcha')
  })

  test('allows one attempt', async () => {
    const { data } = await site.anonymous.get('/api/captcha')
    const x = Number(await answerOf(data.captcha_id))
    await age(data.captcha_id, 2_000)
    expect((await say(data.captcha_id, dragTo(x > 160 ? x - 30 : x + 30))).status).toBe(422)
    expect((await say(data.captcha_id, dragTo(x))).errors).toHaveProperty('captcha')
  })

  test('rejects a position without a drag, and a drag that took longer than the captcha exists', async () => {
    for (const given of [(x: number) => String(x), (x: number) => dragTo(x, 30_000)]) {
      const { data } = await site.anonymous.get('/api/captcha')
      expect((await say(data.captcha_id, given(Number(await answerOf(data.captcha_id))))).status).toBe(422)
    }
  })

  test('cannot be solved by guessing', () => {
    const captcha = {
      id: '',
      site_id: 1,
      type: 'slider' as const,
      failures: 0,
      created_at: 0,
      expires_at: 1e9,
    }
    let solved = 0
    for (let turn = 0; turn < 2_000; turn++) {
      const [answer, guess] = [randomInt(70, 259), randomInt(70, 259)]
      if (isSolved({ ...captcha, answer: String(answer) }, dragTo(guess), 2_000)) solved += 1
    }
    expect(solved / 2_000).toBeLessThan(0.06)
  })
})

test('a site uses its own kind, whatever is requested, and the response is not cached', async () => {
  for (const [kind, other] of [
    ['slider', 'image'],
    ['image', 'slider'],
  ] as const) {
    await asks(kind)
    const { data, headers } = await site.anonymous.get(`/api/captcha?type=${other}`)
    expect([data.type, headers['cache-control']]).toEqual([kind, 'no-store'])
  }
  const { captcha_id } = (await site.anonymous.get('/api/captcha')).data
  await asks('slider')
  expect((await say(captcha_id, await answerOf(captcha_id))).errors).toHaveProperty('captcha')
  await asks('image')
})

test('failures are counted by network: after thirty even a right answer is rejected', async () => {
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const trusting = await startTestService({ TRUST_PROXY: '127.0.0.1' })
  const own = await trusting.newSite()
  const { data } = await own.admin.post('/api/articles', {
    title: 'T',
    content: 'x',
    category_id: own.defaultCategoryId,
    status: 1,
  })
  const post = async (address: string) => {
    const { captcha_id } = (await own.anonymous.get('/api/captcha', from(address))).data
    const comment = {
      article_id: data.id,
      content: 'Ten characters and more',
      nickname: 'g',
      email: 'g@example.com',
    }
    return own.anonymous.post('/api/comments', { ...comment, captcha_id, captcha: 'wrong' }, from(address))
  }
  for (let turn = 0; turn < 30; turn++) expect((await post(`2001:db8::${turn + 1}`)).status).toBe(422)
  const refused = await post('2001:db8::ffff')
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  expect((await post('2001:db8:1::1')).status).toBe(422)
})

describe('a text message', () => {
  test('contains a code, once a minute per number; other kinds are rejected if the site requires it', async () => {
    const { captcha_id: image } = (await site.anonymous.get('/api/captcha')).data
    await asks('sms')
    const { data } = await site.anonymous.get('/api/captcha?mobile=%2B86%20138-0000-0000')
    expect([data.type, gateway.sent.at(-1)?.mobile]).toEqual(['sms', '+8613800000000'])
    const again = await site.anonymous.get('/api/captcha?mobile=%2B8613800000000')
    expect([again.status, Number(again.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await say(image, await answerOf(image))).errors).toHaveProperty('captcha')
    expect((await say(data.captcha_id, gateway.sent.at(-1)?.code ?? '')).status).toBe(200)
    await site.admin.put('/api/settings', { comment_captcha_type: 'image' })
  })

  test('requires a number, and a working gateway', async () => {
    await asks('sms')
    expect((await site.anonymous.get('/api/captcha')).status).toBe(400)
    expect((await site.anonymous.get('/api/captcha?mobile=abc')).status).toBe(400)
    gateway.status = 500
    expect((await site.anonymous.get('/api/captcha?mobile=13900000000')).status).toBe(503)
    gateway.status = 200
    await asks('image')
  })
})

test('the rules', () => {
  const captcha = {
    id: '',
    site_id: 1,
    type: 'sms' as const,
    answer: '012345',
    failures: 0,
    created_at: 0,
    expires_at: 10,
  }
  expect(isSolved(captcha, ' ０１２３４５ ', 5)).toBe(true)
  expect(isSolved(captcha, '12345', 5)).toBe(false)
  expect([isUsable(captcha, 9), isUsable(captcha, 10), isUsable({ ...captcha, failures: 5 }, 1)]).toEqual([
    true,
    false,
    false,
  ])
  expect([mobileOf('（０１０）1234-5678'), mobileOf('12'), mobileOf('+')]).toEqual([
    '01012345678',
    undefined,
    undefined,
  ])
})
