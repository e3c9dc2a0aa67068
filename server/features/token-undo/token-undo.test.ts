import { describe, expect, test } from 'vitest'
import { startTestService, type TestUser } from '../../test/harness.ts'
import { planFor, revisionBefore } from './token-undo.rules.ts'

const service = await startTestService()
const site = await service.newSite()
const LONG_AGO = '2000-01-01'

async function tokenOf(owner: TestUser, scope = 'write') {
  const { data } = await owner.post('/api/tokens', { name: 'Agent', scope })
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

describe('undoing the changes of a token', () => {
  test('restores revisions and status, deletes what it created, restores what it deleted', async () => {
    const owner = await site.user('admin')
    const token = await tokenOf(owner)
    const [rewritten, published, deleted, elsewhere] = [
      await newArticle(owner),
      await newArticle(owner),
      await newArticle(owner, { status: 1 }),
      await newArticle(owner, { title: 'Not touched' }),
    ]
    await token.put(`/api/articles/${rewritten}`, { title: 'Once', content: '<p>one</p>' })
    await token.put(`/api/articles/${rewritten}`, { title: 'Twice' })
    await token.post(`/api/articles/${published}/publish`)
    await token.delete(`/api/articles/${deleted}`)
    const created = await newArticle(token)
    const { data: tag } = await token.post('/api/tags', { name: 'By the agent' })

    const { status, data } = await owner.post(`/api/tokens/${token.id}/undo`, { since: LONG_AGO })
    expect([status, data]).toEqual([200, { undone: 5, left: [] }])
    const read = async (id: number) => (await owner.get(`/api/articles/${id}`)).data
    expect(await read(rewritten)).toMatchObject({ title: 'As it was', content: '<p>before</p>' })
    expect(await read(published)).toMatchObject({ status: 0 })
    expect(await read(deleted)).toMatchObject({ status: 1 })
    expect(await read(elsewhere)).toMatchObject({ title: 'Not touched' })
    expect((await owner.get(`/api/articles/${created}`)).status).toBe(404)
    expect((await owner.get(`/api/tags/${tag.id}`)).status).toBe(404)
    const bin = (await owner.get('/api/recycle-bin?type=article')).data.list
    expect(bin.map(({ id }: { id: number }) => id)).toContain(created)
  })

  test('by another token stays on the site of the request: its sites were checked for that one', async () => {
    const owner = await site.user('admin')
    const token = await tokenOf(owner)
    const id = await newArticle(owner)
    await token.put(`/api/articles/${id}`, { title: 'By the agent' })
    const { data: limited } = await owner.post('/api/tokens', {
      name: 'One site',
      scope: 'write',
      sites: [1],
    })
    const { status, data } = await service
      .client({ token: limited.token })
      .post(`/api/tokens/${token.id}/undo`, { since: LONG_AGO })
    expect([status, data]).toEqual([200, { undone: 0, left: [{ type: 'article', id, why: 'forbidden' }] }])
    expect((await owner.get(`/api/articles/${id}`)).data.title).toBe('By the agent')
  })

  test('skips items that were changed since or cannot be undone, and reports why', async () => {
    const owner = await site.user('admin')
    const token = await tokenOf(owner)
    const id = await newArticle(owner)
    await token.put(`/api/articles/${id}`, { title: 'By the agent' })
    await owner.put(`/api/articles/${id}`, { title: 'By a person' })
    const { data: category } = await token.post('/api/categories', { name: 'Made' })
    const { data } = await owner.post(`/api/tokens/${token.id}/undo`, { since: LONG_AGO })
    expect(data).toEqual({
      undone: 0,
      left: [
        { type: 'category', id: category.id, why: 'no-way-back' },
        { type: 'article', id, why: 'changed-since' },
      ],
    })
    expect((await owner.get(`/api/articles/${id}`)).data.title).toBe('By a person')
  })

  test('discards a working copy that the token created, unless somebody saved it since', async () => {
    const owner = await site.user('admin')
    const token = await tokenOf(owner, 'draft')
    const [one, two] = [await newArticle(owner, { status: 1 }), await newArticle(owner, { status: 1 })]
    for (const id of [one, two]) await token.put(`/api/articles/${id}`, { title: 'By the agent' })
    await new Promise((resolve) => setTimeout(resolve, 5))
    await owner.put(`/api/articles/${two}/working-copy`, { title: 'By a person' })
    const { data } = await owner.post(`/api/tokens/${token.id}/undo`, { since: LONG_AGO })
    expect(data).toEqual({ undone: 1, left: [{ type: 'article', id: two, why: 'changed-since' }] })
    expect((await owner.get(`/api/articles/${one}/working-copy`)).status).toBe(404)
    expect((await owner.get(`/api/articles/${two}/working-copy`)).data.title).toBe('By a person')
  })

  test('undoes only changes after the given time, also after the token was revoked', async () => {
    const owner = await site.user('editor')
    const token = await tokenOf(owner, 'draft')
    const id = await newArticle(owner)
    await token.put(`/api/articles/${id}`, { title: 'By the agent' })
    await owner.delete(`/api/tokens/${token.id}`)
    const future = await owner.post(`/api/tokens/${token.id}/undo`, { since: '2999-01-01' })
    expect(future.data).toEqual({ undone: 0, left: [] })
    const { data } = await owner.post(`/api/tokens/${token.id}/undo`, { since: LONG_AGO })
    expect(data).toEqual({ undone: 1, left: [] })
    expect((await owner.get(`/api/articles/${id}`)).data.title).toBe('As it was')
  })

  test('acts on the sites where the token acted, with the role of the caller there', async () => {
    const other = await service.newSite()
    const owner = await service.newUser('member', site.id)
    const root = await service.newUser('admin')
    await root.put(`/api/users/${owner.id}/sites`, [
      { site_id: site.id, role: 'editor' },
      { site_id: other.id, role: 'editor' },
    ])
    const { data: made } = await owner.post('/api/tokens', { name: 'Two sites', scope: 'write' })
    const there = service.client({ token: made.token, siteId: other.id })
    const { data } = await there.post('/api/articles', article({ category_id: other.defaultCategoryId }))
    await root.put(`/api/users/${owner.id}/sites`, [{ site_id: site.id, role: 'editor' }])
    const refused = await owner.post(`/api/tokens/${made.id}/undo`, { since: LONG_AGO })
    expect(refused.data.undone).toBe(0)
    const done = await root.post(`/api/tokens/${made.id}/undo`, { since: LONG_AGO })
    expect(done.data).toEqual({ undone: 1, left: [] })
    expect((await other.admin.get(`/api/articles/${data.id}`)).status).toBe(404)
  })

  test('is available to the owner and administrators', async () => {
    const token = await tokenOf(await site.user('editor'))
    const undo = (user: Pick<TestUser, 'post'>, body: unknown = { since: LONG_AGO }) =>
      user.post(`/api/tokens/${token.id}/undo`, body)
    expect((await undo(await site.user('auditor'))).status).toBe(404)
    expect((await undo(await site.user('admin'))).status).toBe(200)
    expect((await site.admin.post('/api/tokens/999999/undo', { since: LONG_AGO })).status).toBe(404)
    for (const body of [{}, { since: 'yesterday' }, { since: null }, { since: 7 }])
      expect((await undo(site.admin, body)).status).toBe(422)
  })
})

describe('the plan', () => {
  const did = (...actions: string[]) => actions.map((action) => ({ action, before: null, after: null }))
  const plans = [
    ['article', did('article.created', 'article.updated'), 'bin'],
    ['article', did('article.created', 'article.deleted'), 'nothing'],
    ['article', did('article.updated', 'article.deleted'), 'restore'],
    ['article', did('article.deleted', 'article.restored'), 'rewrite'],
    ['article', did('article.deleted', 'article.purged'), { left: 'gone' }],
    ['article', did('article.copy-made', 'article.copy-changed'), 'drop-copy'],
    ['article', did('article.copy-changed'), { left: 'working-copy' }],
    ['media', did('media.created'), 'bin'],
    ['page', did('page.updated'), { left: 'no-version' }],
    ['user', did('user.updated'), { left: 'no-way-back' }],
  ] as const
  for (const [type, changes, plan] of plans)
    test(`${changes.map(({ action }) => action).join(', ')}: ${JSON.stringify(plan)}`, () => {
      expect(planFor(type, changes)).toEqual(plan)
    })

  test('the revision to restore is the one before the first change of the token', () => {
    const by = (tokenId: number | null, number?: number) => ({ number, tokenId, savedAt: 10 })
    expect(revisionBefore([by(null, 1), by(7, 2), by(7)], 7, 5)).toBe(1)
    expect(revisionBefore([by(null, 1), by(7, 2), by(null)], 7, 5)).toBe('changed-since')
    expect(revisionBefore([by(null, 1), by(null)], 7, 5)).toBe('nothing')
    expect(revisionBefore([by(null, 1), by(7)], 7, 11)).toBe('nothing')
  })
})
