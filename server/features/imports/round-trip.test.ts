import { buffer } from 'node:stream/consumers'
import { createCategory } from '@inkstone/contract/categories.ts'
import type { moderateComments } from '@inkstone/contract/comment-moderation.ts'
import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import { updateMedia } from '@inkstone/contract/media.ts'
import { createPage } from '@inkstone/contract/pages.ts'
import { createTag } from '@inkstone/contract/tags.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noise } from '../../platform/files/sample-files.ts'
import { createZone } from '../../platform/times/times.ts'
import { startTestService, type TestSite } from '../../test/harness.ts'
import { importingInto } from '../../test/importing.ts'
import { multipart } from '../../test/multipart.ts'
import { lineFiles } from '../exports/lines-export.actions.ts'
import { siteFiles } from '../exports/site-export.actions.ts'
import { filesByName } from '../media/serving.actions.ts'

const here = await startTestService()
// When the tests run on PostgreSQL, this service uses SQLite, so that content moves between engines.
const there = await startTestService({ DATABASE_URL: '', REDIS_URL: '' })
type Service = typeof here

async function exported(
  service: Service,
  site: TestSite,
  format: 'markdown' | 'jsonl' = 'markdown',
): Promise<Record<string, Buffer>> {
  const { engine, actor, media } = importingInto(service).uploadingTo(site)
  const files = filesByName(engine, media)
  const { signal } = new AbortController()
  const found: Record<string, Buffer> = {}
  const written =
    format === 'markdown'
      ? siteFiles(engine.db, actor, files, signal)
      : lineFiles(engine.db, actor, { zone: createZone('Asia/Shanghai'), files, signal })
  for await (const { path, content } of written)
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
  '<p>Write <code>{% raw %}</code>, {{ site.url }}/x and {{&lt; youtube abc &gt;}}. {% highlight js %}a{% endhighlight %}</p>',
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
        expect(report.losses).toEqual([])
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

const SEO = { seo_title: 'T: 1', seo_keywords: 'a, b', seo_description: 'For "searches"' }
/** A value other than the default for each field. */
const filled = (url: string) => ({
  category: {
    name: 'News',
    alias: 'news',
    parent_id: 0,
    description: 'What is new',
    ...SEO,
    sort_order: 7,
    enabled: 0,
    icon: 'icon-news.v2',
    cover: url,
    template: 'wide.html',
    show_in_nav: 1,
    external_link: 'https://example.com/news',
  },
  tag: {
    name: 'Secret',
    alias: 'secret',
    color: '#1f6feb',
    description: 'Not yet',
    ...SEO,
    sort_order: -3,
    enabled: 0,
  },
  page: {
    title: 'About',
    alias: 'about',
    content: `<p><img src="${url}" alt="in the text"></p>`,
    content_format: 'html',
    ...SEO,
    sort_order: 2,
    enabled: 0,
    show_in_nav: 1,
    template: 'page.html',
    css_class: 'page wide',
    page_type: 'contact',
    allow_comment: 1,
  },
  media: { alt: 'The sea at dawn', title: 'Sea', focus_x: 10, focus_y: 90 },
})
const bodies = {
  category: createCategory.body,
  tag: createTag.body,
  page: createPage.body,
  media: updateMedia.body,
}
type Kind = keyof typeof bodies

/** What a site shows of the fields that can be written. */
async function shownOn({ admin }: TestSite) {
  const read = async (path: string) => (await admin.get(path)).data
  const [news, ...otherCategories] = (await read('/api/categories?all=1')).filter(
    ({ alias }: { alias: string }) => alias === 'news',
  )
  const tags = (await read('/api/tags?all=1')).list
  const media = (await read('/api/media')).list
  expect([otherCategories.length, tags.length, media.length]).toEqual([0, 1, 1])
  const rows: Record<Kind | 'child', object> = {
    category: await read(`/api/categories/${news.id}`),
    child: await read(`/api/categories/${news.children[0].id}`),
    tag: await read(`/api/tags/${tags[0].id}`),
    page: await read('/api/pages/about'),
    media: media[0],
  }
  const shown = Object.entries(rows).map(([kind, row]) => {
    const names = Object.keys(bodies[kind === 'child' ? 'category' : (kind as Kind)].properties)
    const kept = Object.entries(row).filter(
      ([name]) => name === 'filename' || (names.includes(name) && name !== 'parent_id'),
    )
    return [kind, Object.fromEntries(kept)]
  })
  return JSON.parse(
    JSON.stringify(Object.fromEntries(shown)).replace(/[^"]*\/uploads\/[0-9a-f]{32}/g, 'FILE'),
  )
}

test('every field of categories, tags, pages and files is restored', async () => {
  const site = await here.newSite()
  const picture = multipart([
    { name: 'file', filename: 'sea.png', content: await noise(9, 7).png().toBuffer() },
  ])
  const { admin } = site
  const { id, url } = (await admin.send('POST', '/api/media/upload', picture.payload, picture.headers)).data
  const fields = filled(url)
  for (const [kind, values] of Object.entries(fields))
    expect(Object.keys(values).sort(), kind).toEqual(Object.keys(bodies[kind as Kind].properties).sort())
  await admin.send('PATCH', `/api/media/${id}`, fields.media)
  const category = (await admin.post('/api/categories', fields.category)).data
  await admin.post('/api/categories', { name: 'Local', parent_id: category.id, icon: url })
  const tag = (await admin.post('/api/tags', fields.tag)).data
  expect((await admin.post('/api/pages', fields.page)).status).toBe(201)
  const author = await site.user('editor')
  await admin.put(`/api/users/${author.id}`, { nickname: 'Mary: the author' })
  const written = await author.post('/api/articles', {
    title: 'Written',
    alias: 'written',
    content: '<p>Text</p>',
    category_id: category.id,
    tag_ids: [tag.id],
  })
  expect(written.status).toBe(201)
  const expected = await shownOn(site)
  expect(expected).toMatchObject({
    category: { enabled: 0, sort_order: 7, cover: 'FILE.png' },
    tag: { enabled: 0, color: '#1f6feb' },
    page: { enabled: 0, css_class: 'page wide', page_type: 'contact' },
    child: { icon: 'FILE.png' },
    media: { ...fields.media, filename: 'sea.png' },
  })

  const other = await there.newSite()
  const importing = importingInto(there)
  const folder = await importing.folderOf(await exported(here, site))
  const dry = await importing.take(other, 'markdown', folder, { dryRun: true })
  const report = await importing.take(other, 'markdown', folder)
  expect([dry.losses, report.losses]).toEqual([[], []])
  expect(await shownOn(other)).toEqual(expected)
  expect((await other.admin.get('/api/articles/by-alias/written')).data).toMatchObject({
    author: { username: author.username, nickname: 'Mary: the author' },
    category: { name: 'News' },
    tags: [{ name: 'Secret' }],
  })
  expect((await other.anonymous.get('/api/categories')).data).toMatchObject([{ alias: 'uncategorized' }])
  expect((await other.anonymous.get('/api/tags')).data.list).toEqual([])
  expect((await importing.take(other, 'markdown', folder)).losses).toEqual([])
})

test('texts are restored as they were written, also those about site generators', async () => {
  const site = await here.newSite()
  const markdown = [
    'Use `{% raw %}` before braces and `{{< youtube abc >}}` in Hugo, or {% raw %}.',
    '{{< youtube abc >}}\n\n<!-- more -->\n\nThe tail of {{ site.url }}/x.',
    '\n\n# After empty lines\n\nand before them\n\n',
    '<!--markdown-->A comment of Typecho',
  ]
  for (const [at, content] of markdown.entries())
    await site.admin.post('/api/articles', {
      title: `Markdown ${at}`,
      alias: `markdown-${at}`,
      content,
      content_format: 'markdown',
      category_id: site.defaultCategoryId,
      status: 1,
    })
  const html = '<p>Write <code>{% raw %}</code> and {% raw %}{{ site.url }}{% endraw %} first.</p>'
  await site.admin.post('/api/pages', { title: 'Raw', alias: 'raw', content: html })
  const other = await there.newSite()
  const importing = importingInto(there)
  const folder = await importing.folderOf(await exported(here, site))
  expect((await importing.take(other, 'markdown', folder)).losses).toEqual([])
  const shown = async ({ admin }: TestSite, at: number) => {
    const path = `/api/articles/by-alias/markdown-${at}`
    const { content, summary } = (await admin.get(path)).data
    return { content, summary, source: (await admin.get(`${path}?format=markdown`)).data.content }
  }
  for (const [at, source] of markdown.entries()) {
    expect(await shown(other, at)).toEqual(await shown(site, at))
    expect((await shown(other, at)).source).toBe(source)
  }
  expect((await other.admin.get('/api/pages/raw')).data.content.trim()).toBe(html)
})

/** The content and summary of an article on another site, after an export and an import. */
async function moved(site: TestSite, alias: string) {
  const other = await there.newSite()
  const importing = importingInto(there)
  const folder = await importing.folderOf(await exported(here, site))
  expect((await importing.take(other, 'markdown', folder)).losses).toEqual([])
  const { content, summary } = (await other.admin.get(`/api/articles/by-alias/${alias}`)).data
  return { content: content.replace(/\n(?=<)/g, ''), summary }
}

test('spaces that HTML does not collapse are restored at the edges of every block', async () => {
  const site = await here.newSite()
  const spaces = ['\u3000', '\u00a0', '\u2002', '\u2003']
  const content = spaces
    .map((each) => {
      const text = `${each}${each}第一段。${each}`
      return (
        `<h2>${text}</h2><p>${text}</p><p>${each}</p><ul><li>${text}</li><li><p>${text}</p></li></ul>` +
        `<blockquote><p>${text}</p></blockquote><p style="text-align: center">${text}</p>` +
        `<table><thead><tr><th>${text}</th></tr></thead><tbody><tr><td>${text}</td></tr></tbody></table>`
      )
    })
    .join('')
  const fields = { title: 'Indented', alias: 'indented', category_id: site.defaultCategoryId, status: 1 }
  await site.admin.post('/api/articles', { ...fields, content })
  const { data } = await site.admin.get('/api/articles/by-alias/indented')
  expect(data.content.split('\u3000').length).toBe(content.split('\u3000').length)
  const markdown = (await site.admin.get(`/api/articles/${data.id}?format=markdown`)).data.content
  expect(markdown).toContain('\n\n\u3000\u3000第一段。\u3000\n\n')
  expect((await moved(site, 'indented')).content).toBe(data.content)
})

test('a URL of a file that is text itself is restored', async () => {
  const site = await here.newSite()
  const picture = multipart([
    { name: 'file', filename: 'a.png', content: await noise(9, 7).png().toBuffer() },
  ])
  const { url } = (await site.admin.send('POST', '/api/media/upload', picture.payload, picture.headers)).data
  const path = url.replace(/^.*(?=\/uploads\/)/, '')
  const text = `The file is at ${path} and https://cdn.example${path}`
  await site.admin.post('/api/articles', {
    title: 'Told',
    alias: 'told',
    content: `<p>${text}</p><p><a href="${url}"><img src="${url}" alt="a"></a> <a href="/x?a=1&amp;b=2">x</a></p><pre><code>${path}</code></pre>`,
    category_id: site.defaultCategoryId,
    status: 1,
  })
  const { content, summary } = await moved(site, 'told')
  expect(content).toMatch(
    /<a href="[^"]*(\/uploads\/[0-9a-f]{32}\.png)"><img src="[^"]*\1" alt="a"><\/a> <a href="\/x\?a=1&amp;b=2">x<\/a>/,
  )
  expect(content).not.toContain(`="${url}"`)
  expect(content).toContain(`<p>${text}</p>`)
  expect(content).toContain(`<code>${path}</code>`)
  expect(summary).toContain(text)
})

test('what an import cannot restore is reported', async () => {
  const site = await there.newSite()
  const importing = importingInto(there)
  await site.admin.post('/api/categories', { name: 'News', icon: 'mine' })
  await site.admin.post('/api/tags', { name: 'Tag' })
  const folder = await importing.folderOf({
    'taxonomy.yaml': `categories:
  - { path: [News], alias: news, icon: theirs, show_in_nav: true, sort_order: 0 }
  - { path: [Press], cover: 'javascript:alert(1)', enabled: maybe, mood: good, icon: media/gone.png }
tags:
  - { name: Tag, enabled: false }
  - { name: Other, color: red, weight: 3, seo_title: "a\\0b", description: "c\\0d" }
`,
    'media.jsonl': '{"file":"media/a.png","alt":5}\nnot JSON\n',
    'page.md': '---\ntype: page\ntitle: Page\ncss_class: "<b>"\nshow_in_nav: true\n---\nText',
  })
  const dry = await importing.take(site, 'markdown', folder, { dryRun: true })
  const { losses } = await importing.take(site, 'markdown', folder)
  expect(dry.losses).toEqual(losses)
  expect(losses.map(({ where, what }) => `${where}: ${what}`)).toEqual([
    'media/a.png: the field `alt` of the file is not valid and not imported',
    'media.jsonl: a line of it cannot be read',
    'News: the category already exists and keeps its own values of: `icon`, `show_in_nav`',
    'Press: the image media/gone.png is not imported: it is not in the media folder',
    'Press: the field `enabled` of the category is not valid and not imported',
    'Press: the field `cover` of the category is not valid and not imported',
    'Press: the field `mood` of the category is not imported',
    'Tag: the tag already exists and keeps its own values of: `enabled`',
    'Other: characters that cannot be stored are left out',
    'Other: the field `color` of the tag is not valid and not imported',
    'Other: the field `seo_title` of the tag is not valid and not imported',
    'Other: the field `weight` of the tag is not imported',
    'page.md: `css_class` is not valid and not imported',
  ])
  expect((await site.admin.get('/api/pages/page')).data).toMatchObject({ css_class: '', show_in_nav: 1 })
  expect((await site.admin.get('/api/tags')).data.list.map(({ name }: { name: string }) => name)).toEqual([
    'Tag',
    'Other',
  ])
})

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

test('the comments of an export are imported with their tree, dates and states', async () => {
  const site = await here.newSite()
  const { admin, anonymous } = site
  await admin.put('/api/settings', { comment_captcha: 0, comment_ip_interval: 0, comment_user_interval: 0 })
  const text = { content: '<p>Text</p>', category_id: site.defaultCategoryId }
  const { data: article } = await admin.post('/api/articles', {
    ...text,
    title: 'Same',
    alias: 'same',
    status: 1,
  })
  const { data: page } = await admin.post('/api/pages', {
    title: 'Page',
    alias: 'same',
    content: '<p>Text</p>',
    allow_comment: 1,
  })
  const reader = await site.user('editor')
  const guest = { nickname: 'Ann', email: 'ann@example.com' }
  const say = async (who: typeof reader | typeof anonymous, fields: object): Promise<number> => {
    const { data, status } = await who.post('/api/comments', fields)
    expect(status).toBe(200)
    return data.id
  }
  const first = await say(anonymous, { article_id: article.id, content: '<b>1 < 2</b> & so on', ...guest })
  await admin.post(`/api/comments/${first}/audit`, { status: 1 })
  await reader.post(`/api/comments/${first}/like`)
  const answer = await say(reader, { article_id: article.id, parent_id: first, content: 'An answer to it.' })
  await admin.post(`/api/comments/${answer}/audit`, { status: 1 })
  await admin.post(`/api/comments/${answer}/reply`, { content: 'Thank you both.' })
  const spam = await say(anonymous, { page_id: page.id, content: 'Buy this, and buy that.', ...guest })
  await admin.post(`/api/comments/${spam}/audit`, { status: 3 })
  const refused = await say(anonymous, { page_id: page.id, content: 'Something off topic.', ...guest })
  await admin.post(`/api/comments/${refused}/audit`, { status: 2, reason: 'Off topic' })

  const lines = await exported(here, site, 'jsonl')
  const other = await there.newSite()
  // An alias that is taken there: the imported article gets another one.
  await other.admin.post('/api/articles', {
    ...text,
    title: 'Old',
    alias: 'same',
    category_id: other.defaultCategoryId,
  })
  const importing = importingInto(there)
  await importing.take(other, 'markdown', await importing.folderOf(await exported(here, site)))
  const folder = await importing.folderOf({ 'comments.jsonl': lines['comments.jsonl'] ?? '' })
  const file = `${folder}/comments.jsonl`
  const unmapped = await importing.take(other, 'comments', file, { dryRun: true })
  expect(unmapped).toMatchObject({ comments: 5, losses_total: 2 })
  expect(unmapped.losses).toContainEqual({
    where: reader.username,
    what: 'the user does not exist here: their comments become those of a guest',
  })
  const authors = new Map([[reader.username, other.admin.username]])
  const report = await importing.take(other, 'comments', file, { authors })
  expect(report).toMatchObject({ comments: 5, losses_total: 1 })
  expect(report.losses[0]?.what).toBe('the reasons of decisions are not imported (1)')

  type Moderated = AnswerOf<typeof moderateComments>['list'][number]
  const { list } = (await other.admin.get('/api/comments')).data
  const { list: before } = (await admin.get('/api/comments')).data
  const kept = ({ content, status, user, ip, is_site, like_count, create_at, page, article }: Moderated) => ({
    ...{ content, status, ip, is_site, like_count, create_at },
    ...(user.username === '' ? { nickname: user.nickname, email: user.email } : { username: 'a user' }),
    on: [page.title, article.title],
  })
  const byText = (one: { content: string }, two: { content: string }) => (one.content < two.content ? -1 : 1)
  // A reply in the name of the site has no user any more.
  const anonymously = (each: Moderated) =>
    each.is_site ? { ...each, user: { ...each.user, username: '', email: '' } } : each
  expect(list.map(kept).sort(byText)).toEqual(before.map(anonymously).map(kept).sort(byText))
  const { data: imported } = await other.admin.get('/api/articles/by-alias/same-2')
  expect(imported.comment_count).toBe(3)
  expect((await other.anonymous.get(`/api/articles/${imported.id}/comments`)).data.list).toMatchObject([
    { user: { nickname: 'Ann' }, children: [{ content: 'An answer to it.', children: [{ is_site: 1 }] }] },
  ])
  expect(await importing.take(other, 'comments', file)).toMatchObject({ comments: 0 })
})
