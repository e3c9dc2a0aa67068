import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestSite } from '../test/harness.ts'
import { runCommandLine } from './command-line.ts'

const service = await startTestService()
let site: TestSite
let published: number[]

async function reindex(...options: string[]) {
  let printed = ''
  let complained = ''
  const { dataDir, databaseUrl } = service.config
  const status = await runCommandLine(['reindex', ...options], {
    environment: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
    workingDir: service.folder,
    print: (text) => {
      printed += text
    },
    complain: (text) => {
      complained += text
    },
  })
  expect({ status, complained }).toEqual({ status: 0, complained: '' })
  return printed
}

const totalOf = async (keyword: string): Promise<number> =>
  (await site.anonymous.get(`/api/articles/search?keyword=${keyword}`)).data.total

const ARTICLES = 430
const DRAFTS = 10
const IN_BIN = 5

beforeAll(async () => {
  site = await service.newSite()
  const article = (status: number) => ({
    title: 'Walrus',
    content: '<p>tusk</p>',
    category_id: site.defaultCategoryId,
    status,
  })
  const write = async (count: number, status: number): Promise<number[]> => {
    const { data } = await site.admin.post('/api/articles/batch', {
      articles: Array.from({ length: count }, () => article(status)),
    })
    return data.list.map(({ id }: { id: number }) => id)
  }
  const written: number[] = []
  while (written.length < ARTICLES)
    written.push(...(await write(Math.min(100, ARTICLES - written.length), 1)))
  await write(DRAFTS, 0)
  const binned = written.filter((_, index) => index % (ARTICLES / IN_BIN) === 0)
  await site.admin.delete('/api/articles/batch', { ids: binned })
  published = written.filter((id) => !binned.includes(id))
})

describe('the index', () => {
  const damages = [
    ['has lost its entries', 'delete from article_search', []],
    ['is to be emptied first', 'delete from article_search', ['--from-empty']],
    ['is as it should be', 'select 1', []],
  ] as const
  for (const [when, damage, options] of damages)
    test(`is complete again when it ${when}`, async () => {
      await service.engine.transact((tx) => sql.raw(damage).execute(tx))
      const printed = await reindex(...options)
      expect(printed).toContain(`${ARTICLES + DRAFTS} articles in `)
      expect(await totalOf('walrus%20tusk')).toBe(published.length)
      const { data } = await site.admin.get('/api/articles?keyword=walrus&status=0')
      expect(data.total).toBe(DRAFTS)
    })

  test('loses entries without an article', async () => {
    if (service.engine.name !== 'sqlite') return
    await service.engine.transact((tx) =>
      sql`insert into article_search (rowid, words) values (987654321, ${`${site.id}pwalrus`})`.execute(tx),
    )
    expect(await totalOf('walrus')).toBe(published.length + 1)
    await reindex()
    expect(await totalOf('walrus')).toBe(published.length)
  })

  test('includes changes made during the rebuild', async () => {
    const [first = 0, second = 0] = published
    const last = published.at(-1) ?? 0
    const edits = async () => {
      for (let round = 0; round < 5; round++) {
        await site.admin.put(`/api/articles/${first}`, { title: `Seal ${round}` })
        await site.admin.post(`/api/articles/${second}/${round % 2 === 0 ? 'unpublish' : 'publish'}`)
        await site.admin.put(`/api/articles/${last}`, { title: `Otter ${round}` })
        await site.admin.post('/api/articles', {
          title: 'Newcomer',
          content: '<p>x</p>',
          category_id: site.defaultCategoryId,
          status: 1,
        })
      }
    }
    await Promise.all([reindex(), edits(), reindex('--from-empty')])
    const totals = await Promise.all(
      ['walrus', 'seal', 'seal%204', 'otter%204', 'newcomer', 'tusk'].map(totalOf),
    )
    expect(totals).toEqual([published.length - 3, 1, 1, 1, 5, published.length - 1])
  })
})
