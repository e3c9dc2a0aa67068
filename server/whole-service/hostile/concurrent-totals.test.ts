import { beforeAll, expect, test } from 'vitest'
import { recountTotals } from '../../features/articles/totals.actions.ts'
import { chanceFrom, pick } from '../../features/samples/sample-text.rules.ts'
import { startTestService, type TestSite, type TestUser } from '../../test/harness.ts'

/**
 * All operations that change the stored totals, concurrently from many clients. `CAMPAIGN_SECONDS=40` for the long
 * run.
 */
const SECONDS = Number(process.env.CAMPAIGN_SECONDS ?? 4)
const CLIENTS = 16
const ARTICLES = 60

const service = await startTestService()
let site: TestSite
let editor: TestUser
const categories: number[] = []
const tags: number[] = []
let ids: number[] = []

const made = async (path: string, body: object) => (await site.admin.post(path, body)).data.id as number

beforeAll(async () => {
  site = await service.newSite()
  editor = await site.user('editor')
  for (const name of ['A', 'B', 'C', 'D']) {
    categories.push(await made('/api/categories', { name }))
    tags.push(await made('/api/tags', { name }))
  }
  const articles = Array.from({ length: ARTICLES }, (_, at) => ({
    title: `Counted ${at}`,
    content: '<p>Once.</p>',
    category_id: categories[at % 4],
    tag_ids: [tags[at % 4], tags[(at + 1) % 4]],
    status: at % 2,
  }))
  const { list } = (await site.admin.post('/api/articles/batch', { articles })).data
  ids = list.map(({ id }: { id: number }) => id)
}, 120_000)

type Chance = ReturnType<typeof chanceFrom>

/** A merge removes a category or a tag, so another one is created. */
async function merge(kind: 'categories' | 'tags', known: number[], number: number) {
  const fresh = await made(`/api/${kind}`, { name: `New ${number}` })
  const from = known[number % known.length] ?? 0
  known[number % known.length] = fresh
  return site.admin.post(`/api/${kind}/${from}/merge`, { target_id: fresh })
}

function something(chance: Chance, number: number) {
  const id = pick(chance, ids)
  const some = Array.from({ length: 8 }, () => pick(chance, ids))
  const category_id = pick(chance, categories)
  const tag = pick(chance, tags)
  const path = `/api/articles/${id}`
  return pick(chance, [
    () => editor.put('/api/articles/batch', { ids: some, data: { category_id, is_hot: number % 2 } }),
    () => editor.put('/api/articles/batch', { ids: some, data: {}, add_tag_ids: [tag] }),
    () => editor.put('/api/articles/batch', { ids: some, data: {}, remove_tag_ids: [tag] }),
    () =>
      editor.put(path, { title: `Edited ${number}`, content: '<p>Again.</p>', category_id, tag_ids: [tag] }),
    () => editor.post(`${path}/publish`, {}),
    () => editor.post(`${path}/unpublish`, {}),
    () => editor.post(`${path}/archive`, {}),
    () => editor.delete(path),
    () => site.admin.post(`/api/recycle-bin/article/${id}/restore`, {}),
    () => site.admin.post(`/api/recycle-bin/article/${id}/restore`, {}),
    () => site.admin.delete('/api/articles/batch', { ids: some.slice(0, 2) }),
    () => (number % 5 === 0 ? merge('categories', categories, number) : editor.get(path)),
    () => (number % 5 === 0 ? merge('tags', tags, number) : editor.get(path)),
  ])()
}

test(
  `${CLIENTS} clients that change totals for ${SECONDS} s cause no internal error, and the totals stay right`,
  async () => {
    const until = performance.now() + SECONDS * 1000
    const answers = new Map<number, number>()
    const failures: string[] = []
    let number = 0
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        const chance = chanceFrom(client + 1)
        while (performance.now() < until) {
          const { status, text } = await something(chance, ++number)
          answers.set(status, (answers.get(status) ?? 0) + 1)
          if (status >= 500) failures.push(`${status} ${text.slice(0, 200)}`)
        }
      }),
    )
    const counts = [...answers].sort().map(([status, count]) => `${status}: ${count}`)
    process.stdout.write(`${number} changes of totals in ${SECONDS} s (${counts.join(', ')})\n`)
    expect(failures).toEqual([])
    const kept = await keptTotals()
    await service.engine.transact((tx) => recountTotals(tx, site.id))
    expect(kept).toEqual(await keptTotals())
  },
  SECONDS * 1000 + 60_000,
)

async function keptTotals(): Promise<string[]> {
  const rows = await service.engine.db
    .selectFrom('article_totals')
    .select(({ fn }) => ['kind', 'ref_id', 'listed', fn.sum<number>('total').as('total')])
    .where('site_id', '=', site.id)
    .groupBy(['kind', 'ref_id', 'listed'])
    .having(({ fn }) => fn.sum('total'), '<>', 0)
    .execute()
  return rows.map(({ kind, ref_id, listed, total }) => `${kind} ${ref_id} ${listed}: ${total}`).sort()
}
