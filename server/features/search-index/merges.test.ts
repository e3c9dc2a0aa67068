import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestService } from '../../test/harness.ts'
import { indexEverything, tidyIndex } from './indexing.actions.ts'

const service = await startTestService()
const { engine } = service

async function segments(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct segid) as count from article_search_idx`.execute(engine.db)
  return rows[0]?.count ?? 0
}

async function automerge(): Promise<unknown> {
  const { rows } = await sql<{ v: number }>`
    select v from article_search_config where k = 'automerge'`.execute(engine.db)
  return rows[0]?.v
}

test.runIf(engine.name === 'sqlite')(
  'commits leave segments of the index to the hourly cleanup, and searches find the same before and after',
  async () => {
    const site = await service.newSite()
    for (let index = 0; index < 12; index++)
      await site.admin.post('/api/articles', {
        title: `Lantern ${index}`,
        content: `<p>${'Paper and light. '.repeat(20)}</p>`,
        category_id: site.defaultCategoryId,
        status: 1,
      })
    const found = async () =>
      (await site.admin.get('/api/articles/search?keyword=lantern&page_size=50')).data.list.map(
        ({ id }: { id: number }) => id,
      )
    const before = await found()
    expect(before).toHaveLength(12)
    const many = await segments()
    expect(many).toBeGreaterThan(8)
    await tidyIndex(engine, 'small')
    expect(await segments()).toBeLessThan(5)
    expect(await found()).toEqual(before)
    expect(await automerge()).toBe(0)
    await indexEverything(engine, { fromEmpty: true, onProgress: () => {} })
    expect([await automerge(), await segments()]).toEqual([0, 1])
    expect(await found()).toEqual(before)
  },
)
