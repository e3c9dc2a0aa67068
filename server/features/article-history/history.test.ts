import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestSite } from '../../test/harness.ts'

const service = await startTestService()
let site: TestSite
let editor: Awaited<ReturnType<TestSite['user']>>

beforeAll(async () => {
  site = await service.newSite()
  editor = await site.user('editor')
})

const create = async () =>
  (
    await editor.post('/api/articles', {
      title: 'First',
      content: '<p>one</p>',
      category_id: site.defaultCategoryId,
      status: 1,
    })
  ).data.id as number

describe('revisions', () => {
  test('contain the previous content with author and time; counters, flags and status create none', async () => {
    const id = await create()
    await editor.put(`/api/articles/${id}`, { is_top: 1, is_hot: 1 })
    await editor.post(`/api/articles/${id}/unpublish`)
    await site.admin.put(`/api/articles/${id}`, { title: 'Second' })
    await editor.put(`/api/articles/${id}`, { content: '<p>three</p>' })
    await editor.put(`/api/articles/${id}`, { content: '<p>three</p>' })
    const { data } = await editor.get(`/api/articles/${id}/revisions`)
    expect(data.list).toMatchObject([
      { number: 2, title: 'Second', editor: { id: site.admin.id } },
      { number: 1, title: 'First', editor: { id: editor.id } },
    ])
    expect(data.current).toMatchObject({
      editor: { id: editor.id, username: editor.username },
      token: null,
      create_time: expect.any(String),
    })
    expect((await editor.get(`/api/articles/${id}/revisions/1`)).data).toMatchObject({
      title: 'First',
      content: '<p>one</p>',
      tag_ids: [],
    })
  })

  test('can be compared field by field and restored, which is a change itself', async () => {
    const id = await create()
    await editor.put(`/api/articles/${id}`, { title: 'Second', content: '<p>two</p>' })
    await editor.put(`/api/articles/${id}`, { title: 'Third' })
    const now = (await editor.get(`/api/articles/${id}/revisions/1/compare`)).data
    expect(now).toMatchObject({ from: 1, to: null })
    expect(now.changes.map(({ field }: { field: string }) => field)).toEqual(['title', 'content', 'summary'])
    expect((await editor.get(`/api/articles/${id}/revisions/2/compare?with=1`)).data.changes[0]).toEqual({
      field: 'title',
      from: 'Second',
      to: 'First',
    })
    expect((await editor.post(`/api/articles/${id}/revisions/1/restore`)).data.title).toBe('First')
    expect((await editor.get(`/api/articles/${id}`)).data).toMatchObject({
      title: 'First',
      content: '<p>one</p>',
      status: 1,
    })
    expect((await editor.get(`/api/articles/${id}/revisions`)).data.total).toBe(3)
  })

  test('of a published article are restored into its working copy on request', async () => {
    const id = await create()
    await editor.put(`/api/articles/${id}`, { title: 'Second', content: '<p>two</p>' })
    const path = `/api/articles/${id}/revisions/1/restore?working_copy=1`
    expect((await editor.post(path)).data).toMatchObject({ title: 'Second', working_copy: 1 })
    expect((await editor.get(`/api/articles/${id}`)).data.title).toBe('Second')
    expect((await editor.get(`/api/articles/${id}/working-copy`)).data).toMatchObject({
      title: 'First',
      content: '<p>one</p>',
      summary: 'one',
    })
    await editor.post(`/api/articles/${id}/unpublish`)
    expect((await editor.post(path)).status).toBe(422)
  })

  test('a generated summary still follows the text after a restore', async () => {
    const id = await create()
    const summary = async () => (await editor.get(`/api/articles/${id}`)).data.summary
    await editor.put(`/api/articles/${id}`, { content: '<p>two</p>' })
    await editor.post(`/api/articles/${id}/revisions/1/restore`)
    expect(await summary()).toBe('one')
    await editor.put(`/api/articles/${id}`, { content: '<p>three</p>' })
    expect(await summary()).toBe('three')
  })

  test('survive the deletion of a tag and a category', async () => {
    const tag = (await editor.post('/api/tags', { name: 'Gone' })).data.id
    const category = (await site.admin.post('/api/categories', { name: 'Gone' })).data.id
    const { id } = (
      await editor.post('/api/articles', { title: 'T', content: 'x', category_id: category, tag_ids: [tag] })
    ).data
    await editor.put(`/api/articles/${id}`, { title: 'U', tag_ids: [], category_id: site.defaultCategoryId })
    await site.admin.delete(`/api/tags/${tag}`)
    expect((await site.admin.delete(`/api/categories/${category}`)).status).toBe(200)
    expect((await editor.post(`/api/articles/${id}/revisions/1/restore`)).status).toBe(200)
    expect((await editor.get(`/api/articles/${id}`)).data).toMatchObject({
      title: 'T',
      tags: [],
      category: { id: site.defaultCategoryId },
    })
  })

  test('are visible to users who may edit the article', async () => {
    const id = await create()
    await editor.put(`/api/articles/${id}`, { title: 'Second' })
    const other = await site.user('editor')
    expect((await other.get(`/api/articles/${id}/revisions`)).status).toBe(403)
    expect((await other.post(`/api/articles/${id}/revisions/1/restore`)).status).toBe(403)
    expect((await editor.get(`/api/articles/${id}/revisions/9`)).status).toBe(404)
    expect((await editor.get(`/api/articles/${id}/revisions/x`)).status).toBe(400)
    expect(
      (await site.user('member').then((member) => member.get(`/api/articles/${id}/revisions`))).status,
    ).toBe(403)
  })
})
