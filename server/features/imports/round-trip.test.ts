import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noise } from '../../platform/files/sample-files.ts'
import { createZone } from '../../platform/times/times.ts'
import { startTestService, type TestSite } from '../../test/harness.ts'
import { importingInto } from '../../test/importing.ts'
import { multipart } from '../../test/multipart.ts'
import { iterateArticles } from '../articles/reading.actions.ts'
import { lineFiles } from '../exports/lines-export.actions.ts'
import { markdownFiles } from '../exports/markdown-export.actions.ts'
import { pageFiles } from '../exports/pages-export.actions.ts'
import { filesByName } from '../media/serving.actions.ts'

const here = await startTestService()
// When the tests run on PostgreSQL, this service uses SQLite, so that content moves between engines.
const there = await startTestService({ DATABASE_URL: '', REDIS_URL: '' })
type Service = typeof here

async function exported(service: Service, site: TestSite): Promise<Record<string, Buffer>> {
  const { engine, actor, media } = importingInto(service).uploadingTo(site)
  const files = filesByName(engine, media)
  const written = new Set<string>()
  const { signal } = new AbortController()
  const found: Record<string, Buffer> = {}
  const articles = iterateArticles(engine.db, actor, {}, signal)
  for await (const { path, content } of markdownFiles(engine.db, actor, articles, files, written))
    found[path] = typeof content === 'string' ? Buffer.from(content) : await buffer(content)
  for await (const { path, content } of pageFiles(engine.db, actor, files, written))
    found[path] = typeof content === 'string' ? Buffer.from(content) : await buffer(content)
  return found
}

/** Files have different names on each site. */
const plain = (files: Record<string, Buffer>) =>
  Object.entries(files)
    .map(([path, bytes]) =>
      path.startsWith('media/')
        ? ['media', bytes.toString('hex')]
        : [path, String(bytes).replace(/[0-9a-f]{32}/g, 'NAME')],
    )
    .sort()

const word = fc.constantFrom(
  'Sea',
  'Hill & Dale',
  '海边',
  'Ünïcode',
  'a: b',
  '"quoted"',
  "it's",
  '#hash',
  '- dash',
  'x/y',
  '100%',
  '{{ x }}',
  'true',
  '2020',
)
const title = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
const name = word.filter((each) => !each.includes('/') && !each.includes(','))
const block = fc.constantFrom(
  '<p>Text with <strong>strong</strong>, <em>em</em> and <code>a | b</code>.</p>',
  '<h2>Heading</h2>',
  '<ul><li>one</li><li>two<ul><li>deep</li></ul></li></ul>',
  '<ol start="3"><li>three</li></ol>',
  '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1 | 2</td></tr></tbody></table>',
  '<pre><code class="language-ts">const a = `b`\n---\n</code></pre>',
  '<blockquote><p>---</p></blockquote>',
  '<p><a href="https://x.example/?a=1&amp;b=2">link</a> *not em* _or_ [this](that)</p>',
  '<p>IMG</p>',
  '<details><summary>More</summary><p>Hidden</p></details>',
  '<hr>',
)
const article = fc.record({
  title,
  content: fc.array(block, { minLength: 1, maxLength: 4 }).map((blocks) => blocks.join('\n')),
  status: fc.constantFrom(0, 1, 2, 3),
  publish_time: fc.option(fc.constantFrom('2001-02-03 04:05:06', '2019-12-31 23:59:59')),
  create_time: fc.constantFrom('1999-01-01 00:00:00', '2018-06-07 08:09:10'),
  summary: fc.option(title),
  is_top: fc.constantFrom(0, 1),
  is_recommend: fc.constantFrom(0, 1),
  allow_comment: fc.constantFrom(0, 1),
  seo_title: fc.constantFrom('', 'SEO: title'),
  seo_keywords: fc.constantFrom('', 'a, b'),
  category: fc.nat(3),
  others: fc.uniqueArray(fc.nat(3), { maxLength: 2 }),
  tags: fc.uniqueArray(fc.nat(2), { maxLength: 3 }),
  renamed: fc.boolean(),
})

test('an export imported into an empty site gives the same export again', async () => {
  const picture = multipart([
    { name: 'file', filename: 'a.png', content: await noise(9, 7).png().toBuffer() },
  ])
  const samples = fc.assert(
    fc.asyncProperty(
      fc.array(article, { minLength: 1, maxLength: 4 }),
      fc.uniqueArray(name, { minLength: 4, maxLength: 4 }),
      async (articles, names) => {
        const site = await here.newSite()
        const { url } = (await site.admin.send('POST', '/api/media/upload', picture.payload, picture.headers))
          .data
        const categories: number[] = []
        for (const [at, each] of names.entries()) {
          const made = await site.admin.post('/api/categories', {
            name: each,
            alias: `cat-${at}`,
            parent_id: categories[at - 2] ?? 0,
          })
          categories.push(made.data.id)
        }
        const tags: number[] = []
        for (const [at, each] of names.slice(0, 3).entries())
          tags.push((await site.admin.post('/api/tags', { name: each, alias: `tag-${at}` })).data.id)
        for (const {
          category,
          others,
          tags: tagged,
          renamed,
          publish_time,
          summary,
          content,
          ...fields
        } of articles) {
          const { data, status } = await site.admin.post('/api/articles', {
            ...fields,
            content: content.replaceAll('IMG', `<img src="${url}" alt="a">`),
            ...(publish_time !== null && { publish_time }),
            ...(summary !== null && { summary }),
            cover: renamed ? url : '',
            category_id: categories[category],
            category_ids: others.map((at) => categories[at]),
            tag_ids: tagged.map((at) => tags[at]),
          })
          expect(status).toBe(201)
          if (renamed) await site.admin.put(`/api/articles/${data.id}`, { alias: `renamed-${data.id}` })
        }
        await site.admin.post('/api/pages', {
          title: 'About',
          alias: 'about',
          content: `<p>Us <img src="${url}"></p>`,
          sort_order: 3,
          enabled: articles.length % 2,
        })
        const first = await exported(here, site)
        const other = await there.newSite()
        const importing = importingInto(there)
        const report = await importing.take(other, 'markdown', await importing.folderOf(first), {
          authors: new Map([[site.admin.username, other.admin.username]]),
        })
        expect(report.losses.filter(({ what }) => !what.startsWith('tags of the generator'))).toEqual([])
        const second = await exported(there, other)
        const same = (files: Record<string, Buffer>, username: string) =>
          plain(files).map(([path, text]) => [path, text?.replaceAll(username, 'AUTHOR')])
        expect(same(second, other.admin.username)).toEqual(same(first, site.admin.username))
      },
    ),
    { numRuns: 6 },
  )
  await samples
}, 120_000)

test('JSON Lines contain everything of a site', async () => {
  const site = await here.newSite()
  const { data } = await site.admin.post('/api/articles', {
    title: 'A',
    content: '<p>Text</p>',
    category_id: site.defaultCategoryId,
    status: 1,
  })
  await site.admin.put('/api/settings', { comment_captcha: 0, comment_ip_interval: 0 })
  await site.anonymous.post('/api/comments', {
    article_id: data.id,
    content: 'A comment of ten letters',
    nickname: 'Guest',
    email: 'guest@example.com',
  })
  const { engine, actor, media } = importingInto(here).uploadingTo(site)
  const options = {
    zone: createZone('UTC'),
    files: filesByName(engine, media),
    signal: new AbortController().signal,
  }
  const found: Record<string, unknown[]> = {}
  for await (const { path, content } of lineFiles(engine.db, actor, options))
    found[path] = String(typeof content === 'string' ? content : await buffer(content))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  expect(Object.keys(found)).toEqual([
    'settings.jsonl',
    'categories.jsonl',
    'tags.jsonl',
    'pages.jsonl',
    'articles.jsonl',
    'comments.jsonl',
    'media.jsonl',
  ])
  expect(found).toMatchObject({
    'settings.jsonl': [{ comment_captcha: 0 }],
    'categories.jsonl': [{ alias: 'uncategorized', path: ['Uncategorized'] }],
    'articles.jsonl': [{ title: 'A', content: '<p>Text</p>' }],
    'comments.jsonl': [{ content: 'A comment of ten letters', user: { email: 'guest@example.com' } }],
  })
})
