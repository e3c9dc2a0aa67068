import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { eventKinds } from '@inkstone/contract/events.ts'
import { afterAll, expect, test } from 'vitest'
import { createSchemaCheck } from '../../platform/openapi/answer-check.ts'
import { startTestService } from '../../test/harness.ts'
import { multipart } from '../../test/multipart.ts'

const service = await startTestService({ PUBLIC_URL: 'https://cms.example.com' })
const { admin, user, anonymous, defaultCategoryId } = await service.newSite()
const editor = await user('editor')

interface Delivered {
  readonly event: string
}
const delivered: Delivered[] = []
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    delivered.push(JSON.parse(Buffer.concat(chunks).toString()))
    response.writeHead(204).end()
  })
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
afterAll(() => receiver.close())

async function articles(): Promise<void> {
  const tag = (await admin.post('/api/tags', { name: 'Water' })).data.id as number
  await admin.put(`/api/tags/${tag}`, { name: 'Waters' })
  const article = { title: 'Lake', content: '<p>Mist.</p>', category_id: defaultCategoryId, tag_ids: [tag] }
  const { id } = (await admin.post('/api/articles', article)).data
  await admin.put(`/api/articles/${id}`, { title: 'The lake' })
  await admin.post(`/api/articles/${id}/publish`)
  await comments(id)
  await admin.post(`/api/articles/${id}/unpublish`)
  await admin.post(`/api/articles/${id}/publish`)
  await admin.post(`/api/articles/${id}/archive`)
  await admin.delete(`/api/articles/${id}`)
  await admin.post(`/api/recycle-bin/article/${id}/restore`)
  await admin.put('/api/settings', { review: 1 })
  const own = (await editor.post('/api/articles', article)).data.id as number
  await editor.post(`/api/articles/${own}/submit`)
  await admin.post(`/api/articles/${own}/audit`, { status: 2, reason: 'Too short.' })
  await admin.delete(`/api/tags/${tag}`)
}

async function comments(articleId: number): Promise<void> {
  await admin.put('/api/settings', { comment_captcha: 0, comment_ip_interval: 0, comment_min_length: 1 })
  const guest = {
    article_id: articleId,
    content: 'Well said.',
    nickname: 'Guest',
    email: 'guest@example.com',
  }
  const { id } = (await anonymous.post('/api/comments', guest)).data
  await admin.post(`/api/comments/${id}/audit`, { status: 1 })
  await admin.post(`/api/comments/${id}/audit`, { status: 3 })
  await admin.delete(`/api/comments/${id}`)
}

async function pages(): Promise<void> {
  await admin.post('/api/pages', { title: 'About', alias: 'about', content: '<p>Us.</p>', enabled: 0 })
  await admin.put('/api/pages/about', { enabled: 1 })
  await admin.delete('/api/pages/about')
}

async function categories(): Promise<void> {
  const { id } = (await admin.post('/api/categories', { name: 'Lakes' })).data
  await admin.put(`/api/categories/${id}`, { name: 'Rivers' })
  await admin.delete(`/api/categories/${id}`)
}

async function media(): Promise<void> {
  const { payload, headers } = multipart([{ name: 'file', filename: 'note.txt', content: 'Some words.' }])
  const { id } = (await admin.post('/api/media/upload', payload, headers)).data
  await admin.patch(`/api/media/${id}`, { alt: 'A note' })
  await admin.delete(`/api/media/${id}`)
}

test('every kind of event is sent as the reference describes it', async () => {
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  await admin.post('/api/webhooks', { url, events: ['*'] })
  await articles()
  await pages()
  await categories()
  await media()
  const missing = () => eventKinds.filter((kind) => !delivered.some(({ event }) => event === kind))
  for (let turn = 0; turn < 200 && missing().length > 0; turn += 1) await pause(50)
  expect(missing()).toEqual([])
  const { webhooks = {} } = service.document
  expect(Object.keys(webhooks)).toEqual([...eventKinds])
  const check = createSchemaCheck(service.document)
  const problems = delivered.flatMap((body) => {
    const schema = webhooks[body.event]?.post.requestBody.content['application/json']?.schema ?? { not: {} }
    return check(schema, body).map((problem) => `${body.event}: ${problem}`)
  })
  expect(problems).toEqual([])
})
