import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestSite } from '../../test/harness.ts'

const service = await startTestService({ TRUST_PROXY: '127.0.0.1' })
let site: TestSite
let article: number
let auditor: Awaited<ReturnType<TestSite['user']>>

beforeAll(async () => {
  site = await service.newSite()
  auditor = await site.user('auditor')
  await site.admin.put('/api/settings', {
    comment_captcha: 0,
    comment_auto_clean: 1,
    comment_ip_interval: 0,
    comment_daily_limit: 0,
  })
  article = (
    await site.admin.post('/api/articles', {
      title: 'T',
      content: 'x',
      category_id: site.defaultCategoryId,
      status: 1,
    })
  ).data.id
})

let number = 0
const say = (content: string, address = '192.0.2.1') =>
  site.anonymous.post(
    '/api/comments',
    { article_id: article, content, nickname: 'g', email: 'g@example.com' },
    { 'x-forwarded-for': address },
  )
const contentOf = async (id: number) =>
  (await auditor.get('/api/comments')).data.list.find((comment: { id: number }) => comment.id === id).content

/** Twelve ways to hide a word: spaces, invisible characters, diacritics, and punctuation between letters. */
const HIDDEN = [' ', '\u3000', '\u200b', '\u00ad', '\ufe0f', '\u0336', '.', '*', '·', '-', '★', '😀'].map(
  (between) => `赌${between}博`,
)

describe('sensitive words', () => {
  test('are replaced and counted, and send a comment to review', async () => {
    const { status, data: word } = await auditor.post('/api/sensitive-words', { word: '赌博' })
    expect([status, word]).toMatchObject([201, { word: '赌博', action: 'default', replacement: '', hits: 0 }])
    for (const hidden of HIDDEN) {
      const { data } = await say(`大家一起来${hidden}，第 ${++number} 次`)
      expect(data.status).toBe(0)
      expect(await contentOf(data.id)).toBe(`大家一起来***，第 ${number} 次`)
    }
    expect((await say(`没有什么不好的内容，第 ${++number} 次`)).data.status).toBe(1)
    const { list } = (await auditor.get(`/api/sensitive-words?keyword=${encodeURIComponent('赌')}`)).data
    expect(list).toMatchObject([{ word: '赌博', hits: HIDDEN.length }])
  })

  test('reject the comment if they or the site say so, and are still counted', async () => {
    const { data: word } = await auditor.post('/api/sensitive-words', { word: 'darn', action: 'reject' })
    const refused = await say(`oh ＤÁＲＮ it all, number ${++number}`)
    expect([refused.status, Object.keys(refused.errors)]).toEqual([422, ['content']])
    const { list } = (await auditor.get('/api/sensitive-words?keyword=DARN')).data
    expect(list).toMatchObject([{ id: word.id, hits: 1 }])
    await site.admin.put('/api/settings', { word_filter_mode: 'reject' })
    expect((await say(`又来说赌博的事了，第 ${++number} 次`)).status).toBe(422)
    await site.admin.put('/api/settings', { word_filter_mode: 'replace' })
  })

  test('are not applied any more as soon as they are deleted', async () => {
    const { data: word } = await auditor.post('/api/sensitive-words', { word: 'heck', replacement: 'h*ck' })
    const { data: before } = await say(`what the heck is this ${++number}`)
    expect(await contentOf(before.id)).toBe(`what the h*ck is this ${number}`)
    expect((await auditor.delete(`/api/sensitive-words/${word.id}`)).status).toBe(200)
    expect((await auditor.delete(`/api/sensitive-words/${word.id}`)).status).toBe(404)
    const { data: after } = await say(`what the heck is this ${++number}`)
    expect(await contentOf(after.id)).toContain('heck')
  })

  test('can be imported and exported as text', async () => {
    const text = `${Array.from({ length: 3000 }, (_, index) => `word${index}x`).join('\n')}\n!bad thing\nfoo => bar\n...\n`
    const { data } = await auditor.post('/api/sensitive-words/import', { text })
    expect(data).toMatchObject({
      success_count: 3002,
      failed_count: 1,
      errors: { 3003: [expect.any(String)] },
    })
    const exported = await auditor.get('/api/sensitive-words/export')
    expect(String(exported.headers['content-type'])).toMatch(/^text\/plain/)
    expect(exported.text).toContain('\nword2999x\n!bad thing\nfoo => bar\n')
    expect((await say(`this is a bad thing indeed ${++number}`)).status).toBe(422)
    const again = await auditor.post('/api/sensitive-words/import', { text: 'bad thing' })
    expect(again.data.success_count).toBe(1)
    expect((await say(`this is a bad thing indeed ${++number}`)).status).toBe(200)
    const { list } = (await auditor.get('/api/sensitive-words?page_size=2')).data
    const ids = list.map(({ id }: { id: number }) => id)
    expect((await auditor.delete('/api/sensitive-words', { ids: [...ids, 999_999] })).data).toEqual({
      success_count: 2,
      failed_count: 1,
    })
  })

  const refusals: Array<[string, object, string]> = [
    ['it is there already', { word: '赌博' }, 'word'],
    ['it is there in another width', { word: 'ｄａｒｎ' }, 'word'],
    ['it is empty', { word: ' ' }, 'word'],
    ['there is nothing to find', { word: '***' }, 'word'],
    ['it is too long', { word: '字'.repeat(101) }, 'word'],
    ['the action is none', { word: 'x', action: 'burn' }, 'action'],
  ]
  for (const [when, body, field] of refusals)
    test(`are rejected when ${when}`, async () => {
      const { status, errors } = await auditor.post('/api/sensitive-words', body)
      expect([status, Object.keys(errors)]).toEqual([422, [field]])
    })

  test('are managed by moderators, each on their own site', async () => {
    const other = await service.newSite()
    expect((await other.admin.get('/api/sensitive-words')).data.total).toBe(0)
    const { id } = (await auditor.get('/api/sensitive-words')).data.list[0]
    expect((await other.admin.delete(`/api/sensitive-words/${id}`)).status).toBe(404)
    expect((await (await site.user('editor')).get('/api/sensitive-words')).status).toBe(403)
    expect((await site.anonymous.get('/api/ip-blacklist')).status).toBe(401)
  })
})

describe('the blacklist', () => {
  const cases: Array<[string, string, string]> = [
    ['203.0.113.9', '203.0.113.9', '203.0.113.10'],
    ['198.51.100.0/24', '198.51.100.200', '198.51.101.1'],
    ['2001:db8:5::/48', '2001:db8:5:ffff::1', '2001:db8:6::1'],
  ]
  for (const [ip, inside, outside] of cases)
    test(`${ip} blocks ${inside} but not ${outside}`, async () => {
      const { status, data } = await auditor.post('/api/ip-blacklist', { ip, duration: '7d', reason: 'spam' })
      expect([status, data]).toMatchObject([201, { ip, reason: 'spam', expire_time: expect.any(String) }])
      expect((await say(`第 ${++number} 次写评论，你好`, inside)).status).toBe(403)
      expect((await say(`第 ${++number} 次写评论，你好`, outside)).status).toBe(200)
      expect((await auditor.delete(`/api/ip-blacklist/${data.id}`)).status).toBe(200)
      expect((await say(`第 ${++number} 次写评论，你好`, inside)).status).toBe(200)
    })

  test('an expired block no longer applies', async () => {
    const { data } = await auditor.post('/api/ip-blacklist', { ip: '192.0.2.77', duration: '30d' })
    await service.engine.transact((tx) =>
      tx.updateTable('ip_blacklist').set({ expires_at: 1 }).where('id', '=', data.id).execute(),
    )
    expect((await say(`第 ${++number} 次写评论，你好`, '192.0.2.77')).status).toBe(200)
    const again = await auditor.post('/api/ip-blacklist', { ip: '192.0.2.77/32', duration: 'permanent' })
    expect(again.data).toMatchObject({ id: data.id, ip: '192.0.2.77', expire_time: null })
    expect((await auditor.delete('/api/ip-blacklist', { ip: '192.0.2.77' })).status).toBe(200)
    expect((await auditor.delete('/api/ip-blacklist', { ip: '192.0.2.77' })).status).toBe(404)
  })

  test('does not apply to another site', async () => {
    const other = await service.newSite()
    const { data } = await auditor.post('/api/ip-blacklist', { ip: '192.0.2.78', duration: '7d' })
    expect((await other.admin.get('/api/ip-blacklist')).data.total).toBe(0)
    expect((await other.admin.delete(`/api/ip-blacklist/${data.id}`)).status).toBe(404)
  })

  const refusals: Array<[string, object, string]> = [
    ['it is no address', { ip: '1.2.3', duration: '7d' }, 'ip'],
    ['the bits are too many', { ip: '1.2.3.4/40', duration: '7d' }, 'ip'],
    ['the duration is none', { ip: '1.2.3.4', duration: '8d' }, 'duration'],
    ['there is no duration', { ip: '1.2.3.4' }, 'duration'],
  ]
  for (const [when, body, field] of refusals)
    test(`rejects when ${when}`, async () => {
      const { status, errors } = await auditor.post('/api/ip-blacklist', body)
      expect([status, Object.keys(errors)]).toEqual([422, [field]])
    })
})
