import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestSite, type TestUser } from '../../test/harness.ts'
import { until } from '../../test/until.ts'

const service = await startTestService()
let site: TestSite
let writer: TestUser
let auditor: TestUser
let reader: TestUser

beforeAll(async () => {
  site = await service.newSite()
  await site.admin.put('/api/settings', { review: 1 })
  // Events are stored only if a webhook is subscribed.
  await site.admin.post('/api/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] })
  writer = await site.user('editor')
  auditor = await site.user('auditor')
  reader = await site.user('member')
})

/** Created by the editor, published by the administrator. */
const published = async (fields: object = {}) => {
  const { data } = await writer.post('/api/articles', {
    title: 'Public',
    content: '<p>public</p>',
    category_id: site.defaultCategoryId,
    ...fields,
  })
  expect((await site.admin.post(`/api/articles/${data.id}/publish`)).status).toBe(200)
  return data.id as number
}
const path = (id: number) => `/api/articles/${id}/working-copy`
const seen = async (id: number, by = reader) => (await by.get(`/api/articles/${id}`)).data
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const eventsOf = async (id: number) =>
  (
    await service.engine.db
      .selectFrom('events')
      .select('kind')
      .where('subject_id', '=', id)
      .where('subject_type', '=', 'article')
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind)
const messagesOf = async (user: TestUser) =>
  (await user.get('/api/messages')).data.list.map(({ kind }: { kind: string }) => kind)

describe('a working copy', () => {
  test('is created, read, changed and published: one revision, one event, and readers see it only then', async () => {
    const id = await published()
    expect((await auditor.get(path(id))).status).toBe(404)
    const article = await auditor.get(`/api/articles/${id}`)
    const before = (await eventsOf(id)).length
    const made = await auditor.put(path(id), { title: 'Next', is_top: 1, alias: `next-${id}` })
    expect([made.status, made.data.title, made.data.content]).toEqual([200, 'Next', '<p>public</p>'])
    expect(made.data).toMatchObject({
      id,
      status: 1,
      working_copy: 1,
      review_status: 'none',
      outdated: 0,
      is_top: 1,
    })
    expect(made.headers.etag).toBe((await auditor.get(path(id))).headers.etag)
    const changed = await auditor.put(
      path(id),
      { content: '<p>next</p>' },
      { 'if-match': String(made.headers.etag) },
    )
    expect([changed.data.title, changed.data.content]).toEqual(['Next', '<p>next</p>'])
    expect(
      (await auditor.put(path(id), { title: 'Late' }, { 'if-match': String(made.headers.etag) })).status,
    ).toBe(412)

    expect(await seen(id)).toMatchObject({
      title: 'Public',
      working_copy: 0,
      review_status: 'none',
      is_top: 0,
    })
    expect(await seen(id, auditor)).toMatchObject({ title: 'Public', working_copy: 1 })
    expect(
      (await auditor.get('/api/articles?page_size=100')).data.list.find(
        (one: { id: number }) => one.id === id,
      ),
    ).toMatchObject({ working_copy: 1, can: { edit: 1, delete: 0 } })
    expect(await eventsOf(id)).toHaveLength(before)

    const stale = await auditor.post(`${path(id)}/publish`, {}, { 'if-match': String(made.headers.etag) })
    expect(stale.status).toBe(412)
    const done = await auditor.post(`${path(id)}/publish`, {}, { 'if-match': String(changed.headers.etag) })
    expect(done.status).toBe(200)
    expect(done.data).toMatchObject({
      id,
      status: 1,
      working_copy: 0,
      scheduled_time: null,
      publish_time: article.data.publish_time,
    })
    expect(done.headers.etag).toBe((await auditor.get(`/api/articles/${id}`)).headers.etag)
    expect(await seen(id)).toMatchObject({
      title: 'Next',
      content: '<p>next</p>',
      is_top: 1,
      alias: `next-${id}`,
      status: 1,
    })
    expect((await eventsOf(id)).slice(before)).toEqual(['article.updated'])
    expect((await auditor.get(`/api/articles/${id}/revisions`)).data.list).toMatchObject([
      { number: 1, title: 'Public' },
    ])
    expect((await auditor.get(path(id))).status).toBe(404)
  })

  test('exists only for a published article', async () => {
    const id = (
      await writer.post('/api/articles', { title: 'T', content: 'x', category_id: site.defaultCategoryId })
    ).data.id
    for (const call of [
      () => writer.put(path(id), { title: 'X' }),
      () => writer.delete(path(id)),
      () => auditor.post(`${path(id)}/publish`),
    ])
      expect((await call()).status).toBe(422)
    expect((await writer.get(path(id))).status).toBe(404)
    await site.admin.post(`/api/articles/${id}/archive`)
    expect((await site.admin.put(path(id), { title: 'X' })).status).toBe(422)
  })

  test('is rejected for others, and with invalid fields', async () => {
    const id = await published()
    const other = await site.user('editor')
    expect((await other.put(path(id), { title: 'X' })).status).toBe(403)
    expect((await other.get(path(id))).status).toBe(403)
    expect((await reader.get(path(id))).status).toBe(403)
    expect((await site.anonymous.get(path(id))).status).toBe(401)
    expect((await writer.put(path(999_999), { title: 'X' })).status).toBe(404)
    expect((await writer.put('/api/articles/x/working-copy', { title: 'X' })).status).toBe(400)
    const taken = await published({ alias: `taken-${id}` })
    for (const [field, body] of [
      ['title', { title: ' ' }],
      ['title', { title: 5 }],
      ['content', { content: '' }],
      ['content', { content: null }],
      ['category_id', { category_id: 999_999 }],
      ['tag_ids', { tag_ids: [999_999] }],
      ['status', { status: 0 }],
      ['status', { status: 3 }],
      ['publish_time', { publish_time: '2026-02-30' }],
      ['alias', { alias: `TAKEN-${id}` }],
    ] as const) {
      const { status, errors } = await writer.put(path(id), body)
      expect([status, Object.keys(errors)]).toEqual([422, [field]])
    }
    expect((await writer.get(path(id))).status).toBe(404)
    expect((await seen(taken)).alias).toBe(`taken-${id}`)
    expect((await writer.put(path(id), { title: 'X' }, { 'if-match': '*' })).status).toBe(412)
    await writer.put(path(id), { title: 'X' })
    expect((await writer.post(`${path(id)}/publish`)).status).toBe(403)
  })

  test('can be discarded', async () => {
    const id = await published()
    const { headers } = await writer.put(path(id), { title: 'X' })
    await writer.put(path(id), { title: 'Y' })
    expect((await writer.delete(path(id), undefined, { 'if-match': String(headers.etag) })).status).toBe(412)
    expect((await writer.delete(path(id))).status).toBe(200)
    expect((await writer.delete(path(id))).status).toBe(404)
    expect(await seen(id, writer)).toMatchObject({ title: 'Public', working_copy: 0 })
    await writer.put(path(id), { title: 'Z' })
    const again = await writer.put(path(id), { title: 'Late' }, { 'if-match': String(headers.etag) })
    expect(again.status).toBe(412)
  })

  test('of an article that changed since must be saved again before it is published', async () => {
    const id = await published()
    await auditor.put(path(id), { title: 'Copy' })
    await site.admin.put(`/api/articles/${id}`, { content: '<p>corrected</p>' })
    expect((await auditor.get(path(id))).data.outdated).toBe(1)
    const refused = await auditor.post(`${path(id)}/publish`)
    expect([refused.status, refused.body.code]).toEqual([409, 409])
    expect((await auditor.post(`${path(id)}/publish`, { publish_time: inSeconds(60) })).status).toBe(409)
    await auditor.put(`${path(id)}?autosave=1`, { title: 'Still not looked at' })
    expect((await auditor.post(`${path(id)}/publish`)).status).toBe(409)
    expect((await auditor.put(path(id), {})).data.outdated).toBe(0)
    expect((await auditor.post(`${path(id)}/publish`)).status).toBe(200)
    expect((await seen(id)).title).toBe('Still not looked at')
  })

  test('becomes the content of the draft when the article is unpublished or archived', async () => {
    for (const verb of ['unpublish', 'archive'] as const) {
      const id = await published()
      await writer.put(path(id), { title: 'Kept', content: '<p>kept</p>' })
      expect((await writer.post(`/api/articles/${id}/${verb}`)).status).toBe(403)
      const { data } = await auditor.post(`/api/articles/${id}/${verb}`)
      expect(data).toMatchObject({
        status: verb === 'archive' ? 3 : 0,
        working_copy: 0,
        review_status: 'none',
      })
      expect(await seen(id, writer)).toMatchObject({ title: 'Kept', content: '<p>kept</p>', working_copy: 0 })
      expect((await writer.get(`/api/articles/${id}/revisions`)).data.list[0].title).toBe('Public')
      expect((await writer.get(path(id))).status).toBe(404)
    }
    const id = await published()
    await writer.put(path(id), { title: 'Copy', summary: 'Mine' })
    await site.admin.put(`/api/articles/${id}`, { status: 0, title: 'Over it' })
    expect(await seen(id, writer)).toMatchObject({ status: 0, title: 'Over it', summary: 'Mine' })
  })

  test('is deleted and restored with its article', async () => {
    const id = await published()
    await writer.put(path(id), { title: 'Copy' })
    await auditor.post(`${path(id)}/publish`, { publish_time: inSeconds(0.6) })
    await writer.delete(`/api/articles/${id}`)
    expect((await writer.get(path(id))).status).toBe(404)
    await pause(1_000)
    await writer.post(`/api/recycle-bin/article/${id}/restore`)
    expect((await writer.get(path(id))).data).toMatchObject({ title: 'Copy', scheduled_time: null })
    expect(await seen(id, writer)).toMatchObject({ title: 'Public', working_copy: 1 })
    await writer.delete(`/api/articles/${id}`)
    await site.admin.delete(`/api/recycle-bin/article/${id}`)
    expect(
      await service.engine.db
        .selectFrom('article_copies')
        .select('article_id')
        .where('article_id', '=', id)
        .execute(),
    ).toEqual([])
  })

  test('survives the deletion of its category and tags, and follows a merge', async () => {
    const make = async (kind: 'categories' | 'tags', name: string) =>
      (await site.admin.post(`/api/${kind}`, { name })).data.id as number
    const [category, tag, mergedTag, targetTag] = [
      await make('categories', 'Gone'),
      await make('tags', 'Gone'),
      await make('tags', 'Merged'),
      await make('tags', 'Target'),
    ]
    const id = await published()
    await writer.put(path(id), { category_id: category, tag_ids: [tag, mergedTag] })
    expect((await site.admin.delete(`/api/tags/${tag}`)).status).toBe(200)
    expect((await site.admin.delete(`/api/categories/${category}`)).status).toBe(200)
    await site.admin.post(`/api/tags/${mergedTag}/merge`, { target_id: targetTag })
    expect((await writer.get(path(id))).data.tag_ids).toEqual([targetTag])
    expect((await auditor.post(`${path(id)}/publish`)).status).toBe(200)
    expect(await seen(id)).toMatchObject({
      category: { id: site.defaultCategoryId },
      tags: [{ id: targetTag }],
    })
  })

  test('only one of ten saves from the same state succeeds', async () => {
    const id = await published()
    const { headers } = await writer.put(path(id), { title: 'Base' })
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        writer.put(path(id), { title: `T${n}` }, { 'if-match': String(headers.etag) }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)])
    const both = await Promise.all([1, 2].map(() => auditor.post(`${path(id)}/publish`)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
  })
})

describe('a scheduled copy', () => {
  test('replaces the article at its second, once', async () => {
    const id = await published()
    const shown = await seen(id)
    await writer.put(path(id), { title: 'Soon' })
    const before = (await eventsOf(id)).length
    const at = inSeconds(1)
    const { data } = await auditor.post(`${path(id)}/publish`, { publish_time: at })
    expect(data).toMatchObject({ status: 1, working_copy: 1, publish_time: shown.publish_time })
    expect(data.scheduled_time).toMatch(/^\d{4}/)
    expect((await auditor.get(path(id))).data.scheduled_time).toBe(data.scheduled_time)
    expect(await seen(id, auditor)).toMatchObject({ title: 'Public', scheduled_time: null })
    await until(async () => (await seen(id)).title === 'Soon')
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(at))
    expect((await eventsOf(id)).slice(before)).toEqual(['article.updated'])
    expect(await seen(id)).toMatchObject({ publish_time: shown.publish_time })
  })

  test('whose article changed meanwhile is not published, and its authors are notified', async () => {
    const id = await published()
    await writer.put(path(id), { title: 'Never' })
    await auditor.post(`${path(id)}/publish`, { publish_time: inSeconds(0.8) })
    await site.admin.put(`/api/articles/${id}`, { summary: 'Changed' })
    await until(async () => (await messagesOf(writer)).includes('copy-outdated'))
    expect((await seen(id)).title).toBe('Public')
    expect((await writer.get(path(id))).data).toMatchObject({ title: 'Never', scheduled_time: null })
  })

  test('whose alias is taken meanwhile is published without it, and its authors are notified', async () => {
    const id = await published()
    const { alias } = await seen(id)
    const wanted = `wanted-${id}`
    await writer.put(path(id), { title: 'New text', alias: wanted })
    await auditor.post(`${path(id)}/publish`, { publish_time: inSeconds(0.8) })
    const other = { title: 'Other', content: '<p>other</p>', category_id: site.defaultCategoryId }
    expect((await writer.post('/api/articles', { ...other, alias: wanted })).status).toBe(201)
    await until(async () => (await messagesOf(writer)).includes('copy-without-alias'))
    expect(await seen(id)).toMatchObject({ title: 'New text', alias, working_copy: 0 })
  })

  test('whose category and tag are deleted meanwhile is published without them', async () => {
    const id = await published()
    const category = (await site.admin.post('/api/categories', { name: `Gone ${id}` })).data.id
    const tag = (await site.admin.post('/api/tags', { name: `Gone ${id}` })).data.id
    await writer.put(path(id), { title: 'Still', category_id: category, tag_ids: [tag] })
    await auditor.post(`${path(id)}/publish`, { publish_time: inSeconds(0.8) })
    await site.admin.delete(`/api/categories/${category}`)
    await site.admin.delete(`/api/tags/${tag}`)
    await until(async () => (await seen(id)).title === 'Still')
    expect(await seen(id)).toMatchObject({ tags: [], working_copy: 0 })
  })

  test('is no longer scheduled after its author changes it', async () => {
    const id = await published()
    await writer.put(path(id), { title: 'Soon' })
    await auditor.post(`${path(id)}/publish`, { publish_time: inSeconds(60) })
    expect((await writer.put(path(id), { title: 'Other' })).data.scheduled_time).toBeNull()
    expect((await auditor.put(path(id), { publish_time: inSeconds(60) })).data.scheduled_time).not.toBeNull()
    expect((await auditor.put(path(id), { publish_time: null })).data.scheduled_time).toBeNull()
  })
})

describe('with review on, a user who may not publish', () => {
  test('changes the copy by PUT, PATCH, batch and restore, and the article keeps its ETag', async () => {
    const id = await published()
    await site.admin.put(`/api/articles/${id}`, { content: '<p>second</p>' })
    const article = await writer.get(`/api/articles/${id}`)
    const put = await writer.put(`/api/articles/${id}`, { title: 'Mine', is_top: 1 })
    expect([put.status, put.data.working_copy, put.data.status]).toEqual([200, 1, 1])
    expect(put.headers.etag).toBe(article.headers.etag)
    const patch = await writer.patch(
      `/api/articles/${id}`,
      { summary: 'S' },
      { 'if-match': String(article.headers.etag) },
    )
    expect([patch.status, patch.data.working_copy]).toEqual([200, 1])
    const batch = await writer.put('/api/articles/batch', { ids: [id], data: { is_hot: 1, tag_ids: [] } })
    expect(batch.data).toMatchObject({ success_count: 1, failed_count: 0 })
    const restored = await writer.post(`/api/articles/${id}/revisions/1/restore`)
    expect([restored.status, restored.data.working_copy]).toEqual([200, 1])
    expect(await seen(id)).toMatchObject({ title: 'Public', content: '<p>second</p>', is_top: 0, is_hot: 0 })
    expect((await writer.get(path(id))).data).toMatchObject({
      title: 'Public',
      content: '<p>public</p>',
      is_top: 1,
      is_hot: 1,
    })
    expect((await writer.get(`/api/articles/${id}`)).data.update_time).toBe(article.data.update_time)
    expect(
      (await writer.put(`/api/articles/${id}`, { title: 'X' }, { 'if-match': 'W/"v999-x"' })).status,
    ).toBe(412)
  })

  test('cannot unpublish or archive it in any way', async () => {
    const id = await published()
    for (const call of [
      () => writer.post(`/api/articles/${id}/unpublish`),
      () => writer.post(`/api/articles/${id}/archive`),
      () => writer.put(`/api/articles/${id}`, { status: 0 }),
      () => writer.put(`/api/articles/${id}`, { status: 3, title: 'X' }),
    ])
      expect((await call()).status).toBe(403)
    const batch = await writer.put('/api/articles/batch', { ids: [id], data: { status: 0 } })
    expect(batch.data.failed_count).toBe(1)
    expect(await seen(id, writer)).toMatchObject({ status: 1, working_copy: 0 })
  })

  test('submits the copy; the reviewer decides on the version they have seen', async () => {
    const id = await published()
    expect((await writer.post(`/api/articles/${id}/submit`)).status).toBe(422)
    await writer.put(`/api/articles/${id}`, { title: 'First try' })
    const submitted = await writer.post(`/api/articles/${id}/submit`)
    expect(submitted.data).toMatchObject({ status: 1, working_copy: 1, review_status: 'pending' })
    expect(await messagesOf(auditor)).toContain('article-submitted')
    expect((await eventsOf(id)).at(-1)).toBe('article.submitted')
    const listed = async (status: string, by = auditor) =>
      (await by.get(`/api/articles?review_status=${status}&page_size=100`)).data.list.map(
        (one: { id: number }) => one.id,
      )
    expect(await listed('pending')).toContain(id)
    expect(await listed('pending', writer)).toContain(id)
    expect(await listed('pending', reader)).toEqual([])
    expect(await listed('none', reader)).toContain(id)
    expect(await listed('none')).not.toContain(id)

    const looked = await auditor.get(path(id))
    await writer.put(`/api/articles/${id}`, { title: 'Slipped in' })
    expect(await seen(id, writer)).toMatchObject({ review_status: 'none', status: 1 })
    for (const status of [1, 2]) {
      const late = await auditor.post(`/api/articles/${id}/audit`, { status })
      expect([late.status, late.body.error]).toEqual([409, 'working-copy-not-submitted'])
    }
    expect((await seen(id, auditor)).can).toMatchObject({ edit: 1, audit: 0 })
    expect(await seen(id)).toMatchObject({ title: 'Public', status: 1 })
    expect((await auditor.get(`/api/articles/${id}/audits`)).data.total).toBe(0)
    await writer.post(`/api/articles/${id}/submit`)
    const etag = { 'if-match': String(looked.headers.etag) }
    expect((await auditor.post(`/api/articles/${id}/audit`, { status: 1 }, etag)).status).toBe(412)
    expect((await writer.post(`/api/articles/${id}/audit`, { status: 1 })).status).toBe(403)
    const unread = async () =>
      (await auditor.get('/api/messages?unread=1&page_size=100')).data.list.filter(
        (one: { article_id: number }) => one.article_id === id,
      )
    expect(await unread()).toHaveLength(2)
    await auditor.post(`/api/articles/${id}/audit`, { status: 2, reason: 'Too short' })
    expect(await unread()).toEqual([])
    expect(await seen(id, writer)).toMatchObject({ title: 'Public', status: 1, review_status: 'rejected' })
    expect(await listed('rejected')).toContain(id)
    expect((await writer.get(`/api/articles/${id}/audits`)).data.list[0]).toMatchObject({
      status: 2,
      reason: 'Too short',
    })
    expect(await messagesOf(writer)).toContain('copy-rejected')

    await writer.put(`/api/articles/${id}`, { title: 'Better', status: 2 })
    const fresh = await auditor.get(path(id))
    expect(fresh.data).toMatchObject({ title: 'Better', review_status: 'pending' })
    const passed = await auditor.post(
      `/api/articles/${id}/audit`,
      { status: 1 },
      { 'if-match': String(fresh.headers.etag) },
    )
    expect(passed.status).toBe(200)
    expect(await seen(id, writer)).toMatchObject({
      title: 'Better',
      status: 1,
      working_copy: 0,
      review_status: 'none',
    })
    expect(await messagesOf(writer)).toContain('copy-passed')
  })

  test('suggests a time, which the reviewer turns into a schedule', async () => {
    const id = await published()
    const { data } = await writer.put(path(id), { title: 'Later', publish_time: inSeconds(60), status: 2 })
    expect(data).toMatchObject({ scheduled_time: null, review_status: 'pending' })
    await auditor.post(`/api/articles/${id}/audit`, { status: 1 })
    expect((await writer.get(path(id))).data).toMatchObject({
      scheduled_time: data.publish_time,
      review_status: 'none',
    })
    expect((await seen(id)).title).toBe('Public')
  })

  test('sends an approved schedule back to review by saving; a user who may publish keeps it', async () => {
    const fields = {
      title: 'T',
      content: 'x',
      category_id: site.defaultCategoryId,
      publish_time: inSeconds(3600),
    }
    const { data: draft } = await writer.post('/api/articles', fields)
    expect(draft.scheduled_time).toBeNull()
    await writer.post(`/api/articles/${draft.id}/submit`)
    await auditor.post(`/api/articles/${draft.id}/audit`, { status: 1 })
    expect(await seen(draft.id, writer)).toMatchObject({ status: 0, scheduled_time: draft.publish_time })
    expect((await auditor.put(`/api/articles/${draft.id}`, { title: 'U' })).data.scheduled_time).toBe(
      draft.publish_time,
    )
    const saved = await writer.put(`/api/articles/${draft.id}`, { title: 'V' })
    expect(saved.data).toMatchObject({
      status: 2,
      scheduled_time: null,
      scheduled_at: null,
      review_status: 'pending',
    })
    await writer.put(`/api/articles/${draft.id}`, { status: 0 })
    expect(await seen(draft.id, writer)).toMatchObject({
      status: 0,
      scheduled_time: null,
      review_status: 'none',
    })
    await auditor.post(`/api/articles/${draft.id}/audit`, { status: 2, reason: 'no' })
    expect(await seen(draft.id, writer)).toMatchObject({ scheduled_time: null, review_status: 'rejected' })
    await auditor.put(`/api/articles/${draft.id}`, { publish_time: inSeconds(3600) })
    expect((await seen(draft.id, writer)).scheduled_time).toBeNull()
  })
})

describe('an autosave', () => {
  const revisions = async (id: number) => (await writer.get(`/api/articles/${id}/revisions`)).data.list
  const draft = async () =>
    (
      await writer.post('/api/articles', {
        title: 'Zero',
        content: '<p>0</p>',
        category_id: site.defaultCategoryId,
      })
    ).data.id as number
  const auditEntries = async (id: number) =>
    (
      await service.engine.db
        .selectFrom('audit_log')
        .select('action')
        .where('target_id', '=', id)
        .where('target_type', '=', 'article')
        .execute()
    ).length

  test('of a draft stores every text without revision, event or audit entry; then there is one revision for all', async () => {
    const id = await draft()
    const [events, entries] = [(await eventsOf(id)).length, await auditEntries(id)]
    for (const n of [1, 2, 3]) {
      const saved = await writer.put(`/api/articles/${id}?autosave=1`, { content: `<p>${n}</p>` })
      expect(saved.status).toBe(200)
      const read = await writer.get(`/api/articles/${id}`)
      expect([read.data.content, read.headers.etag]).toEqual([`<p>${n}</p>`, saved.headers.etag])
    }
    expect(await revisions(id)).toEqual([])
    expect([(await eventsOf(id)).length, await auditEntries(id)]).toEqual([events, entries])
    await writer.put(`/api/articles/${id}`, { content: '<p>3</p>' })
    expect(await revisions(id)).toHaveLength(1)
    expect((await writer.get(`/api/articles/${id}/revisions/1`)).data.content).toBe('<p>0</p>')
    await writer.put(`/api/articles/${id}`, { content: '<p>4</p>' })
    expect(await revisions(id)).toHaveLength(2)
    expect((await eventsOf(id)).length).toBe(events + 2)
  })

  test('is rejected for anything but an own draft', async () => {
    const id = await published()
    const mine = await draft()
    for (const [by, path, status] of [
      [writer, `/api/articles/${id}?autosave=1`, 422],
      [auditor, `/api/articles/${id}?autosave=1`, 422],
      [auditor, `/api/articles/${mine}?autosave=1`, 403],
      [reader, `/api/articles/${mine}?autosave=1`, 404],
      [writer, `/api/articles/${mine}?autosave=2`, 400],
    ] as const)
      expect((await by.put(path, { title: 'X' })).status).toBe(status)
    expect((await writer.put(`/api/articles/${mine}?autosave=1`, { status: 2 })).status).toBe(422)
    await writer.post(`/api/articles/${mine}/submit`)
    expect((await writer.put(`/api/articles/${mine}?autosave=1`, { title: 'X' })).status).toBe(422)
    expect(await seen(mine, writer)).toMatchObject({ title: 'Zero', status: 2 })
  })

  test('of a working copy stores it without an audit entry; a pending one is withdrawn', async () => {
    const id = await published()
    const entries = await auditEntries(id)
    const { data } = await writer.put(`${path(id)}?autosave=1`, { title: 'Typing' })
    expect(data.title).toBe('Typing')
    expect(await auditEntries(id)).toBe(entries)
    await writer.post(`/api/articles/${id}/submit`)
    expect((await writer.put(`${path(id)}?autosave=1`, { title: 'Typing on' })).data.review_status).toBe(
      'none',
    )
    expect((await writer.put(`${path(id)}?autosave=1`, { status: 2 })).status).toBe(422)
  })
})
