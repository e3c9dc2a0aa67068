import { expect, test } from 'vitest'
import { startTestService } from '../test/harness.ts'

/** `npm run soak` runs ten thousand. */
const ROUNDS = Number(process.env.SOAK_ROUNDS ?? 200)
/** For a busy machine. */
const MAX_MS_PER_ROUND = 3_000

const writer = await startTestService()
const reading = await writer.newNode()
const site = await writer.newSite()
const author = await writer.newUser('editor', site.id)
const writing = site.admin
const { token } = author
const reader = reading.client({ token, siteId: site.id })

const category = (await writing.post('/api/categories', { name: 'Category' })).data
const tag = (await writing.post('/api/tags', { name: 'Tag' })).data
const page = (
  await writing.post('/api/pages', { title: 'Page', content: '<p>x</p>', alias: 'a-page', status: 1 })
).data
const article = (
  await author.post('/api/articles', {
    title: 'Article',
    content: '<p>words</p>',
    alias: 'an-article',
    category_id: category.id,
    tag_ids: [tag.id],
    status: 1,
  })
).data

const articlePaths = [
  `/api/articles/${article.id}`,
  '/api/articles/by-alias/an-article',
  '/api/articles',
  `/api/articles?category_id=${category.id}`,
  `/api/articles?tag_id=${tag.id}&sort=view_count`,
]
const searching = '/api/articles/search?keyword=words'

/** A write, identified by its text, and where the text must be visible immediately. */
const writes: ReadonlyArray<{ write(text: string): Promise<{ status: number }>; seenAt: readonly string[] }> =
  [
    {
      write: (text) => writing.put(`/api/articles/${article.id}`, { title: text }),
      seenAt: [...articlePaths, searching, `/api/articles/search/suggest?keyword=round`],
    },
    {
      write: (text) => writing.put(`/api/categories/${category.id}`, { name: text }),
      seenAt: ['/api/categories', `/api/categories/${category.id}`, ...articlePaths],
    },
    {
      write: (text) => writing.put(`/api/tags/${tag.id}`, { name: text }),
      seenAt: ['/api/tags', '/api/tags/hot', `/api/tags/${tag.id}`, ...articlePaths],
    },
    {
      write: (text) => writing.put(`/api/pages/${page.alias}`, { title: text }),
      seenAt: ['/api/pages', `/api/pages/${page.alias}`],
    },
    {
      write: (text) => author.put('/api/auth/me', { nickname: text }),
      seenAt: [...articlePaths, '/api/authors', `/api/authors/${author.id}`],
    },
  ]

test(
  `no response is older than a write that another node has acknowledged: ${ROUNDS} rounds`,
  async () => {
    const stale: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const { write, seenAt } = writes[round % writes.length] ?? { write: () => Promise.reject(), seenAt: [] }
      const text = `Round ${round}`
      await Promise.all(seenAt.map((path) => reader.get(path)))
      // Reads that run during the write must not fill the cache for later ones.
      const underWay = seenAt.map((path) => reader.get(path))
      const { status } = await write(text)
      expect(status).toBe(200)
      const after = await Promise.all(seenAt.map((path) => reader.get(path)))
      after.forEach((answer, at) => {
        if (!answer.text.includes(text)) stale.push(`${seenAt[at]} after ${text}: ${answer.status}`)
      })
      await Promise.all(underWay)
      const { view_count } = (await reader.get(`/api/articles/${article.id}`)).data
      await writing.post(`/api/articles/${article.id}/view`)
      for (const path of articlePaths)
        if (!(await reader.get(path)).text.includes(`"view_count":${view_count + 1},`))
          stale.push(`${path} views`)
    }
    expect(stale).toEqual([])
  },
  ROUNDS * MAX_MS_PER_ROUND,
)
