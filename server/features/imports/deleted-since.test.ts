import { describe, expect, test } from 'vitest'
import { noise } from '../../platform/files/sample-files.ts'
import { startTestService, type TestSite } from '../../test/harness.ts'
import { importingInto } from '../../test/importing.ts'

const service = await startTestService()
const { folderOf, take } = importingInto(service)

const OLD = 'https://old.example'
const comment = (id: number, parent: number, by: string) =>
  `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author>Ann</wp:comment_author><wp:comment_date_gmt>2020-01-03 00:00:00</wp:comment_date_gmt><wp:comment_content>Comment ${id}</wp:comment_content><wp:comment_approved>1</wp:comment_approved><wp:comment_parent>${parent}</wp:comment_parent><wp:comment_user_id>${by}</wp:comment_user_id></wp:comment>`
const text = (id: number, type: string, more = '') =>
  `<item><title>Text ${id}</title><link>${OLD}/text-${id}/</link><dc:creator>gone-author</dc:creator><wp:post_id>${id}</wp:post_id><wp:post_name>text-${id}</wp:post_name><wp:post_type>${type}</wp:post_type><wp:status>publish</wp:status><wp:post_date_gmt>2020-01-02 03:04:05</wp:post_date_gmt><content:encoded><![CDATA[<p>Text</p>]]></content:encoded>${more}</item>`
const terms =
  '<category domain="category" nicename="inner">Inner</category><category domain="post_tag" nicename="old">Old</category><category domain="post_tag" nicename="kept">Kept</category>'
const wxr = (...items: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Old</title><link>${OLD}</link><wp:base_site_url>${OLD}</wp:base_site_url><wp:base_blog_url>${OLD}</wp:base_blog_url>
<wp:author><wp:author_id>2</wp:author_id><wp:author_login>gone-author</wp:author_login><wp:author_display_name>Gone</wp:author_display_name></wp:author>
<wp:category><wp:category_nicename>outer</wp:category_nicename><wp:cat_name>Outer</wp:cat_name></wp:category>
<wp:category><wp:category_nicename>inner</wp:category_nicename><wp:category_parent>outer</wp:category_parent><wp:cat_name>Inner</wp:cat_name></wp:category>
<wp:tag><wp:tag_slug>old</wp:tag_slug><wp:tag_name>Old</wp:tag_name></wp:tag><wp:tag><wp:tag_slug>kept</wp:tag_slug><wp:tag_name>Kept</wp:tag_name></wp:tag>
<item><title>sea</title><wp:post_id>90</wp:post_id><wp:post_type>attachment</wp:post_type><wp:status>inherit</wp:status><wp:attachment_url>${OLD}/wp-content/uploads/sea.png</wp:attachment_url></item>
${items.join('\n')}</channel></rss>`

const named = ({ name }: { name: string }) => name

describe('what was deleted permanently after an import', () => {
  const idOf = async (site: TestSite, path: string, name: string): Promise<number> =>
    (await site.admin.get(path)).data.list.find((each: { name: string }) => each.name === name).id

  async function purge(site: TestSite, kind: string, path: string, id: number) {
    expect((await site.admin.delete(path)).status).toBe(200)
    expect((await site.admin.delete(`/api/recycle-bin/${kind}/${id}`)).status).toBe(200)
  }

  test('is not created again when the same source is imported again, which the report says', async () => {
    const site = await service.newSite()
    const first = wxr(
      text(1, 'post', terms + comment(1, 0, '2')),
      text(2, 'page'),
      text(3, 'post', comment(2, 0, '')),
    )
    const later = wxr(
      text(1, 'post', terms + comment(1, 0, '2') + comment(3, 1, '2')),
      text(2, 'page', comment(4, 0, '')),
      text(3, 'post', comment(2, 0, '') + comment(5, 2, '')),
      text(4, 'post', terms),
    )
    const folder = await folderOf({
      'export.xml': first,
      'later.xml': later,
      'uploads/sea.png': await noise(20, 10).png().toBuffer(),
    })
    const options = { media: { fetch: false, folder: `${folder}/uploads` } }
    await take(site, 'wordpress', `${folder}/export.xml`, options)
    const byAlias = async (alias: string) => (await site.admin.get(`/api/articles/by-alias/${alias}`)).data
    const one = await byAlias('text-1')
    const three = await byAlias('text-3')
    const [reply] = (await site.admin.get(`/api/articles/${three.id}/comments`)).data.list
    const page = (await site.admin.get('/api/pages/text-2')).data
    const [file] = (await site.admin.get('/api/media')).data.list
    await purge(site, 'article', `/api/articles/${one.id}`, one.id)
    await purge(site, 'page', `/api/pages/${page.id}`, page.id)
    await purge(site, 'comment', `/api/comments/${reply.id}`, reply.id)
    await purge(site, 'media', `/api/media/${file.id}`, file.id)
    expect((await site.admin.delete(`/api/categories/${one.category.id}`)).status).toBe(200)
    expect((await site.admin.delete(`/api/tags/${await idOf(site, '/api/tags', 'Old')}`)).status).toBe(200)
    expect((await (await service.newUser('admin')).delete(`/api/users/${one.author.id}`)).status).toBe(200)
    const kept = await idOf(site, '/api/tags', 'Kept')
    await site.admin.put(`/api/tags/${kept}`, { name: 'Renamed' })

    const gone = 'it was deleted here since it was imported: it is not imported again'
    const expected = [
      'Old: the tag was deleted here since it was imported: it is not created again',
      'Outer/Inner: the category was deleted here since it was imported: it is not created again',
      `Text 1: ${gone}`,
      `Text 2: ${gone}`,
      'Text 3: the parent of a comment is missing: it is imported as a top-level comment',
      'gone-author: the author was deleted here since they were imported: their articles get the importing user as author',
      `sea: the image ${OLD}/wp-content/uploads/sea.png is not imported: it was deleted here since it was imported`,
    ]
    for (const dryRun of [true, false]) {
      const report = await take(site, 'wordpress', `${folder}/later.xml`, { ...options, dryRun })
      expect(report.losses.map(({ where, what }) => `${where}: ${what}`).sort()).toEqual(expected)
      expect(report).toMatchObject({ articles: 1, pages: 0, comments: 1, categories: 0, tags: 0, files: 0 })
    }
    expect((await site.admin.get('/api/articles')).data.total).toBe(2)
    expect((await site.admin.get('/api/pages')).data).toEqual([])
    expect((await site.admin.get('/api/media')).data.total).toBe(0)
    expect((await site.admin.get('/api/tags')).data.list.map(named)).toEqual(['Renamed'])
    const four = await byAlias('text-4')
    expect([four.category.name, four.tags.map(named), four.author.id]).toEqual([
      'Outer',
      ['Renamed'],
      site.admin.id,
    ])
    expect((await site.admin.get(`/api/articles/${three.id}/comments`)).data.total).toBe(1)
    expect(await take(site, 'wordpress', `${folder}/later.xml`, options)).toMatchObject({
      articles: 0,
      comments: 0,
      files: 0,
    })
    // What somebody created again by hand is used.
    await site.admin.post('/api/tags', { name: 'Old' })
    await site.admin.post('/api/categories', { name: 'Inner', parent_id: four.category.id })
    const last = await folderOf({ 'export.xml': wxr(text(5, 'post', terms)) })
    const { losses } = await take(site, 'wordpress', `${last}/export.xml`)
    expect(
      losses.filter(({ what }) => /deleted here since it was/.test(what)).map(({ where }) => where),
    ).toEqual([])
    const five = await byAlias('text-5')
    expect([five.category.name, five.tags.map(named).sort()]).toEqual(['Inner', ['Old', 'Renamed']])
  })
})
