import { expect, test } from 'vitest'
import { startTestService, type TestUser } from '../../test/harness.ts'

const service = await startTestService()
const site = await service.newSite()
const LONG_AGO = '2000-01-01'

async function tokenOf(owner: TestUser) {
  const { data } = await owner.post('/api/tokens', { name: 'Agent', scope: 'write' })
  return { ...service.client({ token: data.token, siteId: site.id }), id: data.id as number }
}

const article = (fields: object = {}) => ({
  title: 'As it was',
  content: '<p>before</p>',
  category_id: site.defaultCategoryId,
  ...fields,
})
const newArticle = async (author: Pick<TestUser, 'post'>, fields: object = {}): Promise<number> =>
  (await author.post('/api/articles', article(fields))).data.id

test('undoing a token goes on where it ended, and has nothing left for what is undone', async () => {
  const owner = await site.user('admin')
  const token = await tokenOf(owner)
  const [edited, deleted, scheduled] = [
    await newArticle(owner),
    await newArticle(owner),
    await newArticle(owner, { publish_time: '2999-01-02 03:04:05' }),
  ]
  const { data: page } = await owner.post('/api/pages', { title: 'As it was', content: 'x' })
  for (const id of [edited, deleted]) await token.put(`/api/articles/${id}`, { title: 'By the agent' })
  await token.delete(`/api/articles/${deleted}`)
  await token.post(`/api/articles/${scheduled}/publish`)
  await token.put(`/api/pages/${page.id}`, { title: 'By the agent' })
  await token.post('/api/pages', { title: 'Made', content: 'x' })
  await token.post('/api/tags', { name: 'Made by an agent' })
  const batch = Array.from({ length: 100 }, () => article())
  for (let made = 0; made < 1100; made += batch.length)
    expect((await token.post('/api/articles/batch', { articles: batch })).data.success_count).toBe(100)
  const undo = async () =>
    (await owner.post(`/api/tokens/${token.id}/undo`, { since: LONG_AGO })).data as unknown
  expect([await undo(), await undo(), await undo()]).toEqual([
    { undone: 1000, left: [] },
    { undone: 106, left: [] },
    { undone: 0, left: [] },
  ])
})

test('undoing a token reaches what the token changed after very many other changes', async () => {
  const owner = await site.user('admin')
  const token = await tokenOf(owner)
  const entry = {
    ...{ site_id: site.id, user_id: owner.id, username: owner.username, token_id: token.id },
    ...{ action: 'settings.updated', target_type: 'site', target_id: site.id },
    ...{ before: '{}', after: '{}', address: '', request_id: '', created_at: Date.now() },
  }
  const portion = Array.from({ length: 500 }, () => entry)
  await service.engine.transact(async (tx) => {
    for (let count = 0; count < 20_000; count += portion.length)
      await tx.insertInto('audit_log').values(portion).execute()
  })
  const id = await newArticle(owner)
  await token.put(`/api/articles/${id}`, { title: 'By the agent' })
  const { data } = await owner.post(`/api/tokens/${token.id}/undo`, { since: LONG_AGO })
  expect(data).toEqual({ undone: 1, left: [{ type: 'site', id: site.id, why: 'no-way-back' }] })
})
