import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import type { Client } from '../../test/client.ts'
import { presentCursor as cursorNow } from '../../test/feed.ts'
import { startTestService, type TestSite } from '../../test/harness.ts'
import { multipart } from '../../test/multipart.ts'
import { deleteOldChanges, restartChanges } from './changes.actions.ts'

const service = await startTestService()

interface Seen {
  cursor: string
  type: string
  id: number
  alias: string
  change: string
}
const since = async (client: Client, after: string, more = '') =>
  (await client.get(`/api/changes?after=${after}${more}`)).data as {
    list: Seen[]
    next: string
    more: boolean
  }
/** Without cursors: `article upsert 5`. */
const brief = ({ list }: { list: Seen[] }) => list.map(({ type, change, id }) => `${type} ${change} ${id}`)

async function openSite(): Promise<TestSite> {
  const site = await service.newSite()
  await site.admin.put('/api/settings', { public_read: 1, comment_captcha: 0 })
  return site
}
const write = async (client: Client, site: TestSite, fields: object = {}) =>
  (
    await client.post('/api/articles', {
      title: 'A title',
      content: '<p>text</p>',
      category_id: site.defaultCategoryId,
      ...fields,
    })
  ).data.id as number

describe('GET /api/changes', () => {
  test('without a cursor returns only the current one', async () => {
    const site = await openSite()
    await write(site.admin, site)
    const { status, data } = await site.anonymous.get('/api/changes')
    expect([status, data]).toEqual([200, { list: [], next: expect.any(String), more: false }])
    const later = await since(site.anonymous, data.next)
    expect(later).toEqual({ list: [], next: expect.any(String), more: false })
  })

  test('shows an article to each caller as far as they may see it', async () => {
    const site = await openSite()
    const [author, other] = [await site.user('editor'), await site.user('editor')]
    const start = await cursorNow(site.anonymous)
    const id = await write(author, site)
    await author.put(`/api/articles/${id}`, { title: 'Another title' })
    await author.post(`/api/articles/${id}/publish`)
    await author.put(`/api/articles/${id}`, { title: 'A third title' })
    await author.post(`/api/articles/${id}/unpublish`)
    await author.delete(`/api/articles/${id}`)
    const [up, gone] = [`article upsert ${id}`, `article gone ${id}`]
    expect(brief(await since(site.anonymous, start))).toEqual([up, up, gone])
    expect(brief(await since(other, start))).toEqual([up, up, gone])
    expect(brief(await since(author, start))).toEqual([up, up, up, up, up, gone])
    expect(brief(await since(site.admin, start))).toEqual([up, up, up, up, up, gone])
  })

  test('tells the former author of a draft that it is gone', async () => {
    const site = await openSite()
    const [former, author] = [await site.user('editor'), await site.user('editor')]
    const [draft, published] = [await write(former, site), await write(site.admin, site, { status: 1 })]
    const start = await cursorNow(site.admin)
    const assign = (id: number, fields: object) => site.admin.put(`/api/articles/${id}`, fields)
    expect((await former.put(`/api/articles/${draft}`, { author_id: author.id })).status).toBe(403)
    expect(brief(await since(former, start))).toEqual([])
    await assign(draft, { author_id: author.id })
    expect((await former.get(`/api/articles/${draft}`)).status).toBe(404)
    expect(brief(await since(former, start))).toEqual([`article gone ${draft}`])
    expect(brief(await since(author, start))).toEqual([`article upsert ${draft}`])
    expect(brief(await since(site.admin, start))).toEqual([`article upsert ${draft}`])
    const later = await cursorNow(site.admin)
    await assign(published, { author_id: former.id })
    await assign(published, { author_id: author.id, status: 0 })
    const seen = [`article upsert ${published}`, `article gone ${published}`]
    expect(brief(await since(former, later))).toEqual(seen)
    expect(brief(await since(site.anonymous, later))).toEqual(seen)
  })

  test('includes categories, tags, pages, comments and files', async () => {
    const site = await openSite()
    const article = await write(site.admin, site, { status: 1 })
    const start = await cursorNow(site.anonymous)
    const parent = (await site.admin.post('/api/categories', { name: 'Parent' })).data.id
    const child = (await site.admin.post('/api/categories', { name: 'Child', parent_id: parent })).data.id
    await site.admin.put(`/api/categories/${parent}`, { enabled: 0 })
    await site.admin.put(`/api/categories/${parent}`, { enabled: 1 })
    const tag = (await site.admin.post('/api/tags', { name: 'Tag' })).data.id
    await site.admin.delete(`/api/tags/${tag}`)
    const page = (await site.admin.post('/api/pages', { title: 'Page', content: '<p>x</p>', enabled: 0 }))
      .data.id
    await site.admin.put(`/api/pages/${page}`, { enabled: 1 })
    const comment = (
      await site.anonymous.post('/api/comments', {
        article_id: article,
        content: 'A comment that is long enough.',
        nickname: 'Guest',
        email: 'guest@example.com',
      })
    ).data.id
    await site.admin.post(`/api/comments/${comment}/audit`, { status: 1 })
    await site.admin.post(`/api/comments/${comment}/audit`, { status: 3 })
    expect(brief(await since(site.anonymous, start))).toEqual([
      `category upsert ${parent}`,
      `category upsert ${child}`,
      `category gone ${parent}`,
      `category gone ${child}`,
      `category upsert ${parent}`,
      `category upsert ${child}`,
      `tag upsert ${tag}`,
      `tag gone ${tag}`,
      `page upsert ${page}`,
      `comment upsert ${comment}`,
      `comment gone ${comment}`,
    ])
    expect(brief(await since(site.anonymous, start, '&types=tag,page'))).toEqual([
      `tag upsert ${tag}`,
      `tag gone ${tag}`,
      `page upsert ${page}`,
    ])
    expect(brief(await since(site.admin, start, '&types=comment'))).toHaveLength(3)
  })

  test('shows a file to readers if a published text or cover has it', async () => {
    const site = await openSite()
    const upload = async (text: string) => {
      const { payload, headers } = multipart([{ name: 'file', filename: `${text}.txt`, content: text }])
      return (await site.admin.send('POST', '/api/media/upload', payload, headers)).data
    }
    const content = ({ url }: { url: string }) => `<p><a href="${url}">file</a></p>`
    const [inText, asCover, inPage] = [await upload('text'), await upload('cover'), await upload('page')]
    const [inCopy, inDraft, unused] = [await upload('copy'), await upload('draft'), await upload('unused')]
    const id = await write(site.admin, site, { status: 1, content: content(inText), cover: asCover.url })
    await site.admin.put(`/api/articles/${id}/working-copy`, { content: content(inCopy) })
    await write(site.admin, site, { content: content(inDraft) })
    await site.admin.post('/api/pages', { title: 'Page', content: content(inPage), enabled: 1 })
    const start = await cursorNow(site.anonymous)
    const all = [inText, asCover, inPage, inCopy, inDraft, unused]
    for (const file of all) await site.admin.patch(`/api/media/${file.id}`, { alt: 'Another text' })
    await site.admin.delete(`/api/media/${inText.id}`)
    await site.admin.post(`/api/recycle-bin/media/${inText.id}/restore`)
    await site.admin.delete(`/api/media/${unused.id}`)
    const shown = [
      ...[inText, asCover, inPage].map((file) => `media upsert ${file.id}`),
      `media gone ${inText.id}`,
      `media upsert ${inText.id}`,
    ]
    const { data } = await site.admin.post('/api/tokens', { name: 'Build', scope: 'content' })
    const token = service.client({ token: data.token, siteId: site.id })
    for (const reader of [site.anonymous, token, await site.user('member')])
      expect(brief(await since(reader, start, '&types=media'))).toEqual(shown)
    expect(brief(await since(site.admin, start, '&types=media'))).toHaveLength(9)
  })

  test('returns pages that neither overlap nor skip', async () => {
    const site = await openSite()
    let after = await cursorNow(site.anonymous)
    const ids: number[] = []
    for (let at = 0; at < 7; at++) ids.push(await write(site.admin, site, { status: 1 }))
    const seen: number[] = []
    for (let more = true; more; ) {
      const portion = await since(site.anonymous, after, '&limit=3')
      expect(portion.list.length).toBeLessThanOrEqual(3)
      seen.push(...portion.list.map(({ id }) => id))
      ;({ next: after, more } = portion)
    }
    expect(seen).toEqual(ids)
  })

  test('never includes another site', async () => {
    const [one, two] = [await openSite(), await openSite()]
    const start = await cursorNow(two.admin)
    await write(one.admin, one, { status: 1 })
    expect(brief(await since(two.admin, start))).toEqual([])
  })

  test.runIf(process.env.TEST_DATABASE_URL)(
    'does not wait for transactions of another database',
    async () => {
      const site = await openSite()
      const other = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
      await other.connect()
      try {
        await other.query('begin; select pg_current_xact_id()')
        const start = await cursorNow(site.anonymous)
        const id = await write(site.admin, site, { status: 1 })
        expect(brief(await since(site.anonymous, start))).toEqual([`article upsert ${id}`])
      } finally {
        await other.end()
      }
    },
  )

  test.runIf(process.env.TEST_DATABASE_URL)(
    'has a change that was acknowledged before, whenever an older transaction ends',
    async () => {
      const site = await openSite()
      const older = new pg.Client({ connectionString: service.config.databaseUrl })
      await older.connect()
      try {
        for (let round = 0; round < 40; round++) {
          const start = await cursorNow(site.anonymous)
          await older.query('begin; select pg_current_xact_id()')
          const id = await write(site.admin, site, { status: 1 })
          const asked = since(site.anonymous, start)
          await pause(round % 8)
          await older.query('commit')
          expect(brief(await asked)).toEqual([`article upsert ${id}`])
        }
      } finally {
        await older.end()
      }
    },
  )

  test('is available to anonymous callers only if the site is public', async () => {
    const site = await service.newSite()
    expect((await site.anonymous.get('/api/changes')).status).toBe(401)
    expect((await (await site.user('member')).get('/api/changes')).status).toBe(200)
  })

  const refusals = [
    ['the cursor is none', 'after=yesterday', 'after'],
    ['the cursor is empty', 'after=', 'after'],
    ['the cursor is hostile', `after=${encodeURIComponent("1-0-1' or 1=1")}`, 'after'],
    ['a type is unknown', 'types=article,user', 'types'],
    ['the limit is 0', 'limit=0', 'limit'],
    ['the limit is no number', 'limit=many', 'limit'],
    ['the wait is too long', 'wait=26', 'wait'],
    ['the wait is negative', 'wait=-1', 'wait'],
  ] as const
  for (const [when, query, field] of refusals)
    test(`is 400 on ${field} when ${when}`, async () => {
      const site = await openSite()
      const { status, errors } = await site.anonymous.get(`/api/changes?${query}`)
      expect([status, Object.keys(errors)]).toEqual([400, [field]])
    })
})

describe('a cursor', () => {
  test('older than the retained changes is 410; one that was current when nothing has happened since never is', async () => {
    const site = await openSite()
    const early = await cursorNow(site.anonymous)
    const id = await write(site.admin, site, { status: 1 })
    const late = await cursorNow(site.anonymous)
    await service.engine.transact((tx) =>
      tx.updateTable('changes').set({ created_at: 0 }).where('subject_id', '=', id).execute(),
    )
    await deleteOldChanges(service.engine)
    const { status, body } = await site.anonymous.get(`/api/changes?after=${early}`)
    expect([status, body]).toMatchObject([410, { error: 'cursor-gone' }])
    expect((await site.anonymous.get(`/api/changes?after=${late}`)).status).toBe(200)
  })

  test('moves on with changes of others, so that it does not become too old', async () => {
    const [quiet, busy] = [await openSite(), await openSite()]
    const early = await cursorNow(quiet.anonymous)
    const id = await write(busy.admin, busy, { status: 1 })
    const { next, list } = await since(quiet.anonymous, early)
    expect([list, next === early]).toEqual([[], false])
    await service.engine.transact((tx) =>
      tx.updateTable('changes').set({ created_at: 0 }).where('subject_id', '=', id).execute(),
    )
    await deleteOldChanges(service.engine)
    expect((await quiet.anonymous.get(`/api/changes?after=${early}`)).status).toBe(410)
    expect((await quiet.anonymous.get(`/api/changes?after=${next}`)).status).toBe(200)
    const own = await write(quiet.admin, quiet, { status: 1 })
    expect(brief(await since(quiet.anonymous, next))).toEqual([`article upsert ${own}`])
  })

  test('from before a restore is 410', async () => {
    const site = await openSite()
    const before = await cursorNow(site.anonymous)
    await service.engine.transact(restartChanges)
    expect((await site.anonymous.get(`/api/changes?after=${before}`)).status).toBe(410)
    const start = await cursorNow(site.anonymous)
    const id = await write(site.admin, site, { status: 1 })
    expect(brief(await since(site.anonymous, start))).toEqual([`article upsert ${id}`])
  })
})

describe('long polling', () => {
  test('ends when there is a change, also from another node', async () => {
    const site = await openSite()
    const node = await service.newNode()
    const start = await cursorNow(site.anonymous)
    const waiting = node.client({ siteId: site.id }).get(`/api/changes?after=${start}&wait=20`)
    await pause(300)
    const begun = Date.now()
    const id = await write(site.admin, site, { status: 1 })
    expect(brief((await waiting).data)).toEqual([`article upsert ${id}`])
    expect(Date.now() - begun).toBeLessThan(15_000)
  })

  test('ends after the timeout without changes', async () => {
    const site = await openSite()
    const start = await cursorNow(site.anonymous)
    const found = await since(site.anonymous, start, '&wait=1')
    expect(found).toEqual({ list: [], next: expect.any(String), more: false })
  })
})

/** On a busy machine the response may be 503, which a client retries. */
async function eventually<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch {
    await pause(100)
    return eventually(work)
  }
}

test('with twenty writers on two nodes, a follower sees every change once and in order', async () => {
  const site = await openSite()
  const node = await service.newNode()
  const start = await cursorNow(site.admin)
  const writers = Array.from({ length: 20 }, (_, at) =>
    at % 2 === 0 ? site.admin : node.client({ token: site.admin.token, siteId: site.id }),
  )
  let writing = true
  const written = Promise.all(
    writers.map(async (client, at) => {
      const ids: number[] = []
      for (let round = 0; round < 5; round++)
        ids.push(
          await eventually(() => write(client, site, { title: `By ${at}, round ${round}`, status: 1 })),
        )
      return ids
    }),
  ).finally(() => {
    writing = false
  })
  const seen: Seen[] = []
  let after = start
  for (let last = false; !last; ) {
    last = !writing
    const found = await since(node.client({ siteId: site.id }), after, '&limit=7&wait=1')
    seen.push(...found.list)
    after = found.next
    if (found.more) last = false
  }
  const positions = seen.map(({ cursor }) => cursor.split('-').map(Number))
  for (const [at, [, transaction = 0, id = 0]] of positions.entries()) {
    const [, transactionBefore = 0, idBefore = 0] = positions[at - 1] ?? []
    expect(transaction > transactionBefore || (transaction === transactionBefore && id > idBefore)).toBe(true)
  }
  const ids = seen.filter(({ type }) => type === 'article').map(({ id }) => id)
  expect([...ids].sort((a, b) => a - b)).toEqual((await written).flat().sort((a, b) => a - b))
}, 120_000)
