import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../test/client.ts'
import { allEndpoints } from '../../test/endpoints.ts'
import { startTestService, type TestSite, type TestUser } from '../../test/harness.ts'
import {
  ACTIONS,
  type Action,
  CALLERS,
  type Caller,
  expectedOf,
  STATES,
  type State,
} from '../../test/transitions.ts'

const service = await startTestService()
const LATER = '2099-01-01 00:00:00'
const CONCURRENCY = 8

/** How each action is called: method, path below the article (or the whole one), body. */
const calls: Readonly<Record<Action, readonly ['POST' | 'PUT' | 'PATCH' | 'DELETE', string, object?]>> = {
  save: ['PUT', '/api/articles/{id}', { title: 'Saved' }],
  patch: ['PATCH', '/api/articles/{id}', { title: 'Saved' }],
  autosave: ['PUT', '/api/articles/{id}?autosave=1', { title: 'Saved' }],
  'status=0': ['PUT', '/api/articles/{id}', { status: 0 }],
  'status=1': ['PUT', '/api/articles/{id}', { status: 1 }],
  'status=2': ['PUT', '/api/articles/{id}', { status: 2 }],
  'status=3': ['PUT', '/api/articles/{id}', { status: 3 }],
  'set-time': ['PUT', '/api/articles/{id}', { publish_time: LATER }],
  publish: ['POST', '/api/articles/{id}/publish', {}],
  'publish-later': ['POST', '/api/articles/{id}/publish', { publish_time: LATER }],
  submit: ['POST', '/api/articles/{id}/submit'],
  pass: ['POST', '/api/articles/{id}/audit', { status: 1 }],
  reject: ['POST', '/api/articles/{id}/audit', { status: 2 }],
  unpublish: ['POST', '/api/articles/{id}/unpublish'],
  archive: ['POST', '/api/articles/{id}/archive'],
  'save-copy': ['PUT', '/api/articles/{id}/working-copy', { title: 'Saved' }],
  'autosave-copy': ['PUT', '/api/articles/{id}/working-copy?autosave=1', { title: 'Saved' }],
  'publish-copy': ['POST', '/api/articles/{id}/working-copy/publish', {}],
  'schedule-copy': ['POST', '/api/articles/{id}/working-copy/publish', { publish_time: LATER }],
  'drop-copy': ['DELETE', '/api/articles/{id}/working-copy'],
  'restore-revision': ['POST', '/api/articles/{id}/revisions/1/restore'],
  delete: ['DELETE', '/api/articles/{id}'],
  restore: ['POST', '/api/recycle-bin/article/{id}/restore'],
  purge: ['DELETE', '/api/recycle-bin/article/{id}'],
}

/** The action that each permission in `can` is about. */
const RIGHTS = {
  edit: 'save',
  publish: 'publish',
  submit: 'submit',
  audit: 'pass',
  archive: 'archive',
  delete: 'delete',
} as const satisfies Record<string, Action>

/** Operations on an article that never change its state. */
const OTHER_CALLS = ['like', 'favorite', 'view', 'preview', 'presence']

interface Cast {
  readonly site: TestSite
  readonly author: TestUser
  readonly callers: Readonly<Record<Caller, Client>>
}

async function castOf(review: 0 | 1): Promise<Cast> {
  const site = await service.newSite()
  await site.admin.put('/api/settings', { review, public_read: 1 })
  const author = await site.user('editor')
  return {
    site,
    author,
    callers: {
      stranger: site.anonymous,
      member: await site.user('member'),
      other: await site.user('editor'),
      author,
      auditor: await site.user('auditor'),
      admin: site.admin,
    },
  }
}

async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += CONCURRENCY)
    await Promise.all(items.slice(from, from + CONCURRENCY).map(work))
}

async function expectDone(answer: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await answer
  if (status >= 300 || text.includes('"failed_count":1')) throw new Error(text)
}

/** Creates up to 100 articles of the author in a state. The first `revised` of them have a revision. */
async function articlesIn(
  { site, author }: Cast,
  state: State,
  count: number,
  revised = 0,
): Promise<number[]> {
  const articles = Array.from({ length: count }, () => ({
    title: 'Made',
    content: '<p>First.</p>',
    category_id: site.defaultCategoryId,
  }))
  const { data } = await author.post('/api/articles/batch', { articles })
  const ids: number[] = data.list.map(({ id }: { id: number }) => id)
  const change = { ids: ids.slice(0, revised), data: { content: '<p>Second.</p>' } }
  if (revised > 0) await expectDone(author.put('/api/articles/batch', change))
  await bring(site, ids, state)
  return ids
}

async function bring({ admin }: TestSite, ids: readonly number[], state: State): Promise<void> {
  const all = (data: object) => expectDone(admin.put('/api/articles/batch', { ids, data }))
  const each = (work: (path: string) => ReturnType<Client['put']>) =>
    inTurns(ids, (id) => expectDone(work(`/api/articles/${id}`)))
  if (state === 'scheduled') return all({ publish_time: LATER })
  if (state === 'pending') return all({ status: 2 })
  if (state === 'archived') return all({ status: 3 })
  if (state === 'rejected') return each((path) => admin.post(`${path}/audit`, { status: 2 }))
  if (state === 'deleted') return expectDone(admin.delete('/api/articles/batch', { ids }))
  if (state === 'draft') return
  await all({ status: 1 })
  if (state === 'published') return
  const copy = {
    copy: {},
    'copy-pending': { status: 2 },
    'copy-rejected': { status: 2 },
    'copy-scheduled': { publish_time: LATER },
  }[state]
  await each((path) => admin.put(`${path}/working-copy`, { title: 'Copied', ...copy }))
  if (state === 'copy-rejected') await each((path) => admin.post(`${path}/audit`, { status: 2 }))
}

/** The stored states of articles. */
async function statesOf(ids: readonly number[]): Promise<Map<number, State | 'gone'>> {
  const rows = await service.engine.db
    .selectFrom('articles')
    .leftJoin('article_copies', 'article_copies.article_id', 'articles.id')
    .select([
      'articles.id',
      'articles.status',
      'articles.scheduled_at',
      'articles.review_status',
      'articles.working_copy',
      'articles.deleted_at',
      'article_copies.article_id as copy_of',
      'article_copies.scheduled_at as copy_scheduled_at',
    ])
    .where('articles.id', 'in', ids)
    .execute()
  const found = new Map<number, State | 'gone'>(ids.map((id) => [id, 'gone']))
  for (const row of rows) {
    // The flag on the article always matches the existence of the copy, and the status matches the review.
    expect(row.copy_of !== null, JSON.stringify(row)).toBe(row.working_copy === 1)
    if (row.status !== 1) expect(row.review_status === 'pending', JSON.stringify(row)).toBe(row.status === 2)
    found.set(row.id, stateOf(row))
  }
  return found
}

function stateOf(row: {
  status: number
  scheduled_at: number | null
  review_status: string
  working_copy: number
  deleted_at: number | null
  copy_scheduled_at: number | null
}): State {
  if (row.deleted_at !== null) return 'deleted'
  if (row.status === 2) return 'pending'
  if (row.status === 3) return 'archived'
  if (row.status === 0) {
    if (row.scheduled_at !== null) return 'scheduled'
    return row.review_status === 'rejected' ? 'rejected' : 'draft'
  }
  if (row.working_copy === 0) return 'published'
  if (row.review_status !== 'none') return row.review_status === 'pending' ? 'copy-pending' : 'copy-rejected'
  return row.copy_scheduled_at === null ? 'copy' : 'copy-scheduled'
}

for (const review of [0, 1] as const)
  describe(`with review ${review === 1 ? 'on' : 'off'}`, () => {
    let cast: Cast
    beforeAll(async () => {
      cast = await castOf(review)
    })

    for (const state of STATES)
      test(`${state}: the result of each action by each role`, async () => {
        const cells = ACTIONS.flatMap((action) =>
          CALLERS.map((caller) => ({ action, caller, expected: expectedOf(state, action, caller, review) })),
        )
        const isRefusal = (expected: string) => /^\d+$/.test(expected)
        const moved = cells.filter(({ expected }) => !isRefusal(expected))
        const restored = moved.filter(({ action }) => action === 'restore-revision')
        const moving = [...new Set([...restored, ...moved])]
        // Rejected actions change nothing, so one article is enough for all of them.
        const [shared = 0, ...others] = await articlesIn(cast, state, 1 + moving.length, 1 + restored.length)
        const articleOf = new Map(moving.map((cell, at) => [cell, others[at]]))
        const statuses = new Map<object, number>()
        await inTurns(cells, async (cell) => {
          const [method, path, body] = calls[cell.action]
          const id = articleOf.get(cell) ?? shared
          const answer = await cast.callers[cell.caller].send(method, path.replace('{id}', String(id)), body)
          statuses.set(cell, answer.status)
        })
        const after = await statesOf([shared, ...others])
        const seen = cells.map((cell) => {
          const status = statuses.get(cell) ?? 0
          const outcome = status < 300 ? after.get(articleOf.get(cell) ?? shared) : status
          return `${cell.action} by ${cell.caller}: ${outcome}`
        })
        expect(seen).toEqual(
          cells.map(({ action, caller, expected }) => `${action} by ${caller}: ${expected}`),
        )
        expect(after.get(shared), 'after all that was refused').toBe(state)
      })

    for (const state of STATES)
      test(`${state}: \`can\` says what the endpoints do`, async () => {
        const [id] = await articlesIn(cast, state, 1, 1)
        for (const caller of CALLERS) {
          const { status, data } = await cast.callers[caller].get(`/api/articles/${id}`)
          const outcome = (action: Action) => expectedOf(state, action, caller, review)
          const expected = Object.entries(RIGHTS).map(([right, action]) => [
            right,
            /^\d+$/.test(outcome(action)) ? 0 : 1,
          ])
          if (status === 200 && caller !== 'stranger')
            expect(data.can, caller).toEqual(Object.fromEntries(expected))
          else expect([caller, data?.can]).toEqual([caller, undefined])
        }
      })

    for (const caller of ['other', 'author'] as const)
      test(`a batch with one article in each state, by ${caller}, gives the same results as single requests`, async () => {
        const statuses = [0, 1, 2, 3] as const
        const made = new Map<State, number[]>()
        for (const state of STATES) made.set(state, await articlesIn(cast, state, statuses.length))
        for (const status of statuses) {
          const ids = new Map(STATES.map((state) => [state, made.get(state)?.[status] ?? 0]))
          const { data } = await cast.callers[caller].put('/api/articles/batch', {
            ids: [...ids.values()],
            data: { status },
          })
          const after = await statesOf([...ids.values()])
          const expected = STATES.map((state) => expectedOf(state, `status=${status}`, caller, review))
          const isRefused = (id: number | undefined) => data.errors[String(id)] !== undefined
          const seen = STATES.map((state) => {
            const id = ids.get(state)
            return isRefused(id) ? `refused, ${after.get(id ?? 0)}` : after.get(id ?? 0)
          })
          expect(seen).toEqual(
            STATES.map((state, at) => (/^\d/.test(expected[at] ?? '') ? `refused, ${state}` : expected[at])),
          )
        }
      })
  })

test('the table contains every operation that can change the state of an article', () => {
  const named = new Set(Object.values(calls).map(([method, path]) => `${method} ${path.split('?')[0]}`))
  const missing = allEndpoints
    .filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/articles/{id}'))
    .filter(({ path }) => !OTHER_CALLS.some((last) => path.endsWith(`/${last}`)))
    .map(({ method, path }) => `${method} ${path.replace('{n}', '1')}`)
    .filter((call) => !named.has(call))
  expect(missing).toEqual([])
})
