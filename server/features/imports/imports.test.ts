import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { noise } from '../../platform/files/sample-files.ts'
import { createZone } from '../../platform/times/times.ts'
import { startTestService, type TestSite } from '../../test/harness.ts'
import { importingInto } from '../../test/importing.ts'
import { openSource } from './sources.ts'
import { undoImport } from './undo.actions.ts'

const service = await startTestService()

const { folderOf, take: takeAny, uploadingTo, redirects: redirectsOf } = importingInto(service)
const take = (site: TestSite, folder: string, options: Parameters<typeof takeAny>[3] = {}) =>
  takeAny(site, 'markdown', folder, options)

async function exportOf(site: TestSite): Promise<Record<string, Buffer>> {
  const { rawPayload } = await service.app.inject({
    url: '/api/articles/export?format=markdown',
    headers: { authorization: `Bearer ${site.admin.token}`, 'x-site': String(site.id) },
  })
  const files: Record<string, Buffer> = {}
  const archive = await fromBufferPromise(rawPayload)
  for await (const entry of archive.eachEntry())
    files[entry.fileName] = await buffer(await archive.openReadStreamPromise(entry))
  return files
}

const list = async (site: TestSite) => (await site.admin.get('/api/articles?page_size=100')).data.list
const byAlias = async (site: TestSite, alias: string) =>
  (await site.admin.get(`/api/articles/by-alias/${encodeURIComponent(alias)}`)).data

const HEXO = `---
title: "Hello: 世界"
date: 2020-02-03 04:05:06
updated: 2021-02-03T04:05:06Z
slug: hello
aliases: [/2019/old-hello/]
categories:
  - [Tech, Node.js]
  - [Life]
tags: [one, 二]
author: Somebody Else
cover: pictures/a.png
description: In short
sticky: 10
comments: false
keywords: [x, y]
---

Text ![a](pictures/a.png "t") <script>alert(1)</script>

\`\`\`
![a](pictures/a.png)
\`\`\`

{% mystery abc %}
`

describe('a folder of Markdown', () => {
  test('is imported with all fields, and the second time nothing is imported', async () => {
    const site = await service.newSite()
    const picture = await noise(20, 10).png().toBuffer()
    const folder = await folderOf({
      '_posts/2020-02-03-hello.md': HEXO,
      '_posts/pictures/a.png': picture,
      'bundle/index.md': '+++\ntitle = "Bundle"\ndraft = true\ndate = 2019-01-02T03:04:05Z\n+++\n![](b.png)',
      'bundle/b.png': await noise(10, 20).png().toBuffer(),
      'plain.md': '# Only text',
      'later.md': '---\ntitle: Later\ndate: 2999-01-01\n---\nText',
      'closed.md': '---\ntitle: Closed\npassword: secret\n---\nText',
    })
    const dry = await take(site, folder, { dryRun: true })
    expect(dry).toMatchObject({ dry_run: true, found: 5, articles: 5, files: 2, authors: ['Somebody Else'] })
    expect(await list(site)).toEqual([])

    const report = await take(site, folder)
    expect(dry.losses).toEqual(report.losses)
    expect(report).toMatchObject({ found: 5, articles: 5, already_there: 0, files: 2 })
    expect(report.losses.map(({ where, what }) => `${where}: ${what}`)).toEqual([
      '_posts/2020-02-03-hello.md: tags of the site generator are kept as text: mystery',
      expect.stringMatching(/hello\.md: removed from the text: .*script/),
      'closed.md: it is not public (`password`): imported as a draft',
    ])
    const redirects = await redirectsOf(site, report.import_id)
    expect(redirects).toContainEqual(['/tech/node.js/life/2020/02/03/hello.html', '/articles/hello'])

    const hello = await byAlias(site, 'hello')
    expect(hello).toMatchObject({
      title: 'Hello: 世界',
      status: 1,
      summary: 'In short',
      author: { username: 'Somebody-Else', nickname: 'Somebody Else' },
      category: { name: 'Node.js' },
      is_top: 1,
      allow_comment: 0,
      seo_keywords: 'x, y',
      cover: expect.stringMatching(/\/uploads\/[0-9a-f]{32}\.png$/),
    })
    expect(Date.parse(hello.publish_at)).toBe(Date.parse('2020-02-03T04:05:06+08:00'))
    expect(Date.parse(hello.create_at)).toBe(Date.parse('2020-02-03T04:05:06+08:00'))
    expect(Date.parse(hello.update_at)).toBe(Date.parse('2021-02-03T04:05:06Z'))
    expect(hello.tags.map(({ name }: { name: string }) => name)).toEqual(['one', '二'])
    expect(hello.category_ids).toHaveLength(1)
    expect(hello.content).toMatch(/<img src="[^"]*\/uploads\/[0-9a-f]{32}\.png" alt="a" title="t"/)
    expect(hello.content).toContain('![a](pictures/a.png)')
    expect(hello.content).not.toContain('<script')
    expect((await site.admin.get('/api/articles/by-alias/old-hello')).status).toBe(301)
    const tree = (await site.admin.get('/api/categories')).data
    const top = tree.find(({ name }: { name: string }) => name === 'Tech')
    expect(top.children.map(({ name }: { name: string }) => name)).toEqual(['Node.js'])
    expect(await byAlias(site, 'bundle')).toMatchObject({ title: 'Bundle', status: 0 })
    expect(await byAlias(site, 'plain')).toMatchObject({ title: 'plain', status: 1 })
    const later = await byAlias(site, 'later')
    expect([later.status, Date.parse(later.scheduled_at)]).toEqual([0, Date.parse('2998-12-31T16:00:00Z')])
    expect(await byAlias(site, 'closed')).toMatchObject({ status: 0 })
    const author = (await site.admin.get(`/api/users/${hello.author.id}`)).data
    expect(author).toMatchObject({ status: 0, role: 'member' })

    expect(await take(site, folder)).toMatchObject({ found: 5, articles: 0, already_there: 5, files: 0 })
    expect(await list(site)).toHaveLength(5)
    expect(await undoImport(uploadingTo(site), report.import_id)).toEqual({ undone: 7, kept: 0 })
    expect(await list(site)).toEqual([])
    expect(await undoImport(uploadingTo(await service.newSite()), report.import_id)).toBeUndefined()
  })

  test('a user who is deleted before the import runs is reported, and the author is not mapped', async () => {
    const site = await service.newSite()
    const jane = await site.user('editor')
    const folder = await folderOf({ 'a.md': `---\ntitle: A\nauthor: ${jane.username}\n---\nText` })
    const authors = new Map([[jane.username, 'no-such-user']])
    const losses = [{ where: jane.username, what: 'user no-such-user does not exist: it is not mapped' }]
    expect(await take(site, folder, { authors, dryRun: true })).toMatchObject({ losses, authors: [] })
    expect(await take(site, folder, { authors })).toMatchObject({ losses, authors: [], articles: 1 })
    expect((await byAlias(site, 'a')).author.id).toBe(jane.id)
  })

  test('one that fails halfway can be resumed or undone', async () => {
    // The first 64 are stored together, and it fails at the last.
    const texts = Array.from({ length: 65 }, (_, at) => [`${at}.md`, `---\ntitle: Text ${at}\n---\nText`])
    const folder = await folderOf(Object.fromEntries(texts))
    const source = await openSource('markdown', folder, createZone('UTC'))
    const broken = {
      ...source,
      async *items() {
        let count = 0
        for await (const item of source.items())
          if (++count === texts.length) throw new Error('The disk is broken.')
          else yield item
      },
    }
    const failOn = async (site: TestSite) => {
      await expect(take(site, folder, { source: broken })).rejects.toThrow('The disk is broken.')
      const [failed] = (await site.admin.get('/api/imports')).data.list
      expect(failed).toMatchObject({ status: 'failed', failure: 'The disk is broken.', report: null })
      expect((await site.admin.get('/api/articles')).data.total).toBe(64)
      return failed.id
    }
    const resumed = await service.newSite()
    const id = await failOn(resumed)
    expect(await take(resumed, folder)).toMatchObject({ import_id: id, articles: 65, already_there: 0 })
    expect((await resumed.admin.get(`/api/imports/${id}`)).data).toMatchObject({
      status: 'done',
      failure: '',
    })
    const undone = await service.newSite()
    const undo = await undone.admin.post(`/api/imports/${await failOn(undone)}/undo`)
    expect(undo.data).toEqual({ undone: 64, kept: 0 })
    expect((await undone.admin.get('/api/articles')).data.total).toBe(0)
  })

  test('undoing it keeps files that other articles use', async () => {
    const site = await service.newSite()
    const folder = await folderOf({
      'a.md': '---\ntitle: A\n---\n![used](a.png) ![unused](b.png)',
      'a.png': await noise(20, 10).png().toBuffer(),
      'b.png': await noise(10, 20).png().toBuffer(),
    })
    const { import_id, files } = await take(site, folder)
    expect(files).toBe(2)
    const { data: media } = await site.admin.get('/api/media')
    const used = media.list.find(({ filename }: { filename: string }) => filename === 'a.png')
    const own = {
      title: 'Own',
      content: `<img src="${used.url}" alt="">`,
      category_id: site.defaultCategoryId,
    }
    await site.admin.post('/api/articles', own)
    expect(await undoImport(uploadingTo(site), import_id)).toEqual({ undone: 2, kept: 0 })
    expect((await site.admin.get('/api/media')).data.list).toMatchObject([{ filename: 'a.png' }])
  })

  test('images of a site that is in one folder are found', async () => {
    const site = await service.newSite()
    const folder = await folderOf({
      'my-site/content/posts/hello.md': '---\ntitle: Hello\ncover: /images/a.png\n---\n![a](/images/a.png)',
      'my-site/static/images/a.png': await noise(20, 10).png().toBuffer(),
    })
    const report = await take(site, folder)
    expect(report).toMatchObject({ articles: 1, files: 1, losses: [] })
    expect((await byAlias(site, 'hello')).cover_media).toMatchObject({ width: 20 })
  })

  test('an export can be imported unchanged', async () => {
    const site = await service.newSite()
    await take(
      site,
      await folderOf({
        'hello.md': HEXO.replace(/<script>.*<\/script>/, ''),
        'pictures/a.png': await noise(20, 10).png().toBuffer(),
        'draft.md':
          '---\ntitle: A draft\ndraft: true\ncreated: 2018-01-01T00:00:00Z\n---\n| a | b |\n|---|---|\n| 1 | 2 |',
      }),
    )
    const first = await exportOf(site)
    const other = await service.newSite()
    const report = await take(other, await folderOf(first))
    expect(report.losses.filter(({ what }) => !what.startsWith('tags of'))).toEqual([])
    const second = await exportOf(other)
    // Files have different names on each site.
    const plain = (files: Record<string, Buffer>) =>
      Object.entries(files)
        .filter(([path]) => path.endsWith('.md'))
        .map(([path, text]) => [path, String(text).replace(/[0-9a-f]{32}/g, 'NAME')])
    expect(plain(second)).toEqual(plain(first))
    const pictures = (files: Record<string, Buffer>) =>
      Object.entries(files).flatMap(([path, bytes]) =>
        path.startsWith('media/') ? [bytes.toString('hex')] : [],
      )
    expect(pictures(second)).toEqual(pictures(first))
  })

  test('hostile files are reported, and the rest is imported', async () => {
    const site = await service.newSite()
    const folder = await folderOf({
      'a-good.md': '---\ntitle: Good\n---\nText',
      'bomb.md': `---\na: &a [1,2,3,4,5,6,7,8,9]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c]\n---\nText`,
      'broken.md': '---\ntitle: "open\n---\nText',
      'bytes.md': Buffer.concat([Buffer.from('---\ntitle: Bytes\n---\nText '), Buffer.from([0xff, 0xfe])]),
      'empty.md': '---\ntitle: Empty\n---\n',
      'escape.md':
        '---\ntitle: Escape\ncover: ../outside.png\n---\n![](../outside.png) ![](link.png) ![](/etc/passwd)',
      'same.md': '---\ntitle: Same\nslug: good\n---\nText',
      'sub/same.md': '---\ntitle: Same\nslug: GOOD\n---\nText',
      'year.md': '---\ntitle: Year\ndate: 0000-00-00 00:00:00\n---\nText',
      'digits.md': `---\ntitle: ${'x'.repeat(120)}\nslug: 2020\n---\nText`,
    })
    await writeFile(join(folder, '..', 'outside.png'), await noise(5, 5).png().toBuffer())
    await symlink(join(folder, '..', 'outside.png'), join(folder, 'link.png'))
    const report = await take(site, folder)
    expect(report).toMatchObject({ found: 10, articles: 7, files: 0 })
    const lossTexts = report.losses.map(({ where, what }) => `${where}: ${what}`)
    for (const expected of [
      /^bomb\.md: its front matter cannot be read/,
      /^broken\.md: its front matter cannot be read: .* at line 2/,
      /^bytes\.md: some bytes are not UTF-8/,
      /^empty\.md: not imported/,
      /^escape\.md: its cover is missing/,
      /^sub\/same\.md: its alias GOOD is already taken/,
      /^year\.md: `date` is not a date/,
      /^digits\.md: `title` is truncated/,
      /^digits\.md: "2020" is not a valid alias/,
    ])
      expect(lossTexts).toContainEqual(expect.stringMatching(expected))
    expect(JSON.stringify(await byAlias(site, 'escape'))).not.toContain('/uploads/')
  })

  test('files and links are found in either form of accents: macOS takes names apart', async () => {
    const site = await service.newSite()
    const apart = (name: string) => name.normalize('NFD')
    const folder = await folderOf({
      [apart('Entrées/één.md')]:
        `![](Été.png) ![](${apart('Été.png')}) [two](tweeë.md) [home](/Entrées/tweeë.md)`,
      [apart('Entrées/tweeë.md')]: `[one](${apart('één.md')})`,
      [apart('Entrées/Été.png')]: await noise(10, 10).png().toBuffer(),
      'ï.md': `[one](${apart('Entrées/één.md')})`,
    })
    const report = await take(site, folder)
    expect(report).toMatchObject({ articles: 3, files: 1, losses: [] })
    const { content } = await byAlias(site, 'één')
    expect(content.match(/href="\/articles\/twee%C3%AB"/g)).toHaveLength(2)
    expect((await byAlias(site, 'tweeë')).content).toContain('href="/articles/%C3%A9%C3%A9n"')
  })

  test('texts in encodings of Windows are read', async () => {
    const site = await service.newSite()
    const folder = await folderOf({
      // GBK: 标题, 正文
      'gbk.md': Buffer.from('2d2d2d0a7469746c653a20b1eacce20a2d2d2d0ad5fdcec40a', 'hex'),
      'utf-16.md': Buffer.from('\ufeff---\r\ntitle: 另一\r\n---\r\n正文', 'utf16le'),
    })
    const report = await take(site, folder)
    expect(report.losses).toEqual([])
    expect([await byAlias(site, 'gbk'), await byAlias(site, 'utf-16')]).toMatchObject([
      { title: '标题', content: '<p>正文</p>' },
      { title: '另一', content: '<p>正文</p>' },
    ])
  })

  test('authors are mapped, and files can be skipped', async () => {
    const site = await service.newSite()
    const editor = await site.user('editor')
    const folder = await folderOf({
      'x.md': '---\ntitle: X\nauthor: Old Name\n---\n![](a.png)',
      'a.png': await noise(6, 5).png().toBuffer(),
    })
    const authors = new Map([['Old Name', editor.username]])
    const report = await take(site, folder, { media: { fetch: false }, authors })
    expect(report).toMatchObject({ authors: [], files: 0 })
    expect(report.losses).toEqual([
      { where: 'x.md', what: 'the image a.png is not imported: files are not imported' },
    ])
    expect((await byAlias(site, 'x')).author.id).toBe(editor.id)
  })
})
