import { beforeAll, describe, expect, test } from 'vitest'
import { noise } from '../../platform/files/sample-files.ts'
import { startTestService, type TestSite, type TestUser } from '../../test/harness.ts'
import { multipart } from '../../test/multipart.ts'
import { articleUpkeep } from '../articles/upkeep.actions.ts'
import { runUpkeep } from '../content/upkeep.actions.ts'
import { pageUpkeep } from '../pages/upkeep.actions.ts'
import { userUpkeep } from '../users/upkeep.actions.ts'
import {
  namesIn,
  onOrigin,
  publicNameIn,
  relative,
  relativeIn,
  relativeInMarkdown,
} from './addresses.rules.ts'

const BEFORE = 'https://old.example.com'
const service = await startTestService({ PUBLIC_URL: BEFORE })
let site: TestSite
let editor: TestUser

beforeAll(async () => {
  site = await service.newSite()
  editor = await site.user('editor')
})

async function uploadPicture(): Promise<{ id: number; url: string; path: string }> {
  const content = await noise(900, 600).jpeg().toBuffer()
  const { payload, headers } = multipart([{ name: 'file', filename: 'sea.jpg', content }])
  const { data } = await editor.send('POST', '/api/media/upload', payload, headers)
  return { ...data, path: data.url.replace(BEFORE, '') }
}
const rowOf = (id: number) =>
  service.engine.db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const create = async (body: object) =>
  (
    await editor.post('/api/articles', {
      title: 'T',
      category_id: site.defaultCategoryId,
      status: 1,
      ...body,
    })
  ).data.id

describe('URLs of our own files', () => {
  test('are stored without their host, and returned on the current MEDIA_URL', async () => {
    const { id, url, path } = await uploadPicture()
    await editor.patch(`/api/media/${id}`, { alt: 'Sea' })
    const content = `<p><img src="${url}" srcset="${url}?w=320 320w, ${url} 2x" alt="x"></p><pre>src="${path}" ${url}</pre>`
    const article = await create({ content, cover: url })
    const elsewhere = path.replace(/[0-9a-f]{32}/, '0'.repeat(32))
    const foreign = await create({ content: '<p>x</p>', cover: `${BEFORE}${elsewhere}` })
    expect(await rowOf(article)).toMatchObject({
      cover: path,
      content: `<p><img src="${path}" srcset="${path}?w=320 320w, ${path} 2x" alt="x"></p><pre>src="${path}" ${url}</pre>`,
    })
    expect((await rowOf(foreign)).cover).toBe(`${BEFORE}${elsewhere}`)
    const node = await service.newNode({
      MEDIA_URL: 'https://files.example.com/',
      PUBLIC_URL: 'https://new.example.com',
    })
    const reader = node.client({ siteId: site.id, token: editor.token })
    const { data } = await reader.get(`/api/articles/${article}`)
    const now = `https://files.example.com${path}`
    expect(data.cover).toBe(now)
    expect(data.content).toBe(
      `<p><img src="${now}" srcset="${now}?w=320 320w, ${now} 2x" alt="x"></p><pre>src="${path}" ${url}</pre>`,
    )
    const media = {
      id,
      url: now,
      alt: 'Sea',
      width: 900,
      height: 600,
      focus_x: 50,
      focus_y: 50,
      placeholder: expect.stringMatching(/^data:image\//),
      variants: expect.arrayContaining([
        expect.objectContaining({ url: expect.stringContaining(`${now}?w=`) }),
      ]),
    }
    expect(data.cover_media).toEqual(media)
    const list = (await reader.get('/api/articles')).data.list
    const item = (wanted: number) => list.find((one: { id: number }) => one.id === wanted)
    expect(item(article)).toMatchObject({ cover: now, cover_media: media })
    expect(item(foreign).cover_media).toBeNull()
    expect((await reader.get(`/api/media/${id}`)).data.url).toBe(now)
    await editor.delete(`/api/media/${id}`)
    expect((await reader.get(`/api/articles/${article}`)).data.cover_media).toBeNull()
  })

  test('in Markdown too, whether it was written or is generated', async () => {
    const { url, path } = await uploadPicture()
    const source = `![Sea](${url} "The sea")\n\n[Sea][1] ${url}\n\n[1]: ${url}\n`
    const article = await create({ content: source, content_format: 'markdown' })
    const page = { title: 'Sea', alias: 'sea', content: `<p><img src="${url}" alt="Sea"></p>` }
    await site.admin.post('/api/pages', page)
    const read = async (client: TestUser, of: string) =>
      (await client.get(`/api/${of}?format=markdown`)).data.content
    expect(await read(editor, `articles/${article}`)).toBe(source)
    expect(await read(editor, 'pages/sea')).toBe(`![Sea](${url})`)
    const node = await service.newNode({ PUBLIC_URL: 'https://new.example.com' })
    const reader = node.client({ siteId: site.id, token: editor.token }) as TestUser
    const now = `https://new.example.com${path}`
    expect(await read(reader, `articles/${article}`)).toBe(
      `![Sea](${now} "The sea")\n\n[Sea][1] ${url}\n\n[1]: ${now}\n`,
    )
    expect(await read(reader, 'pages/sea')).toBe(`![Sea](${now})`)
    await site.admin.delete('/api/pages/sea')
  })

  test('in avatars, categories and the site too', async () => {
    const { url, path } = await uploadPicture()
    expect((await editor.put('/api/auth/me', { avatar: url })).data.avatar).toBe(url)
    const user = service.engine.db.selectFrom('users').select('avatar').where('id', '=', editor.id)
    expect((await user.executeTakeFirstOrThrow()).avatar).toBe(path)
    const category = (await site.admin.post('/api/categories', { name: 'C', cover: url, icon: url })).data
    expect(category).toMatchObject({ cover: url, icon: url })
    await site.admin.put('/api/settings', { site_logo: url })
    expect((await site.anonymous.get('/api/site')).data.logo).toBe(url)
  })

  test('without a setting use the requested host, and such a response is not cached for others', async () => {
    const { path } = await uploadPicture()
    const article = await create({ content: `<img src="${path}">` })
    const node = await service.newNode({ PUBLIC_URL: '' })
    const ask = async (host: string) => {
      const headers = { host, 'x-site': String(site.id), authorization: `Bearer ${editor.token}` }
      const { payload } = await node.app.inject({ url: `/api/articles/${article}`, headers })
      return JSON.parse(payload).data.content
    }
    for (const host of ['a.example', 'b.example', 'a.example'])
      expect(await ask(host)).toBe(`<img src="http://${host}${path}">`)
  })
})

test('the files in a text come with it, if they are asked for', async () => {
  const [one, other] = [await uploadPicture(), await uploadPicture()]
  await editor.patch(`/api/media/${one.id}`, { alt: 'Sea' })
  const content = `<p><img src="${other.url}?w=320"></p><p><a href="${one.url}">Sea</a></p><img src="https://a.example/b.png">`
  const article = await create({ content, cover: other.url, alias: 'with-files' })
  const without = await create({ content: '<p>x</p>', cover: one.url })
  await site.admin.post('/api/pages', { title: 'Files', alias: 'files', content: `<img src="${one.url}">` })
  const shown = ({ id, url }: { id: number; url: string }, alt = '') => ({
    id,
    url,
    alt,
    width: 900,
    height: 600,
    mime_type: 'image/jpeg',
    focus_x: 50,
    focus_y: 50,
    placeholder: expect.stringMatching(/^data:image\//),
    variants: expect.arrayContaining([expect.objectContaining({ url: `${url}?w=320` })]),
  })
  const both = [shown(one, 'Sea'), shown(other)]

  const paths = [`/api/articles/${article}`, '/api/articles/by-alias/with-files']
  for (const path of paths) {
    const plain = (await editor.get(path)).data
    expect(plain).not.toHaveProperty('media')
    expect((await editor.get(`${path}?include=media`)).data).toEqual({ ...plain, media: both })
    expect((await editor.get(`${path}?include=media&format=markdown`)).data.media).toEqual(both)
    expect((await editor.get(`${path}?include=nothing`)).status).toBe(400)
  }
  const list = `/api/articles?ids=${article},${without}&sort=create_time&order=asc`
  const plain = (await editor.get(list)).data.list
  const withMedia = [
    { ...plain[0], media: both },
    { ...plain[1], media: [] },
  ]
  expect((await editor.get(`${list}&include=media`)).data.list).toEqual(withMedia)
  const { data, headers } = await editor.get(`${list}&include=content,media`)
  expect(data.list).toMatchObject(withMedia.map((item) => ({ ...item, content: expect.any(String) })))
  expect((await editor.get('/api/pages/files?include=media')).data.media).toEqual([shown(one, 'Sea')])
  const page = (await editor.get('/api/pages')).data[0]
  expect((await editor.get('/api/pages?include=media')).data).toEqual([
    { ...page, media: [shown(one, 'Sea')] },
  ])
  expect((await editor.get('/api/pages?include=content,media')).data).toMatchObject([
    { content: `<img src="${one.url}">`, media: [shown(one, 'Sea')] },
  ])

  const known = { 'if-none-match': String(headers.etag) }
  const tagged = await editor.get(`${paths[0]}?include=media`)
  await editor.patch(`/api/media/${one.id}`, { alt: 'Waves' })
  expect((await editor.get(`${list}&include=content,media`, known)).status).toBe(200)
  const again = await editor.get(`${paths[0]}?include=media`, {
    'if-none-match': String(tagged.headers.etag),
  })
  expect([again.status, again.data?.media]).toEqual([200, [shown(one, 'Waves'), shown(other)]])
  await editor.delete(`/api/media/${one.id}`)
  expect((await editor.get(`${paths[0]}?include=media`)).data.media).toEqual([shown(other)])
})

describe('readers do not see the files', () => {
  test('of unpublished changes', async () => {
    const [published, secret] = [await uploadPicture(), await uploadPicture()]
    const image = ({ url }: { url: string }) => `<img src="${url}">`
    const article = await create({ content: image(published), status: 1 })
    await editor.put(`/api/articles/${article}/working-copy`, { content: image(secret) })
    const { data: page } = await site.admin.post('/api/pages', {
      title: 'Drafted',
      alias: 'drafted',
      content: image(published),
    })
    await site.admin.put('/api/pages/drafted/draft', { content: image(secret) })
    const idsIn = ({ media }: { media: { id: number }[] }) => media.map(({ id }) => id)
    for (const path of [
      `/api/articles/${article}?include=media`,
      '/api/pages/drafted?include=media',
      `/api/articles?ids=${article}&include=media`,
      `/api/articles?ids=${article}&include=content,media`,
      '/api/pages?include=media',
    ]) {
      const { data } = await editor.get(path)
      const list = data.list ?? (Array.isArray(data) ? data.filter(({ id }) => id === page.id) : [data])
      expect(list.map(idsIn), path).toEqual([[published.id]])
    }
    // They are in use all the same.
    const { used_in } = (await site.admin.get(`/api/media/${secret.id}`)).data
    expect(used_in.map(({ type }: { type: string }) => type).sort()).toEqual(['article', 'page'])
  })

  test('of another site, also where a text or cover names them', async () => {
    const file = await uploadPicture()
    const other = await service.newSite()
    const { data } = await other.admin.post('/api/articles', {
      title: 'T',
      content: `<img src="${file.url}">`,
      cover: file.url,
      category_id: other.defaultCategoryId,
    })
    const path = `/api/articles/${data.id}?include=media`
    expect((await other.admin.get(path)).data).toMatchObject({ cover_media: null, media: [] })
  })
})

describe('where files are used', () => {
  test('follows every change, and is deleted with the content', async () => {
    const [one, other] = [await uploadPicture(), await uploadPicture()]
    const article = await create({ content: `<img src="${one.url}">`, cover: one.url })
    const uses = async (id: number) => (await editor.get(`/api/media/${id}`)).data.used_in
    expect(await uses(one.id)).toEqual([{ type: 'article', id: article, title: 'T', as: 'cover' }])
    await editor.put(`/api/articles/${article}`, { content: `<img src="${other.url}">`, cover: '' })
    expect([await uses(one.id), await uses(other.id)]).toEqual([
      [],
      [{ type: 'article', id: article, title: 'T', as: 'content' }],
    ])
    await editor.delete(`/api/articles/${article}`)
    expect(await uses(other.id)).toEqual([])
    await site.admin.delete(`/api/recycle-bin/article/${article}`)
    const rows = service.engine.db.selectFrom('media_uses').selectAll().where('ref_id', '=', article)
    expect(await rows.execute()).toEqual([])
  })
})

test('data of an earlier version is upgraded in portions, and the upgrade resumes after a stop', async () => {
  const { id, url, path } = await uploadPicture()
  const articles: number[] = []
  for (let nth = 0; nth < 25; nth++) articles.push(await create({ content: '<p>x</p>' }))
  const page = (await site.admin.post('/api/pages', { title: 'P', content: '<p>x</p>' })).data.id
  const steps = [articleUpkeep, pageUpkeep, userUpkeep]
  await service.engine.transact(async (tx) => {
    const old = `<p><img src="${url}"></p>`
    await tx.updateTable('articles').set({ content: old, cover: url }).where('id', 'in', articles).execute()
    await tx.updateTable('pages').set({ content: old }).where('id', '=', page).execute()
    await tx.insertInto('service_state').values({ key: 'content_upkeep', value: 'articles 0' }).execute()
  })
  const ended = new AbortController()
  const stopping = [{ ...articleUpkeep, portion: async (...given: Parameters<typeof articleUpkeep.portion>) => {
    ended.abort()
    return articleUpkeep.portion(...given)
  } }] // biome-ignore format: one step
  await runUpkeep(service.engine, stopping, ended.signal)
  const place = service.engine.db
    .selectFrom('service_state')
    .select('value')
    .where('key', '=', 'content_upkeep')
  expect((await place.executeTakeFirst())?.value).toMatch(/^articles [1-9]/)
  await runUpkeep(service.engine, steps, new AbortController().signal)
  expect(await place.executeTakeFirst()).toBeUndefined()
  for (const article of articles)
    expect(await rowOf(article)).toMatchObject({
      content: `<p><img src="${path}"></p>`,
      cover: path,
      version: 1,
    })
  expect((await editor.get(`/api/media/${id}`)).data.used_in).toHaveLength(26)
})

describe('the URL rules', () => {
  const name = `${'a1'.repeat(16)}.jpg`
  const own = new Set([name])

  test.each([
    [`https://x.example/uploads/${name}`, `/uploads/${name}`],
    [`http://x.example:8080/files/uploads/${name}?w=3#a`, `/uploads/${name}?w=3#a`],
    [`//x.example/uploads/${name}`, `/uploads/${name}`],
    [`/uploads/${name}`, `/uploads/${name}`],
    [`https://x.example/uploads/${name}/more`, `https://x.example/uploads/${name}/more`],
    [`https://x.example/?next=/uploads/${name}`, `https://x.example/?next=/uploads/${name}`],
    [`https://x.example/uploads/${'b'.repeat(32)}.jpg`, `https://x.example/uploads/${'b'.repeat(32)}.jpg`],
    ['', ''],
  ])('%s', (address, kept) => {
    expect(relative(address, own)).toBe(kept)
  })

  test('text is unchanged, tags are not', () => {
    const html = `<p title="&gt;"><a href="https://x/uploads/${name}">https://x/uploads/${name}</a></p>`
    expect(relativeIn(html, own)).toBe(
      `<p title="&gt;"><a href="/uploads/${name}">https://x/uploads/${name}</a></p>`,
    )
    expect(namesIn(html)).toEqual([name])
    expect(publicNameIn(`/x/uploads/${name}`)).toBeUndefined()
  })

  test.each([
    [`![a](https://x/uploads/${name} "T")`, `![a](/uploads/${name} "T")`],
    [`[a](<//x/files/uploads/${name}?w=320>)`, `[a](</uploads/${name}?w=320>)`],
    [`[1]: http://x/uploads/${name}`, `[1]: /uploads/${name}`],
    [`<img src="http://x/uploads/${name}">`, `<img src="/uploads/${name}">`],
    [`http://x/uploads/${name} (http://x/uploads/${name})`, undefined],
    [`[a](http://x/uploads/${'0'.repeat(32)}.jpg)`, undefined],
  ])('in Markdown: %s', (markdown, kept = markdown) => {
    expect(relativeInMarkdown(markdown, own)).toBe(kept)
  })

  test('long Markdown without addresses is read in one pass', () => {
    for (const part of [']:', '](', '](//', ']:   ', '[a](http://x'])
      expect(relativeInMarkdown(part.repeat(200_000), own)).toHaveLength(part.length * 200_000)
  })

  test('only a plain origin is inserted into a response', () => {
    const json = JSON.stringify({
      cover: `/uploads/${name}`,
      content: `<a href="/uploads/${name}">"/uploads/${name}</a>`,
    })
    expect(onOrigin(json, 'https://x.example')).toBe(
      JSON.stringify({
        cover: `https://x.example/uploads/${name}`,
        content: `<a href="https://x.example/uploads/${name}">"/uploads/${name}</a>`,
      }),
    )
    for (const origin of ['http://x"', 'http://x<', 'http://x y', 'javascript:1'])
      expect(onOrigin(json, origin)).toBe(json)
  })
})
