import { describe, expect, test } from 'vitest'
import { startTestService, type TestUser } from '../../test/harness.ts'
import {
  fieldsBefore,
  pageRevisionBefore,
  planFor,
  publishTimeBefore,
  revisionBefore,
  withPublication,
} from './token-undo.rules.ts'

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

  test('restores the alias, flags and times of articles', async () => {
    const owner = await site.user('admin')
    const token = await tokenOf(owner)
    const read = async (id: number) => (await owner.get(`/api/articles/${id}`)).data
    const ids = [
      await newArticle(owner, { alias: 'before-the-agent', is_hot: 1, allow_comment: 0, status: 1 }),
      await newArticle(owner, { publish_time: '2020-01-02 03:04:05' }),
      await newArticle(owner, { publish_time: '2999-01-02 03:04:05' }),
      await newArticle(owner),
    ] as const
    const [flagged, dated, scheduled, plain] = ids
    const before = await Promise.all(ids.map(read))
    const other = await site.user('editor')
    for (const body of [
      { alias: 'by-the-agent', is_top: 1, is_recommend: 1 },
      { is_hot: 0, allow_comment: 1, author_id: other.id, create_time: '2001-01-01 00:00:00' },
      { title: 'By the agent', alias: 'by-the-agent-again' },
    ])
      expect((await token.put(`/api/articles/${flagged}`, body)).status).toBe(200)
    await token.put(`/api/articles/${dated}`, { publish_time: '2999-01-01 00:00:00' })
    await token.put(`/api/articles/${scheduled}`, { publish_time: null })
    await token.post(`/api/articles/${plain}/publish`)

    const { data } = await owner.post(`/api/tokens/${token.id}/undo`, { since: LONG_AGO })
    expect(data).toEqual({ undone: 4, left: [] })
    const fields = ['title', 'alias', 'status', 'is_top', 'is_hot', 'is_recommend', 'allow_comment']
    const times = ['publish_at', 'scheduled_at', 'create_at']
    const compared = (article: Record<string, unknown>) =>
      [...fields, ...times, 'author'].map((field) => article[field])
    expect((await Promise.all(ids.map(read))).map(compared)).toEqual(before.map(compared))
    const again = await owner.post(`/api/tokens/${token.id}/undo`, { since: LONG_AGO })
    expect(again.data).toEqual({ undone: 0, left: [] })
  })

  test('publishes an article whose schedule the token changed, if its time has come since', async () => {
    const owner = await site.user('admin')
    const token = await tokenOf(owner)
    const soon = new Date(Date.now() + 2_000).toISOString()
    const [moved, withdrawn, early] = [
      await newArticle(owner, { publish_time: soon }),
      await newArticle(owner, { publish_time: soon }),
      await newArticle(owner, { publish_time: soon }),
    ]
    await token.put(`/api/articles/${moved}`, { publish_time: '2999-01-01 00:00:00' })
    await token.put(`/api/articles/${withdrawn}`, { publish_time: null })
    await token.post(`/api/articles/${early}/publish`)
    await expect.poll(() => Date.now(), { timeout: 10_000 }).toBeGreaterThan(Date.parse(soon))
    const { data } = await owner.post(`/api/tokens/${token.id}/undo`, { since: LONG_AGO })
    expect(data).toEqual({ undone: 3, left: [] })
    for (const id of [moved, withdrawn, early]) {
      const { status, publish_at, scheduled_at } = (await owner.get(`/api/articles/${id}`)).data
      const second = Math.floor(Date.parse(soon) / 1000)
      expect([status, Math.floor(Date.parse(publish_at) / 1000), scheduled_at]).toEqual([1, second, null])
    }
  })

  test('leaves what readers would not see undone, and the working copy of somebody', async () => {
    const own = await service.newSite()
    const editor = await own.user('editor')
    const { data: made } = await editor.post('/api/tokens', { name: 'Agent', scope: 'write' })
    const token = service.client({ token: made.token, siteId: own.id })
    const written = { title: 'As it was', content: '<p>before</p>', category_id: own.defaultCategoryId }
    const publish = async () => (await editor.post('/api/articles', { ...written, status: 1 })).data.id
    const [edited, copied] = [await publish(), await publish()]
    await token.put(`/api/articles/${edited}`, { title: 'By the agent', is_top: 1 })
    await editor.put(`/api/articles/${copied}/working-copy`, { title: 'By a person' })
    await token.post(`/api/articles/${copied}/unpublish`)
    await own.admin.put('/api/settings', { review: 1 })
    const { data } = await editor.post(`/api/tokens/${made.id}/undo`, { since: LONG_AGO })
    expect(data).toEqual({
      undone: 0,
      left: [
        { type: 'article', id: copied, why: 'working-copy' },
        { type: 'article', id: edited, why: 'forbidden' },
      ],
    })
    const read = async (id: number) => (await editor.get(`/api/articles/${id}`)).data
    expect(await read(copied)).toMatchObject({ title: 'By a person', status: 0 })
    expect(await read(edited)).toMatchObject({ title: 'By the agent', is_top: 1, working_copy: 0 })
  })

  test('leaves an article completely as it is if a part of it may not be undone', async () => {
    const own = await service.newSite()
    const editor = await own.user('editor')
    const { data: made } = await editor.post('/api/tokens', { name: 'Agent', scope: 'write' })
    const token = service.client({ token: made.token, siteId: own.id })
    const { data } = await editor.post('/api/articles', {
      ...article(),
      category_id: own.defaultCategoryId,
      status: 1,
    })
    await token.put(`/api/articles/${data.id}`, { title: 'By the agent' })
    await token.delete(`/api/articles/${data.id}`)
    await own.admin.put('/api/settings', { review: 1 })
    for (const _ of ['first', 'again']) {
      const undone = await editor.post(`/api/tokens/${made.id}/undo`, { since: LONG_AGO })
      expect(undone.data).toEqual({ undone: 0, left: [{ type: 'article', id: data.id, why: 'forbidden' }] })
      expect((await own.admin.get(`/api/articles/${data.id}`)).status).toBe(404)
      expect((await own.admin.get('/api/recycle-bin?type=article')).data.list).toHaveLength(1)
    }
  })

  test('puts back the text of what the token deleted and somebody has restored since', async () => {
    const owner = await site.user('auditor')
    const token = await tokenOf(owner)
    const id = await newArticle(owner)
    const { data: page } = await owner.post('/api/pages', { title: 'As it was', content: 'x' })
    for (const path of [`/api/articles/${id}`, `/api/pages/${page.id}`]) {
      await token.put(path, { title: 'By the agent' })
      await token.delete(path)
    }
    for (const path of [`article/${id}`, `page/${page.id}`])
      expect((await owner.post(`/api/recycle-bin/${path}/restore`)).status).toBe(200)
    const { data } = await owner.post(`/api/tokens/${token.id}/undo`, { since: LONG_AGO })
    expect(data).toEqual({ undone: 2, left: [] })
    for (const path of [`/api/articles/${id}`, `/api/pages/${page.id}`])
      expect((await owner.get(path)).data.title).toBe('As it was')
  })

  test('moves what the token took out of the bin back into it', async () => {
    const owner = await site.user('admin')
    const token = await tokenOf(owner)
    const id = await newArticle(owner)
    await owner.delete(`/api/articles/${id}`)
    expect((await token.post(`/api/recycle-bin/article/${id}/restore`)).status).toBe(200)
    const { data } = await owner.post(`/api/tokens/${token.id}/undo`, { since: LONG_AGO })
    expect(data).toEqual({ undone: 1, left: [] })
    expect((await owner.get(`/api/articles/${id}`)).status).toBe(404)
  })

  test('leaves an article whose alias somebody has taken or changed since', async () => {
    const owner = await site.user('admin')
    const token = await tokenOf(owner)
    const taken = await newArticle(owner, { alias: 'wanted-back' })
    const renamed = await newArticle(owner, { alias: 'not-wanted-back' })
    for (const id of [taken, renamed])
      await token.put(`/api/articles/${id}`, { title: 'By the agent', alias: `agent-${id}` })
    await newArticle(owner, { alias: 'wanted-back' })
    await owner.put(`/api/articles/${renamed}`, { alias: 'by-a-person' })
    const { data } = await owner.post(`/api/tokens/${token.id}/undo`, { since: LONG_AGO })
    expect(data).toEqual({
      undone: 0,
      left: [
        { type: 'article', id: renamed, why: 'changed-since' },
        { type: 'article', id: taken, why: 'in-use' },
      ],
    })
    expect((await owner.get(`/api/articles/${taken}`)).data.title).toBe('By the agent')
  })

  test('restores pages: their text, alias and switches', async () => {
    const owner = await site.user('auditor')
    const token = await tokenOf(owner)
    const newPage = async (title: string, by: Pick<TestUser, 'post'> = owner): Promise<number> =>
      (await by.post('/api/pages', { title, content: '<p>before</p>', sort_order: 3 })).data.id
    const read = async (id: number) => (await owner.get(`/api/pages/${id}`)).data
    const [rewritten, switched, drafted, deleted, since, made] = [
      await newPage('Rewritten'),
      await newPage('Switched'),
      await newPage('Drafted'),
      await newPage('Deleted'),
      await newPage('Since'),
      await newPage('Made', token),
    ]
    const before = await Promise.all([rewritten, switched, drafted, deleted].map(read))
    await token.put(`/api/pages/${rewritten}`, { title: 'Once', content: '<p>one</p>', alias: 'once' })
    await token.put(`/api/pages/${rewritten}`, { seo_title: 'Twice', template: 'wide', alias: 'twice' })
    await token.put(`/api/pages/${switched}`, { enabled: 0, show_in_nav: 1, allow_comment: 1, sort_order: 9 })
    await token.put(`/api/pages/${drafted}/draft`, { content: '<p>draft</p>' })
    await token.post(`/api/pages/${drafted}/draft/publish`)
    await token.put(`/api/pages/${deleted}`, { title: 'Gone' })
    await token.delete(`/api/pages/${deleted}`)
    await token.put(`/api/pages/${since}`, { title: 'By the agent' })
    await owner.put(`/api/pages/${since}`, { title: 'By a person' })

    const { data } = await owner.post(`/api/tokens/${token.id}/undo`, { since: LONG_AGO })
    expect(data).toEqual({ undone: 5, left: [{ type: 'page', id: since, why: 'changed-since' }] })
    const after = await Promise.all([rewritten, switched, drafted, deleted].map(read))
    const lasting = ({ update_time: _, update_at: __, ...page }: Record<string, unknown>) => page
    expect(after.map(lasting)).toEqual(before.map(lasting))
    expect((await read(since)).title).toBe('By a person')
    expect((await owner.get(`/api/pages/${made}`)).status).toBe(404)
  })

  test('restores a draft that the token autosaved, and keeps what people autosaved apart from it', async () => {
    const owner = await site.user('editor')
    const token = await tokenOf(owner, 'draft')
    const autosave = async (by: Pick<TestUser, 'put'>, id: number, title: string) =>
      expect((await by.put(`/api/articles/${id}?autosave=1`, { title })).status).toBe(200)
    const titleOf = async (id: number) => (await owner.get(`/api/articles/${id}`)).data.title
    const revisionsOf = async (id: number) => {
      const { list, current } = (await owner.get(`/api/articles/${id}/revisions`)).data
      return [...list, current].map((written: { token: { id: number } | null }) => written.token?.id ?? null)
    }
    const [plain, typed, typedSince, savedSince] = [
      await newArticle(owner),
      await newArticle(owner),
      await newArticle(owner),
      await newArticle(owner),
    ]
    await owner.put(`/api/articles/${plain}`, { title: 'Second' })
    await autosave(owner, typed, 'Typed')
    for (const id of [plain, typed, typedSince, savedSince]) {
      await autosave(token, id, 'By the agent')
      await autosave(token, id, 'By the agent again')
    }
    expect(await revisionsOf(plain)).toEqual([null, token.id])
    await autosave(owner, typedSince, 'Typed since')
    await owner.put(`/api/articles/${savedSince}`, { title: 'Saved since' })
    expect(await revisionsOf(savedSince)).toEqual([token.id, null, null])

    const left = [
      { type: 'article', id: savedSince, why: 'changed-since' },
      { type: 'article', id: typedSince, why: 'changed-since' },
    ]
    for (const undone of [2, 0]) {
      const { data } = await owner.post(`/api/tokens/${token.id}/undo`, { since: LONG_AGO })
      expect(data).toEqual({ undone, left })
    }
    const titles = [await titleOf(plain), await titleOf(typed), await titleOf(typedSince)]
    expect([...titles, await titleOf(savedSince)]).toEqual(['Second', 'Typed', 'Typed since', 'Saved since'])
  })

  test('discards a working copy that the token autosaved, and says if it was that of somebody', async () => {
    const owner = await site.user('editor')
    const token = await tokenOf(owner, 'draft')
    const [made, since, changed] = [
      await newArticle(owner, { status: 1 }),
      await newArticle(owner, { status: 1 }),
      await newArticle(owner, { status: 1 }),
    ]
    const save = async (by: Pick<TestUser, 'put'>, id: number, query = '') =>
      expect((await by.put(`/api/articles/${id}/working-copy${query}`, { title: 'Copy' })).status).toBe(200)
    await save(owner, changed)
    for (const id of [made, since, changed]) await save(token, id, '?autosave=1')
    await save(token, made, '?autosave=1')
    await new Promise((resolve) => setTimeout(resolve, 5))
    await save(owner, since)
    const future = await owner.post(`/api/tokens/${token.id}/undo`, { since: '2999-01-01' })
    expect(future.data).toEqual({ undone: 0, left: [] })
    const left = [
      { type: 'article', id: changed, why: 'working-copy' },
      { type: 'article', id: since, why: 'changed-since' },
    ]
    for (const undone of [1, 0]) {
      const { data } = await owner.post(`/api/tokens/${token.id}/undo`, { since: LONG_AGO })
      expect(data).toEqual({ undone, left })
    }
    expect((await owner.get(`/api/articles/${made}/working-copy`)).status).toBe(404)
    for (const id of [since, changed])
      expect((await owner.get(`/api/articles/${id}/working-copy`)).status).toBe(200)
  })

  test('discards drafts of pages that the token created, and says which others it changed', async () => {
    const owner = await site.user('auditor')
    const token = await tokenOf(owner)
    const newPage = async (title: string): Promise<number> =>
      (await owner.post('/api/pages', { title, content: '<p>before</p>' })).data.id
    const draft = (by: Pick<TestUser, 'put'>, id: number, content: string) =>
      by.put(`/api/pages/${id}/draft`, { content })
    const [made, since, changed, dropped, published] = [
      await newPage('Made'),
      await newPage('Since'),
      await newPage('Changed'),
      await newPage('Dropped'),
      await newPage('Published'),
    ]
    for (const id of [changed, dropped]) await draft(owner, id, 'by a person')
    for (const id of [made, since, changed, published]) await draft(token, id, 'by the agent')
    expect((await token.delete(`/api/pages/${dropped}/draft`)).status).toBe(200)
    expect((await token.post(`/api/pages/${published}/draft/publish`)).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 5))
    await draft(owner, since, 'by a person')
    const left = [
      { type: 'page-draft', id: dropped, why: 'no-version' },
      { type: 'page-draft', id: changed, why: 'no-version' },
      { type: 'page-draft', id: since, why: 'changed-since' },
    ]
    for (const undone of [2, 0]) {
      const { data } = await owner.post(`/api/tokens/${token.id}/undo`, { since: LONG_AGO })
      expect(data).toEqual({ undone, left })
    }
    expect((await owner.get(`/api/pages/${made}/draft`)).status).toBe(404)
    expect((await owner.get(`/api/pages/${since}/draft`)).data.content).toBe('by a person')
    expect((await owner.get(`/api/pages/${published}`)).data.content).toBe('<p>before</p>')
  })

  test('moves comments of the token to the bin, unless somebody answered, and restores what it deleted', async () => {
    const own = await service.newSite()
    await own.admin.put('/api/settings', {
      comment_captcha: 0,
      comment_user_interval: 0,
      comment_ip_interval: 0,
    })
    const owner = await own.user('auditor')
    const { data: made } = await owner.post('/api/tokens', { name: 'Agent', scope: 'write' })
    const token = service.client({ token: made.token, siteId: own.id })
    const fields = { ...article(), category_id: own.defaultCategoryId, status: 1 }
    const { data: commented } = await owner.post('/api/articles', fields)
    const post = async (by: Pick<TestUser, 'post'>, content: string, parent_id = 0): Promise<number> =>
      (await by.post('/api/comments', { article_id: commented.id, content, parent_id })).data.id
    const reply = async (id: number): Promise<number> =>
      (await token.post(`/api/comments/${id}/reply`, { content: `On ${id} by the agent` })).data.id
    const kept = await post(owner, 'By a person')
    const removed = await post(owner, 'Removed by the agent')
    const judged = await post(owner, 'Judged by the agent')
    const posted = await post(token, 'By the agent')
    const replies = [await reply(kept), await reply(posted)]
    const answered = await post(token, 'Answered, by the agent')
    await post(owner, 'An answer by a person', answered)
    expect((await token.delete(`/api/comments/${removed}`)).status).toBe(200)
    for (const id of [judged]) {
      await token.post(`/api/comments/${id}/audit`, { status: 3 })
      await token.delete(`/api/comments/${id}`)
    }
    const undo = async (by: Pick<TestUser, 'post'>) =>
      (await by.post(`/api/tokens/${made.id}/undo`, { since: LONG_AGO })).data
    const left = [
      { type: 'comment', id: judged, why: 'no-way-back' },
      { type: 'comment', id: answered, why: 'in-use' },
    ]
    expect(await undo(owner)).toEqual({ undone: 4, left })
    const shown = (await owner.get('/api/comments?page_size=50')).data.list
    const ids = shown.map(({ id }: { id: number }) => id)
    expect(ids).toEqual(expect.arrayContaining([kept, removed, answered]))
    for (const id of [posted, ...replies, judged]) expect(ids).not.toContain(id)
    const bin = (await owner.get('/api/recycle-bin?type=comment')).data.list
    expect(bin.map(({ id }: { id: number }) => id).sort()).toEqual([posted, ...replies, judged].sort())
    expect(await undo(owner)).toEqual({ undone: 0, left })

    const another = await post(token, 'One more by the agent')
    await own.admin.put(`/api/users/${owner.id}`, { role: 'editor' })
    const refused = await undo(service.client({ token: owner.token, siteId: own.id }))
    expect(refused.left).toContainEqual({ type: 'comment', id: another, why: 'forbidden' })
  })

  test('of pages is for callers who manage pages, and says so of entries of earlier versions', async () => {
    const owner = await service.newUser('auditor')
    const token = await tokenOf(owner)
    const { data: page } = await site.admin.post('/api/pages', { title: 'Kept', content: 'x' })
    await token.put(`/api/pages/${page.id}`, { title: 'By the agent' })
    const entries = () =>
      service.engine.db.selectFrom('audit_log').selectAll().where('token_id', '=', token.id)
    const entry = await entries().executeTakeFirstOrThrow()
    await site.admin.put(`/api/users/${owner.id}`, { role: 'member' })
    const undo = (user: Pick<TestUser, 'post'>) =>
      user.post(`/api/tokens/${token.id}/undo`, { since: LONG_AGO })
    expect((await undo(service.client({ token: owner.token, siteId: site.id }))).data.left).toEqual([
      { type: 'page', id: page.id, why: 'forbidden' },
    ])
    await service.engine.transact((tx) =>
      tx
        .updateTable('audit_log')
        .set({ before: JSON.stringify({ title: 'Kept', alias: page.alias }) })
        .where('id', '=', entry.id)
        .execute(),
    )
    expect((await undo(await service.newUser('admin'))).data.left).toEqual([
      { type: 'page', id: page.id, why: 'no-version' },
    ])
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
    ['article', did('article.updated', 'article.deleted', 'article.restored'), 'rewrite'],
    ['article', did('article.restored', 'article.updated'), 'bin'],
    ['page', did('page.restored', 'page.deleted'), 'nothing'],
    ['article', did('article.deleted', 'article.purged'), { left: 'gone' }],
    ['article', did('article.copy-made', 'article.copy-changed'), 'drop-copy'],
    ['article', did('article.copy-changed'), { left: 'working-copy' }],
    ['media', did('media.created'), 'bin'],
    ['comment', did('comment.created', 'comment.audited'), 'bin'],
    ['comment', did('comment.deleted'), 'restore'],
    ['comment', did('comment.audited'), { left: 'no-way-back' }],
    ['comment', did('comment.audited', 'comment.deleted'), { left: 'no-way-back' }],
    ['page-draft', did('page-draft.created', 'page-draft.updated'), 'drop-draft'],
    ['page-draft', did('page-draft.created', 'page-draft.deleted'), 'nothing'],
    ['page-draft', did('page-draft.deleted', 'page-draft.created'), { left: 'no-version' }],
    ['page', did('page.updated'), 'rewrite'],
    ['page', did('page.updated', 'page.deleted'), 'restore'],
    ['media', did('media.updated'), { left: 'no-version' }],
    ['user', did('user.updated'), { left: 'no-way-back' }],
  ] as const
  for (const [type, changes, plan] of plans)
    test(`${changes.map(({ action }) => action).join(', ')}: ${JSON.stringify(plan)}`, () => {
      expect(planFor(type, changes)).toEqual(plan)
    })

  test('the revision to restore is the one before the first change of the token', () => {
    const by = (tokenId: number | null, number?: number) => ({ number, tokenId, savedAt: 10 })
    const first = (isChangedSince: boolean) => ({ number: 1, isChangedSince })
    expect(revisionBefore([by(null, 1), by(7, 2), by(7)], 7, 5)).toEqual(first(false))
    expect(revisionBefore([by(null, 1), by(7, 2), by(null)], 7, 5)).toEqual(first(true))
    expect(revisionBefore([by(null, 1), by(null)], 7, 5)).toBe('nothing')
    expect(revisionBefore([by(null, 1), by(7)], 7, 11)).toBe('nothing')
  })

  test('a field returns to its value before the first change, unless somebody changed it since', () => {
    const change = (before: object, after: object) => ({ action: 'article.updated', before, after })
    const changes = [change({ a: 1, b: 1 }, { a: 2, b: 2 }), change({ a: 2 }, { a: 3 }), change({}, {})]
    expect(fieldsBefore(changes, { a: 3, b: 2, c: 5 })).toEqual({ a: 1, b: 1 })
    expect(fieldsBefore(changes, { a: 1, b: 2 })).toEqual({ b: 1 })
    expect(fieldsBefore(changes, { a: 4, b: 2 })).toBe('changed-since')
    expect(fieldsBefore([{ action: 'x', before: null, after: 'text' }], { a: 1 })).toEqual({})
  })

  test('a field that somebody changed between two changes of the token is left', () => {
    const change = (before: object, after: object) => ({ action: 'article.updated', before, after })
    const between = [change({ a: 1 }, { a: 2 }), change({ a: 7 }, { a: 3 })]
    expect(fieldsBefore(between, { a: 3 })).toBe('changed-since')
    expect(fieldsBefore([change({ a: 1 }, { a: 2 }), change({ a: 7 }, { a: 1 })], { a: 1 })).toEqual({})
    // Published by somebody else.
    const others = [change({ status: 0 }, { status: 0 }), change({ status: 1 }, { status: 1 })]
    expect(fieldsBefore(others, { status: 1 })).toEqual({})
    expect(fieldsBefore(others, { status: 0 })).toEqual({})
  })

  test('an article that a schedule of the token published is a draft again', () => {
    const T = '2020-01-01T00:00:00.000Z'
    const changes = [
      {
        action: 'article.updated',
        before: { status: 0, publish_at: null, scheduled_at: null },
        after: { status: 0, publish_at: T, scheduled_at: T },
      },
    ]
    const present = { status: 1, publish_at: T, scheduled_at: null }
    expect(fieldsBefore(withPublication(changes, present), present)).toEqual({ status: 0, publish_at: null })
    const edited = [...changes, { action: 'article.updated', before: { status: 1 }, after: { status: 1 } }]
    expect(fieldsBefore(withPublication(edited, present), present)).toEqual({ status: 0, publish_at: null })
    const later = { ...present, publish_at: '2020-01-02T00:00:00.000Z' }
    expect(fieldsBefore(withPublication(changes, later), later)).toBe('changed-since')
  })

  test('a time that was only suggested does not become a schedule', () => {
    const [past, future, now] = ['2020-01-01T00:00:00.000Z', '2030-01-01T00:00:00.000Z', Date.UTC(2025, 0)]
    const time = (status: number, publish_at: string | null, scheduled_at: string | null = null) =>
      publishTimeBefore({ status, publish_at, scheduled_at }, now)
    expect(time(0, past)).toBe(Date.parse(past))
    expect(time(0, future, future)).toBe(Date.parse(future))
    expect([time(0, future), time(0, null)]).toEqual([null, null])
    expect(time(2, future)).toBe(Date.parse(future))
  })

  test('the revision of a page to restore is that of the first change, if no other follows', () => {
    const changed = (revision?: number | null) => ({
      action: 'page.updated',
      before: revision === undefined ? { title: 'T' } : { title: 'T', revision },
      after: {},
    })
    const found = (number: number, isChangedSince: boolean) => ({ number, isChangedSince })
    expect(pageRevisionBefore([changed(null), changed(4), changed(5)], [1, 2, 3, 4, 5])).toEqual(
      found(4, false),
    )
    expect(pageRevisionBefore([changed(4)], [1, 2, 3, 4, 5])).toEqual(found(4, true))
    expect(pageRevisionBefore([changed(null)], [1, 2])).toBe('nothing')
    expect(pageRevisionBefore([changed(4), changed()], [4])).toBe('no-version')
  })
})
