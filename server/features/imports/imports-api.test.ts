import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { lossInChinese } from '@inkstone/contract/import-losses.ts'
import { describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { noise, zip as zipWithNames } from '../../platform/files/sample-files.ts'
import { startTestService, type TestSite } from '../../test/harness.ts'
import type { Part } from '../../test/multipart.ts'

const service = await startTestService()

async function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  return buffer(zip.outputStream as NodeJS.ReadableStream)
}

async function send(site: TestSite, parts: readonly Part[], token = site.admin.token, key?: string) {
  const form = new FormData()
  for (const { name, filename, content } of parts)
    if (filename === undefined) form.append(name, String(content))
    else form.append(name, new Blob([new Uint8Array(Buffer.from(content))]), filename)
  const request = new Request('http://host', { method: 'POST', body: form })
  const payload = Buffer.from(await request.arrayBuffer())
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const answer = await service.app.inject({
    method: 'POST',
    url: '/api/imports',
    payload,
    headers: {
      ...headers,
      authorization: `Bearer ${token}`,
      'x-site': String(site.id),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
  })
  return { status: answer.statusCode, replayed: answer.headers['idempotent-replayed'], ...answer.json() }
}

const file = (content: Buffer | string, filename = 'export.zip'): Part => ({
  name: 'file',
  filename,
  content,
})
const field = (name: string, content: string): Part => ({ name, content })

async function ended(site: TestSite, id: number) {
  for (;;) {
    const { data } = await site.admin.get(`/api/imports/${id}`)
    if (data.status === 'failed') expect(lossInChinese(data.failure)).not.toBe(data.failure)
    if (data.status === 'done' || data.status === 'failed') return data
    await pause(50)
  }
}

const POSTS = {
  'hello.md': '---\ntitle: Hello\nauthor: somebody-new\n---\n![](a.png) and [other](other.md)',
  'other.md': '---\ntitle: Other\npassword: x\n---\nText',
}

describe('an import over HTTP', () => {
  test('with the same Idempotency-Key is one import, and leaves no copy of the file', async () => {
    const site = await service.newSite()
    const stored = () => readdir(join(service.folder, 'uploads/imports')).catch(() => [])
    const once = (content: string, key = 'once') =>
      send(site, [file(content, 'a.xml'), field('kind', 'wordpress'), field('dry_run', '1')], undefined, key)
    const first = await once('<rss><channel></channel></rss>')
    await ended(site, first.data.id)
    const again = await once('<rss><channel></channel></rss>')
    expect([again.status, again.replayed, again.data]).toEqual([201, 'true', first.data])
    expect(await once('<rss></rss>')).toMatchObject({ status: 422, error: 'idempotency-key-reused' })
    expect(await once('<rss></rss>', 'not well formed')).toMatchObject({ status: 400 })
    expect((await site.admin.get('/api/imports')).data.total).toBe(1)
    await expect.poll(stored).toEqual([])
  })

  test('maps categories, including their subcategories', async () => {
    const site = await service.newSite()
    const post = (title: string, categories: string) =>
      `---\ntitle: ${title}\ncategories: ${categories}\n---\nText`
    const zip = await zipOf({
      'a.md': post('A', '[[News, Local]]'),
      'b.md': post('B', '[[News]]'),
      'c.md': post('C', '[[Other]]'),
    })
    const mapping = field('categories', 'News=Press / Daily\nOther = Rest')
    const dry = await send(site, [field('kind', 'markdown'), field('dry_run', '1'), file(zip)])
    expect((await ended(site, dry.data.id)).report.category_names).toEqual(['News', 'News/Local', 'Other'])
    const sent = await send(site, [field('kind', 'markdown'), mapping, file(zip)])
    expect(await ended(site, sent.data.id)).toMatchObject({ report: { articles: 3, category_names: [] } })
    const { list } = (await site.admin.get('/api/articles?sort=create_time&order=asc')).data
    const tree = (await site.admin.get('/api/categories')).data
    const named = JSON.stringify(tree)
    for (const name of ['Press', 'Daily', 'Local', 'Rest']) expect(named).toContain(`"${name}"`)
    for (const name of ['News', 'Other']) expect(named).not.toContain(`"${name}"`)
    expect(
      list
        .map(
          ({ title, category }: { title: string; category: { name: string } }) => `${title} ${category.name}`,
        )
        .sort(),
    ).toEqual(['A Local', 'B Daily', 'C Rest'])
    const wrong = await send(site, [field('kind', 'markdown'), field('categories', 'News'), file(zip)])
    expect([wrong.status, Object.keys(wrong.errors)]).toEqual([422, ['categories']])
  })

  test('runs as a job, first as a dry run, then for real, and can be undone', async () => {
    const site = await service.newSite()
    const zip = await zipOf({ ...POSTS, 'a.png': await noise(8, 8).png().toBuffer() })
    const dry = await send(site, [field('kind', 'markdown'), field('dry_run', '1'), file(zip)])
    expect(dry).toMatchObject({
      status: 201,
      data: { kind: 'markdown', filename: 'export.zip', dry_run: 1, report: null },
    })
    expect(['queued', 'running']).toContain(dry.data.status)
    expect(await ended(site, dry.data.id)).toMatchObject({
      status: 'done',
      progress: 100,
      report: { found: 2, articles: 2, files: 1, authors: ['somebody-new'], losses_total: 1 },
    })
    expect((await site.admin.get('/api/articles')).data.total).toBe(0)

    const sent = await send(site, [
      field('kind', 'markdown'),
      field('authors', `somebody-new=${site.admin.username}`),
      file(zip),
    ])
    const done = await ended(site, sent.data.id)
    expect(done).toMatchObject({ status: 'done', undone: 0, report: { articles: 2, files: 1, authors: [] } })
    const hello = (await site.admin.get('/api/articles/by-alias/hello')).data
    expect(hello.author.id).toBe(site.admin.id)
    expect(hello.content).toContain('<a href="/articles/other">')
    const csv = await service.app.inject({
      url: `/api/imports/${done.id}/redirects`,
      headers: { authorization: `Bearer ${site.admin.token}`, 'x-site': String(site.id) },
    })
    expect(csv.payload.split('\r\n')).toContain('"/hello.md","/articles/hello"')
    expect((await site.admin.get('/api/imports')).data.list.map(({ id }: { id: number }) => id)).toEqual([
      done.id,
      dry.data.id,
    ])
    expect((await site.admin.post(`/api/imports/${done.id}/undo`)).data).toEqual({ undone: 3, kept: 0 })
    expect((await site.admin.get(`/api/imports/${done.id}`)).data).toMatchObject({
      status: 'done',
      undone: 1,
    })
    expect((await site.admin.get('/api/articles')).data.total).toBe(0)
    const other = await service.newSite()
    expect((await other.admin.get(`/api/imports/${done.id}`)).status).toBe(404)
    expect((await other.admin.post(`/api/imports/${done.id}/undo`)).status).toBe(404)
  })

  test('with `update` changes what changed in a zip of the same name', async () => {
    const site = await service.newSite()
    const take = async (files: Record<string, string>, ...more: Part[]) => {
      const sent = await send(site, [
        field('kind', 'markdown'),
        ...more,
        file(await zipOf(files), 'docs.zip'),
      ])
      return ended(site, sent.data.id)
    }
    const update = field('update', '1')
    await take({ 'a.md': '---\ntitle: A\n---\nOld', 'gone.md': 'Text' })
    const dry = await take({ 'a.md': '---\ntitle: A\n---\nNew' }, update, field('dry_run', '1'))
    expect(dry).toMatchObject({ update: 1, dry_run: 1, report: { updated: 1, updated_texts: ['a.md'] } })
    const done = await take({ 'a.md': '---\ntitle: A\n---\nNew' }, update)
    expect(done).toMatchObject({
      update: 1,
      report: {
        updated: 1,
        already_there: 1,
        losses: [{ where: 'gone.md', what: 'its file is gone: the text stays here' }],
      },
    })
    const article = (await site.admin.get('/api/articles/by-alias/a')).data
    expect(article.content).toBe('<p>New</p>')
    expect((await site.admin.post(`/api/imports/${done.id}/undo`)).data).toEqual({ undone: 0, kept: 1 })
    expect((await site.admin.get('/api/articles/by-alias/a')).data).toEqual(article)
  })

  test('by a site administrator has only members of the site as authors, and creates no users', async () => {
    const site = await service.newSite()
    const root = await service.newUser('admin')
    const [importer, member, stranger] = [
      await service.newUser('member'),
      await service.newUser('member'),
      await service.newUser('editor'),
    ]
    await root.put(`/api/users/${importer.id}/sites`, [{ site_id: site.id, role: 'admin' }])
    await root.put(`/api/users/${member.id}/sites`, [{ site_id: site.id, role: 'editor' }])
    const authors = [member.username, stranger.username, `${stranger.username}@example.com`, 'victim']
    const posts = Object.fromEntries(
      authors.map((author, at) => [`post-${at}.md`, `---\ntitle: Post ${at}\nauthor: ${author}\n---\nText`]),
    )
    const zip = await zipOf(posts)
    const parts = (...more: Part[]) => [field('kind', 'markdown'), ...more, file(zip)]
    const loss = (where: string) => ({
      where,
      what: 'the author is not a member of the site: their articles get the importing user as author',
    })
    const refused = await send(site, parts(field('authors', `victim=${stranger.username}`)), importer.token)
    expect([refused.status, Object.keys(refused.errors)]).toEqual([422, ['authors']])
    expect((await site.admin.get('/api/imports')).data.total).toBe(0)
    for (const dryRun of ['1', '0']) {
      const { data } = await send(site, parts(field('dry_run', dryRun)), importer.token)
      const { report } = await ended(site, data.id)
      expect(report).toMatchObject({ articles: 4, authors: [] })
      expect(report.losses).toEqual(expect.arrayContaining(authors.slice(1).map(loss)))
    }
    const { list } = (await site.admin.get('/api/articles?sort=create_time&order=asc')).data
    const authorOf = new Map(
      list.map(({ title, author }: { title: string; author: { id: number } }) => [title, author.id]),
    )
    expect(['Post 0', 'Post 1', 'Post 2', 'Post 3'].map((title) => authorOf.get(title))).toEqual([
      member.id,
      importer.id,
      importer.id,
      importer.id,
    ])
    expect((await root.get('/api/users?keyword=victim')).data.total).toBe(0)
    const mapped = await send(site, parts(field('authors', `victim=${member.username}`)), importer.token)
    expect(mapped.status).toBe(201)
  })

  test('an unreadable file fails with a reason', async () => {
    const site = await service.newSite()
    const { data } = await send(site, [
      field('kind', 'wordpress'),
      field('media', 'skip'),
      file('no XML', 'a.xml'),
    ])
    expect(await ended(site, data.id)).toMatchObject({
      status: 'failed',
      report: null,
      failure: expect.stringMatching(/a\.xml is not a WordPress export/),
    })
  })

  test('leaves out characters that cannot be stored, and says so', async () => {
    const nul = (text: string) => text.replaceAll('~', '\0')
    const escaped = (value: object) =>
      JSON.stringify(value).replaceAll('~', '\\u0000').replaceAll('^', '\\ud800')
    const markdown = await zipOf({
      'a.md': nul(
        '---\ntitle: "T\\0itle"\nauthor: "so\\0me"\ncategories: ["N\\0ews"]\n---\nTe~xt ![](x~.png)',
      ),
    })
    const wordpress = nul(
      `<rss xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Old</title><link>https://old.example</link><wp:base_blog_url>https://old.example</wp:base_blog_url>
<item><title>T~itle</title><dc:creator>so~me</dc:creator><content:encoded><![CDATA[Te~xt]]></content:encoded><wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type><wp:status>publish</wp:status></item></channel></rss>`,
    )
    const ghost = escaped({
      db: [
        {
          data: {
            posts: [
              {
                id: '1',
                type: 'post',
                status: 'published',
                title: 'T~itle',
                slug: 's~',
                html: '<p>Te~xt</p>',
              },
            ],
            tags: [{ id: '1', name: 'N~ews^', slug: 'n~' }],
            posts_tags: [{ post_id: '1', tag_id: '1' }],
          },
        },
      ],
    })
    const comment = { objectId: '1~', url: '/articles/t~', nick: 'so~me^', mail: '~', comment: 'Te~xt^' }
    for (const [kind, content, where] of [
      ['markdown', markdown, 'a.md'],
      ['wordpress', wordpress, 'Title'],
      ['ghost', ghost, 'Title'],
      ['comments', escaped([comment]), '/articles/t'],
    ] as const) {
      const site = await service.newSite()
      for (const dryRun of ['1', '0']) {
        const options = [field('kind', kind), field('dry_run', dryRun), field('media', 'skip')]
        const sent = await send(site, [...options, file(content, 'a.dat')])
        const { status, report } = await ended(site, sent.data.id)
        expect(status).toBe('done')
        expect(report.losses).toContainEqual({ where, what: 'characters that cannot be stored are left out' })
      }
      const { list } = (await site.admin.get('/api/articles?include=content')).data
      if (kind !== 'comments') expect(list).toMatchObject([{ title: 'Title', summary: 'Text' }])
    }
  })

  test.each([
    ['GBK', 'd0c2cec52f', 'c4e3bac3', 'd55c'],
    ['UTF-8 that is not declared', 'e696b0e997bb2f', 'e4bda0e5a5bd', 'e8aaa0'],
    ['GBK with the separator of Windows', 'd0c2cec55c', 'c4e3bac3', 'd55c'],
  ])('reads the names in a zip in %s', async (_, folder, name, other) => {
    const site = await service.newSite()
    const named = (hex: string, ending: string) =>
      Buffer.concat([Buffer.from(hex, 'hex'), Buffer.from(ending)])
    const content = zipWithNames([
      { name: named(folder, ''), content: '' },
      { name: named(folder + name, '.md'), content: '![](你好.png) and [other](../誠.md)' },
      { name: named(folder + name, '.png'), content: await noise(8, 8).png().toBuffer() },
      { name: named(other, '.md'), content: 'Text' },
    ])
    const sent = await send(site, [field('kind', 'markdown'), file(content)])
    const { report } = await ended(site, sent.data.id)
    expect(report).toMatchObject({ articles: 2, files: 1, losses: [] })
    const { list } = (await site.admin.get('/api/articles')).data
    expect(list.map(({ title }: { title: string }) => title).sort()).toEqual(['你好', '誠'])
  })

  test.each([
    [
      'names that are too long for a file',
      'done',
      ['ok.md', `${'x'.repeat(300)}.md`, `${'长'.repeat(90)}/a.md`],
    ],
    ['a file that is also a folder', 'failed', ['a', 'a/b.md']],
    ['a folder that is also a file', 'failed', ['a/b.md', 'a']],
    ['a path that is too long', 'failed', [`${'long/'.repeat(2000)}a.md`]],
  ])('a zip with %s ends as %s', async (_, status, names) => {
    const site = await service.newSite()
    const content = zipWithNames(names.map((name) => ({ name, content: 'Text' })))
    const sent = await send(site, [field('kind', 'markdown'), file(content)])
    const done = await ended(site, sent.data.id)
    expect(done).toMatchObject(
      status === 'done'
        ? { status, report: { articles: names.length } }
        : { status, failure: 'export.zip cannot be unpacked (damaged-file).' },
    )
  })

  test('errors name the field, and nothing is stored', async () => {
    const site = await service.newSite()
    const zip = await zipOf(POSTS)
    const slip = Buffer.from(String.fromCharCode(...zip).replaceAll('other.md', '../er.md'), 'latin1')
    // Its directory declares half a gigabyte for one of the files.
    const bomb = Buffer.from(zip)
    bomb.writeUInt32LE(512 * 1024 * 1024, bomb.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24)
    const cases: [string, Part[]][] = [
      ['file', [field('kind', 'markdown')]],
      ['kind', [file(zip)]],
      ['kind', [field('kind', 'joomla'), file(zip)]],
      ['media', [field('kind', 'markdown'), field('media', '/etc'), file(zip)]],
      ['dry_run', [field('kind', 'markdown'), field('dry_run', 'maybe'), file(zip)]],
      ['update', [field('kind', 'markdown'), field('update', 'maybe'), file(zip)]],
      ['update', [field('kind', 'ghost'), field('update', '1'), file('{}')]],
      ['authors', [field('kind', 'markdown'), field('authors', 'nobody'), file(zip)]],
      ['authors', [field('kind', 'markdown'), field('authors', 'mary=no-such-user'), file(zip)]],
      ['categories', [field('kind', 'markdown'), field('categories', 'News=Press//Daily'), file(zip)]],
      ['authors', [field('kind', 'markdown'), field('authors', `mary=${site.admin.username}\0`), file(zip)]],
      ['authors', [field('kind', 'markdown'), field('authors', `m\0=${site.admin.username}`), file(zip)]],
      ['categories', [field('kind', 'markdown'), field('categories', 'News=Pr\0ess'), file(zip)]],
      ['file', [field('kind', 'markdown'), file('no zip')]],
      ['file', [field('kind', 'markdown'), file(slip)]],
      ['file', [field('kind', 'markdown'), file(bomb)]],
    ]
    for (const [name, parts] of cases) {
      const { status, errors } = await send(site, parts)
      expect([status, Object.keys(errors ?? {})]).toEqual([422, [name]])
    }
    const unknown = [field('authors', 'a=no-such-user\nb=nobody-either'), field('dry_run', '1'), file(zip)]
    expect((await send(site, [field('kind', 'markdown'), ...unknown])).errors).toEqual({
      authors: ['These users do not exist: no-such-user, nobody-either.'],
    })
    const editor = await site.user('editor')
    expect((await send(site, [field('kind', 'markdown'), file(zip)], editor.token)).status).toBe(403)
    expect((await site.anonymous.get('/api/imports')).status).toBe(401)
    expect((await editor.get('/api/imports')).status).toBe(403)
    expect((await site.admin.get('/api/imports/999999')).status).toBe(404)
    expect((await site.admin.get('/api/imports')).data.total).toBe(0)
  })
})
