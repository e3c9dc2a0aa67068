import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { startTestService } from '../../test/harness.ts'
import { cookieOf, isSolved, isUsable, mobileOf, serves } from './captcha.rules.ts'

const sent: Array<{ mobile: string; code: string; text: string }> = []
let gatewayStatus = 200
const gateway = createServer((request, response) => {
  let body = ''
  request.on('data', (piece) => {
    body += piece
  })
  request.on('end', () => {
    sent.push(JSON.parse(body))
    response.writeHead(gatewayStatus).end()
  })
})
await new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done))
afterAll(() => gateway.close())
const service = await startTestService({
  SMS_GATEWAY_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`,
})
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
  test('comes with words for who cannot see it, in his language', async () => {
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

  test('serves five failures, and then not even the right answer', async () => {
    const { captcha_id } = (await site.anonymous.get('/api/captcha?type=image')).data
    const answer = await answerOf(captcha_id)
    for (let turn = 0; turn < 5; turn++) expect((await say(captcha_id, 'wrong')).status).toBe(422)
    expect((await say(captcha_id, answer)).errors).toHaveProperty('captcha')
  })

  test('serves for five minutes', async () => {
    const { captcha_id } = (await site.anonymous.get('/api/captcha')).data
    await age(captcha_id, 301_000)
    expect((await say(captcha_id, await answerOf(captcha_id))).errors).toHaveProperty('captcha')
  })

  test('serves its own site alone, and any node of the service', async () => {
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

test('a slider is checked with a tolerance and a minimum time', async () => {
  const { data } = await site.anonymous.get('/api/captcha?type=slider')
  expect(data).toMatchObject({ type: 'slider', width: 320, height: 160, piece_size: 62 })
  const x = Number(await answerOf(data.captcha_id))
  expect((await say(data.captcha_id, String(x))).errors).toHaveProperty('captcha')
  await age(data.captcha_id, 2_000)
  expect((await say(data.captcha_id, String(x + 30))).status).toBe(422)
  expect((await say(data.captcha_id, String(x + 3))).status).toBe(200)
})

describe('a text message', () => {
  test('carries a code, once a minute for a number; nothing less will do where a site asks for it', async () => {
    await site.admin.put('/api/settings', { comment_captcha_type: 'sms' })
    const { data } = await site.anonymous.get('/api/captcha?mobile=%2B86%20138-0000-0000')
    expect([data.type, sent.at(-1)?.mobile]).toEqual(['sms', '+8613800000000'])
    const again = await site.anonymous.get('/api/captcha?mobile=%2B8613800000000')
    expect([again.status, Number(again.headers['retry-after']) > 0]).toEqual([429, true])
    const { captcha_id: image } = (await site.anonymous.get('/api/captcha?type=image')).data
    expect((await say(image, await answerOf(image))).errors).toHaveProperty('captcha')
    expect((await say(data.captcha_id, sent.at(-1)?.code ?? '')).status).toBe(200)
    await site.admin.put('/api/settings', { comment_captcha_type: 'image' })
  })

  test('needs a number, and a gateway that takes it', async () => {
    expect((await site.anonymous.get('/api/captcha?type=sms')).status).toBe(400)
    expect((await site.anonymous.get('/api/captcha?type=sms&mobile=abc')).status).toBe(400)
    gatewayStatus = 500
    expect((await site.anonymous.get('/api/captcha?type=sms&mobile=13900000000')).status).toBe(503)
    gatewayStatus = 200
  })

  test('cannot be had without a gateway', async () => {
    const without = await startTestService()
    expect((await without.client().get('/api/captcha?type=sms&mobile=13900000000')).status).toBe(400)
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
  expect([serves('slider', 'image'), serves('image', 'sms'), serves('sms', 'sms')]).toEqual([
    true,
    false,
    true,
  ])
  expect(cookieOf('a=1; captcha_id=x=y ;b', 'captcha_id')).toBe('x=y')
  expect(cookieOf(undefined, 'captcha_id')).toBeUndefined()
  expect([mobileOf('（０１０）1234-5678'), mobileOf('12'), mobileOf('+')]).toEqual([
    '01012345678',
    undefined,
    undefined,
  ])
})
