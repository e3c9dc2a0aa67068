import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { noise } from '../../platform/files/sample-files.ts'
import { startTestService, type TestSite } from '../../test/harness.ts'
import { importingInto } from '../../test/importing.ts'

const service = await startTestService()
const { folderOf, take } = importingInto(service)

const present = new Map<string, Buffer>()
const requests: string[] = []
let duringDownload = async () => {}
const old = createServer(async (request, response) => {
  requests.push(request.url ?? '')
  await duringDownload()
  const picture = present.get(request.url ?? '')
  response.writeHead(picture ? 200 : 404).end(picture)
})
await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve))
afterAll(() => void old.close())
const OLD = `http://127.0.0.1:${(old.address() as AddressInfo).port}`
const LATE = `${OLD}/wp-content/uploads/late.png`
const NEVER = `${OLD}/wp-content/uploads/never.png`
const FETCHING = { media: { fetch: true }, allow: '127.0.0.0/8' }
const STORED = /\/uploads\/[0-9a-f]{32}\.png$/

const item = (id: number, type: string, content: string, more = '') => `
  <item><title>Post ${id}</title><link>${OLD}/post-${id}/</link><content:encoded><![CDATA[${content}]]></content:encoded>
  <wp:post_id>${id}</wp:post_id><wp:post_name>post-${id}</wp:post_name><wp:post_type>${type}</wp:post_type>
  <wp:post_date_gmt>2020-01-02 03:04:05</wp:post_date_gmt><wp:status>publish</wp:status>${more}</item>`
const cover = `<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>20</wp:meta_value></wp:postmeta>`
const attached = `<wp:attachment_url>${LATE}</wp:attachment_url>`
const wxr = (items: string) => `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Old</title><link>${OLD}</link><wp:base_site_url>${OLD}</wp:base_site_url><wp:base_blog_url>${OLD}</wp:base_blog_url>${items}</channel></rss>`
const TEXT = `<p>Text <img src="${LATE}?a=1&amp;b=2" alt=""> <img src="${NEVER}" alt=""></p>`

const articleAt = async (site: TestSite, alias: string) =>
  (await site.admin.get(`/api/articles/by-alias/${alias}`)).data
const revisionsOf = async (site: TestSite, id: number) =>
  (await site.admin.get(`/api/articles/${id}/revisions`)).data.list
const lossesOf = ({ losses }: Awaited<ReturnType<typeof take>>) =>
  losses.map(({ where, what }) => `${where}: ${what}`).sort()
const notFound = (where: string, address: string) =>
  `${where}: the image ${address} is not imported: its server returned 404`

describe('files that an earlier import could not download', () => {
  test('are added to the texts that still have their URLs, which are not changed otherwise', async () => {
    present.clear()
    const site = await service.newSite()
    const folder = await folderOf({
      'export.xml': wxr(
        item(20, 'attachment', '', attached) +
          item(1, 'post', TEXT, cover) +
          item(2, 'post', TEXT, cover) +
          item(3, 'post', TEXT) +
          item(4, 'post', TEXT) +
          item(5, 'post', TEXT) +
          item(6, 'page', TEXT) +
          item(7, 'page', TEXT) +
          item(8, 'post', '<p>None</p>'),
      ),
    })
    const path = `${folder}/export.xml`
    const first = await take(site, 'wordpress', path, FETCHING)
    expect(first).toMatchObject({ articles: 6, pages: 2, files: 0 })
    expect(lossesOf(first)).toContain(notFound('Post 1', `${LATE}?a=1&b=2`))

    // One is edited, one has a working copy, one no longer has the picture, one is in the recycle bin.
    const edited = await articleAt(site, 'post-2')
    expect(edited.cover).toBe(LATE)
    await site.admin.put(`/api/articles/${edited.id}`, {
      title: 'Edited here',
      content: `<p>New</p>${edited.content}`,
    })
    const copied = await articleAt(site, 'post-3')
    await site.admin.put(`/api/articles/${copied.id}/working-copy`, { title: 'Next' })
    const without = await articleAt(site, 'post-4')
    await site.admin.put(`/api/articles/${without.id}`, { content: '<p>No picture</p>' })
    await site.admin.delete(`/api/articles/${(await articleAt(site, 'post-5')).id}`)
    await site.admin.put('/api/pages/post-7/draft', { title: 'Next' })
    const before = await articleAt(site, 'post-1')

    present.set('/wp-content/uploads/late.png', await noise(20, 10).png().toBuffer())
    const asked = requests.length
    await take(site, 'wordpress', path, { media: { fetch: false } })
    expect(requests).toHaveLength(asked)
    await take(site, 'wordpress', path, { ...FETCHING, dryRun: true })
    expect(requests).toHaveLength(asked)
    expect(await articleAt(site, 'post-1')).toEqual(before)

    const second = await take(site, 'wordpress', path, FETCHING)
    expect(second).toMatchObject({ articles: 0, pages: 0, already_there: 8 })
    expect(lossesOf(second)).toEqual([
      notFound('Post 1', NEVER),
      notFound('Post 2', NEVER),
      'Post 3: its missing files are not added: it has unpublished changes',
      notFound('Post 6', NEVER),
      'Post 7: its missing files are not added: it has unpublished changes',
    ])
    const after = await articleAt(site, 'post-1')
    const { content, cover: newCover, cover_media, media, ...others } = after
    expect(before).toMatchObject(others)
    expect(newCover).toMatch(STORED)
    expect(cover_media).toMatchObject({ width: 20 })
    const [, stored = '', end] = /^<p>Text <img src="([^"?]+)(\?a=1&amp;b=2)" alt="">/.exec(content) ?? []
    expect([stored, end]).toEqual([expect.stringMatching(STORED), '?a=1&amp;b=2'])
    expect(content).toContain(`src="${NEVER}"`)
    const [revision] = await revisionsOf(site, after.id)
    const kept = await site.admin.get(`/api/articles/${after.id}/revisions/${revision.number}`)
    expect(kept.data.content).toBe(before.content)
    const [file, ...more] = (await site.admin.get('/api/media')).data.list
    expect(more).toEqual([])
    const { used_in: uses } = (await site.admin.get(`/api/media/${file.id}`)).data
    const named = uses.map(({ type, title }: Record<string, string>) => `${type} ${title}`)
    expect(named.sort()).toEqual(['article Edited here', 'article Post 1', 'page Post 6'])

    const editedAfter = await articleAt(site, 'post-2')
    expect(editedAfter.title).toBe('Edited here')
    expect(editedAfter.content).toMatch(/^<p>New<\/p><p>Text <img src="[^"]*\/uploads\//)
    expect(editedAfter.cover).toBe(newCover)
    expect(await articleAt(site, 'post-3')).toMatchObject({ content: copied.content })
    expect((await articleAt(site, 'post-4')).content).toBe('<p>No picture</p>')
    const page = (await site.admin.get('/api/pages/post-6')).data
    expect(page.content).toMatch(/src="[^"]*\/uploads\/[0-9a-f]{32}/)
    expect((await site.admin.get('/api/pages/post-6/revisions')).data.total).toBe(1)
    expect((await site.admin.get('/api/pages/post-7')).data.content).toContain(LATE)

    // The third time only what is still missing is tried.
    const numberOfRequests = requests.length
    const third = await take(site, 'wordpress', path, FETCHING)
    expect(third).toMatchObject({ articles: 0, files: 0 })
    expect(new Set(requests.slice(numberOfRequests))).toEqual(new Set(['/wp-content/uploads/never.png']))
    expect(await articleAt(site, 'post-1')).toEqual(after)
    expect(await revisionsOf(site, after.id)).toHaveLength(1)

    // Its changes published, the text gets its picture too.
    await site.admin.post(`/api/articles/${copied.id}/working-copy/publish`, {})
    await take(site, 'wordpress', path, FETCHING)
    expect(await articleAt(site, 'post-3')).toMatchObject({
      title: 'Next',
      content: expect.stringMatching(/src="[^"]*\/uploads\/[0-9a-f]{32}/),
    })
    expect(service.logLines).toEqual([])
  })

  test('are not added to a text that is changed during the download: the change is kept', async () => {
    present.clear()
    const site = await service.newSite()
    const folder = await folderOf({ 'export.xml': wxr(item(1, 'post', TEXT) + item(2, 'page', TEXT)) })
    await take(site, 'wordpress', `${folder}/export.xml`, FETCHING)
    const { id, content } = await articleAt(site, 'post-1')
    present.set('/wp-content/uploads/late.png?a=1&b=2', await noise(10, 20).png().toBuffer())
    duringDownload = async () => {
      await site.admin.put(`/api/articles/${id}`, { content: `${content}<p>Meanwhile</p>` })
      await site.admin.put('/api/pages/post-2', { content: '<p>Meanwhile</p>' })
    }
    const report = await take(site, 'wordpress', `${folder}/export.xml`, FETCHING).finally(() => {
      duringDownload = async () => {}
    })
    for (const where of ['Post 1', 'Post 2'])
      expect(lossesOf(report)).toContain(
        `${where}: its missing files are not added: it was changed meanwhile`,
      )
    expect((await articleAt(site, 'post-1')).content).toBe(`${content}<p>Meanwhile</p>`)
    expect((await site.admin.get('/api/pages/post-2')).data.content).toBe('<p>Meanwhile</p>')

    await take(site, 'wordpress', `${folder}/export.xml`, FETCHING)
    expect((await articleAt(site, 'post-1')).content).toMatch(/\/uploads\/[0-9a-f]{32}\.png.*Meanwhile/)
  })

  test('are added to the Markdown of a text too', async () => {
    const site = await service.newSite()
    const markdown = 'A *text*.\n\n![sea](sea.png) ![own](own.png) [link](https://x.example/)\n'
    const folder = await folderOf({ 'post.md': `---\ntitle: M\nslug: m\ncover: sea.png\n---\n${markdown}` })
    const first = await take(site, 'markdown', folder)
    expect(lossesOf(first)).toContain(
      'post.md: the image sea.png is not imported: it is not in the media folder',
    )
    const { id } = await articleAt(site, 'm')
    await writeFile(`${folder}/sea.png`, await noise(20, 10).png().toBuffer())
    const second = await take(site, 'markdown', folder)
    expect(second).toMatchObject({ articles: 0, files: 1, already_there: 1 })
    const { data } = await site.admin.get(`/api/articles/${id}?format=markdown`)
    expect(data.content).toMatch(
      /^A \*text\*\.\n\n!\[sea\]\(\S*\/uploads\/[0-9a-f]{32}\.png\) !\[own\]\(own\.png\) \[link\]\(https:\/\/x\.example\/\)$/,
    )
    const { cover } = await articleAt(site, 'm')
    expect(cover).toMatch(STORED)
    expect(await take(site, 'markdown', folder)).toMatchObject({ files: 0 })
  })

  test('are added as covers of a Ghost export that was imported without its folder, but not where somebody removed them', async () => {
    const site = await service.newSite()
    const post = (id: string) => ({
      id,
      uuid: id,
      title: `Ghost ${id}`,
      slug: id,
      html: '<p>Text <a href="__GHOST_URL__/content/files/x.pdf">file</a></p>',
      status: 'published',
      feature_image: '__GHOST_URL__/content/images/sea.png',
    })
    const posts = ['ghost-a', 'ghost-b', 'ghost-c'].map(post)
    const folder = await folderOf({
      'ghost.json': JSON.stringify({ db: [{ data: { posts } }] }),
      'content/images/sea.png': await noise(20, 10).png().toBuffer(),
    })
    const path = `${folder}/ghost.json`
    const first = await take(site, 'ghost', path, { media: { fetch: true } })
    expect(lossesOf(first)).toContain(
      'Ghost ghost-a: the file /content/files/x.pdf is not imported: its URL is unknown',
    )
    const edited = await articleAt(site, 'ghost-b')
    expect(edited.cover).toBe('')
    await site.admin.put(`/api/articles/${edited.id}`, { title: 'Edited here' })
    const removed = await articleAt(site, 'ghost-c')
    await site.admin.put(`/api/articles/${removed.id}`, { cover: 'https://x.example/y.png' })
    await site.admin.put(`/api/articles/${removed.id}`, { cover: '' })
    const second = await take(site, 'ghost', path, { media: { fetch: false, folder: `${folder}/content` } })
    expect(second).toMatchObject({ articles: 0, already_there: 3, files: 1 })
    expect((await articleAt(site, 'ghost-a')).cover).toMatch(STORED)
    expect(await articleAt(site, 'ghost-b')).toMatchObject({
      title: 'Edited here',
      cover: expect.stringMatching(STORED),
    })
    expect((await articleAt(site, 'ghost-c')).cover).toBe('')
  })
})
