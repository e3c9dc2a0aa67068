import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startTestService } from '../../test/harness.ts'

const READERS = Number(process.env.SITE_READERS ?? 200)
const EDITS = 5
/** Readers and the writer share one process, and PostgreSQL's connections. */
const TIMEOUT_MS = 60_000 + 100 * READERS

const service = await startTestService()
const site = await service.newSite()

/** Every part of the page that shows the article contains its version number. */
const MARKED = /MARK(\d+)/g
const PLACES = ['<title>MARK', '<h1>MARK', '"headline":"MARK', '<p>MARK', 'rel="tag">MARK']

test(
  `${READERS} readers of a page that is being edited never see a mixed or outdated version`,
  async () => {
    await site.admin.put('/api/settings', { public_read: 1, site_language: 'en' })
    const tags: number[] = []
    for (let number = 0; number <= EDITS; number++)
      tags.push(
        (await site.admin.post('/api/tags', { name: `MARK${number}`, alias: `mark-${number}` })).data.id,
      )
    const fields = (number: number) => ({
      title: `MARK${number} of the article`,
      seo_title: `MARK${number}`,
      seo_description: `MARK${number}`,
      summary: `MARK${number}`,
      content: `<p>MARK${number}</p>${'<p>A long text between the two ends.</p>'.repeat(60)}<p>MARK${number}</p>`,
      tag_ids: [tags[number]],
    })
    const { data } = await site.admin.post('/api/articles', {
      ...fields(0),
      alias: 'edited',
      category_id: site.defaultCategoryId,
      status: 1,
    })

    let saved = 0
    const wrong: string[] = []
    let reads = 0
    async function read(): Promise<void> {
      const atLeast = saved
      const { statusCode, payload } = await service.app.inject({
        url: '/articles/edited',
        headers: { 'x-site': String(site.id) },
      })
      reads++
      const seen = new Set([...payload.matchAll(MARKED)].map(([, number]) => Number(number)))
      const [version = -1] = seen
      const places = PLACES.filter((place) => payload.includes(place))
      if (statusCode !== 200 || seen.size !== 1 || version < atLeast || places.length < PLACES.length)
        wrong.push(`${statusCode}: ${[...seen].join()} where ${atLeast} was saved; ${places.join(' ')}`)
    }
    // Concurrently, at different moments of the save.
    const wave = () =>
      Promise.all(
        Array.from({ length: READERS }, async (_, index) => {
          for (let turn = index % 20; turn > 0; turn--) await nextTurn()
          await read()
        }),
      )
    for (let number = 1; number <= EDITS; number++) {
      const reading = wave()
      const { status } = await site.admin.put(`/api/articles/${data.id}`, fields(number))
      expect(status).toBe(200)
      saved = number
      await reading
    }
    await read()
    expect(wrong).toEqual([])
    expect(reads).toBe(READERS * EDITS + 1)
  },
  TIMEOUT_MS,
)
