import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseQuery } from '../../platform/search/query.ts'
import { startTestService, type TestSite } from '../../test/harness.ts'
import { indexOf } from './index.store.ts'
import { indexArticles } from './indexing.actions.ts'
import { queryBuilderFor } from './queries.rules.ts'

const service = await startTestService()
const { engine } = service
const PHRASE = '"blue harbour"'
/** More than are counted individually, in different blocks. */
const ARTICLES = 12
const APART = 300

let site: TestSite
let ids: number[]

const blue = '<p>A blue harbour.</p>'
const red = '<p>A red harbour, and blue.</p>'

/** In another block than the one before. */
async function write(fields: object): Promise<number> {
  await engine.transact(async (tx) => {
    await (tx.engine === 'sqlite'
      ? sql`update sqlite_sequence set seq = seq + ${APART} where name = 'articles'`
      : sql`select setval(pg_get_serial_sequence('articles', 'id'), (select coalesce(max(id), 1) + ${APART} from articles))`
    ).execute(tx)
  })
  return writeNext(fields)
}

async function writeNext(fields: object): Promise<number> {
  const { data } = await site.admin.post('/api/articles', {
    title: 'Untitled',
    content: blue,
    category_id: site.defaultCategoryId,
    status: 1,
    ...fields,
  })
  return data.id
}

const rewrite = async (id: number | undefined, fields: object) => {
  const { status } = await site.admin.put(`/api/articles/${id}`, fields)
  expect(status).toBe(200)
}

const totalOf = async (keyword = PHRASE): Promise<number> =>
  (await site.anonymous.get(`/api/articles/search?keyword=${encodeURIComponent(keyword)}`)).data.total

beforeAll(async () => {
  site = await service.newSite()
  ids = []
  while (ids.length < ARTICLES) ids.push(await write({}))
})

describe('the total of a phrase', () => {
  test('is right after every change of one article', async () => {
    expect(await totalOf()).toBe(12)
    await rewrite(ids[3], { content: red })
    expect(await totalOf()).toBe(11)
    await rewrite(ids[3], { content: blue })
    expect(await totalOf()).toBe(12)
    await rewrite(ids[5], { status: 0 })
    expect(await totalOf()).toBe(11)
    await rewrite(ids[5], { status: 1 })
    expect(await totalOf()).toBe(12)
    await site.admin.delete(`/api/articles/${ids[7]}`)
    expect(await totalOf()).toBe(11)
    await site.admin.post(`/api/recycle-bin/article/${ids[7]}/restore`)
    expect(await totalOf()).toBe(12)
    const another = await write({ title: 'Blue harbour', content: '<p>x</p>' })
    expect(await totalOf()).toBe(13)
    await site.admin.delete(`/api/articles/${another}`)
    expect(await totalOf()).toBe(12)
  })

  test('is right after a change of many at once', async () => {
    expect(await totalOf()).toBe(12)
    await site.admin.put('/api/articles/batch', { ids, data: { status: 3 } })
    expect(await totalOf()).toBe(0)
    await site.admin.put('/api/articles/batch', { ids: ids.slice(2), data: { status: 1 } })
    expect(await totalOf()).toBe(10)
    await site.admin.put('/api/articles/batch', { ids, data: { status: 1 } })
    expect(await totalOf()).toBe(12)
  })

  test('is right whichever of two transactions commits first', async () => {
    expect(await totalOf()).toBe(12)
    await Promise.all(ids.flatMap((id) => [rewrite(id, { content: red }), totalOf()]))
    expect(await totalOf()).toBe(0)
    await Promise.all(ids.flatMap((id) => [rewrite(id, { content: blue }), totalOf()]))
    expect(await totalOf()).toBe(12)
  })

  test('is right when entries are deleted outside the service', async () => {
    expect(await totalOf()).toBe(12)
    await engine.transact((tx) => indexOf(tx).remove(tx, ids[0] ?? 0))
    expect(await totalOf()).toBe(11)
    await engine.transact((tx) => indexOf(tx).clear(tx))
    expect(await totalOf()).toBe(0)
    await engine.transact((tx) => indexArticles(tx, ids))
    expect(await totalOf()).toBe(12)
  })

  test('within a transaction includes its own changes, which others do not see until it commits', async () => {
    const match = queryBuilderFor(engine.name, site.id).for(parseQuery(PHRASE), 'all', 'everywhere')
    const seen: number[] = []
    const undone = engine.transact(async (tx) => {
      await indexOf(tx).remove(tx, ids[0] ?? 0)
      seen.push(await indexOf(tx).count(tx, match), await indexOf(engine.db).count(engine.db, match))
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect([...seen, await totalOf()]).toEqual([11, 12, 12])
  })
})

describe.runIf(engine.name === 'postgres')('the version of a block', () => {
  /** Deletes the entries in transactions that all changed the version before the first of them commits. */
  async function removeAtOnce(
    [id, ...others]: readonly number[],
    busyParts: readonly number[] = [],
  ): Promise<void> {
    if (id === undefined) return
    await engine.transact(async (tx) => {
      const { rows } = await sql<{ part: number }>`
        select pg_backend_pid() & 3 as part, set_config('lock_timeout', '3s', true)`.execute(tx)
      const part = rows[0]?.part ?? 0
      if (busyParts.includes(part)) return removeAtOnce([id, ...others], busyParts)
      await indexOf(tx).remove(tx, id)
      await sql`set constraints all immediate`.execute(tx)
      await removeAtOnce(others, [...busyParts, part])
    })
  }

  test('can be changed by two transactions at once', async () => {
    const pair = async (): Promise<number[]> => [await write({}), await writeNext({})]
    const blocksOf = (found: readonly number[]) => new Set(found.map((id) => id >> 8)).size
    const first = await pair()
    const neighbours = blocksOf(first) === 1 ? first : await pair()
    const total = await totalOf()
    await removeAtOnce(neighbours)
    expect([blocksOf(neighbours), await totalOf()]).toEqual([1, total - 2])
  })
})
