import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { noise } from '../../platform/files/sample-files.ts'
import { createZone } from '../../platform/times/times.ts'
import { startTestService, type TestSite } from '../../test/harness.ts'
import { importingInto } from '../../test/importing.ts'
import { openSource } from './sources.ts'
import { undoImport } from './undo.actions.ts'

const service = await startTestService()
const { folderOf, take: takeAny, uploadingTo } = importingInto(service)

const read = async (site: TestSite, alias: string) =>
  (await site.admin.get(`/api/articles/by-alias/${alias}`)).data
const revisions = async (site: TestSite, id: number) =>
  (await site.admin.get(`/api/articles/${id}/revisions`)).data.list.length
const matter = (fields: string, text: string) => `---\n${fields}\n---\n\n${text}\n`
const linesOf = ({ losses }: { losses: readonly { where: string; what: string }[] }) =>
  losses.map(({ where, what }) => `${where}: ${what}`)

/** A folder that was imported, and what writes into it and imports it again. */
async function imported(files: Record<string, string | Buffer>) {
  const site = await service.newSite()
  const folder = await folderOf(files)
  const take = (options: Parameters<typeof takeAny>[3] = {}) => takeAny(site, 'markdown', folder, options)
  const first = await take()
  return {
    site,
    folder,
    take,
    first,
    update: (options: Parameters<typeof takeAny>[3] = {}) => take({ update: true, ...options }),
    write: (path: string, content: string | Buffer) => writeFile(join(folder, path), content),
  }
}

describe('an update of an imported folder', () => {
  test('changes the texts whose files changed, and nothing else', async () => {
    const { site, take, update, write, first } = await imported({
      'guide/setup.md': matter(
        'title: Setup\ntags: [a]\ndate: 2024-01-02',
        'Old text, see [other](../other.md#end).',
      ),
      'other.md': matter('title: Other', 'Other text'),
      'about.md': matter('title: About\ntype: page', 'Old page'),
    })
    const [setup, other] = [await read(site, 'setup'), await read(site, 'other')]
    await write(
      'guide/setup.md',
      matter('title: Setup\ntags: [a, b]\ndate: 2024-01-02', 'New text, see [other](../other.md#end).'),
    )

    expect(await take()).toMatchObject({ articles: 0, already_there: 3, updated: 0 })
    expect(await read(site, 'setup')).toEqual(setup)

    await write('about.md', matter('title: About us\ntype: page', 'New page'))
    const dry = await update({ dryRun: true })
    expect(dry).toMatchObject({ articles: 0, pages: 0, updated: 2, losses: [] })
    expect([...dry.updated_texts].sort()).toEqual(['about.md', 'guide/setup.md'])
    expect(await read(site, 'setup')).toEqual(setup)

    const report = await update()
    expect(report).toMatchObject({ articles: 0, pages: 0, already_there: 3, updated: 2, losses: [] })
    const after = await read(site, 'setup')
    expect(after).toMatchObject({ id: setup.id, title: 'Setup', create_at: setup.create_at, status: 1 })
    expect(after.content).toContain('New text, see <a href="/articles/other#end">')
    expect(after.tags.map(({ name }: { name: string }) => name)).toEqual(['a', 'b'])
    expect((await site.admin.get('/api/articles/by-alias/setup?format=markdown')).data.content).toContain(
      'New text',
    )
    expect(await revisions(site, setup.id)).toBe(1)
    expect(await read(site, 'other')).toEqual(other)
    expect((await site.admin.get('/api/pages/about')).data).toMatchObject({
      title: 'About us',
      content: '<p>New page</p>',
    })
    expect((await site.admin.get('/api/articles/search?keyword=New')).data.total).toBe(1)

    expect(await update()).toMatchObject({ updated: 0, losses: [] })
    expect(await read(site, 'setup')).toEqual(after)
    expect(await revisions(site, setup.id)).toBe(1)

    expect(await undoImport(uploadingTo(site), report.import_id)).toEqual({ undone: 0, kept: 2 })
    expect(await read(site, 'setup')).toEqual(after)
    expect(await undoImport(uploadingTo(site), first.import_id)).toEqual({ undone: 3, kept: 0 })
  })

  test('tells no webhook, and the feed of changes once for each text', async () => {
    const { site, update, write } = await imported({
      'a.md': matter('title: A', 'Old'),
      'b.md': matter('title: B', 'Old'),
    })
    await site.admin.post('/api/webhooks', { url: 'http://127.0.0.1:9/', events: ['article.*'] })
    const { next } = (await site.admin.get('/api/changes')).data
    await write('a.md', matter('title: A', 'New'))
    await update()
    const { list } = (await site.admin.get(`/api/changes?after=${next}`)).data
    expect(list.map(({ type }: { type: string }) => type)).toEqual(['article'])
    const events = await service.engine.db
      .selectFrom('events')
      .select('kind')
      .where('site_id', '=', site.id)
      .execute()
    expect(events).toEqual([])
  })

  test('leaves what was edited here, has unpublished changes or was deleted, and names it', async () => {
    const names = ['edited', 'restored', 'copied', 'binned', 'purged', 'same', 'pinned']
    const { site, update, write } = await imported(
      Object.fromEntries(names.map((name) => [`${name}.md`, matter(`title: ${name}`, 'Old')])),
    )
    const idOf = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, (await read(site, name)).id] as const)),
    )
    const change = (name: string, fields: object) => site.admin.put(`/api/articles/${idOf[name]}`, fields)
    await change('edited', { content: '<p>Edited here</p>' })
    await change('restored', { title: 'Changed' })
    await site.admin.post(`/api/articles/${idOf.restored}/revisions/1/restore`)
    await site.admin.put(`/api/articles/${idOf.copied}/working-copy`, { title: 'Next' })
    await site.admin.delete(`/api/articles/${idOf.binned}`)
    await site.admin.delete(`/api/articles/${idOf.purged}`)
    await site.admin.delete(`/api/recycle-bin/article/${idOf.purged}`)
    await change('same', { content: '<p>New</p>' })
    await change('pinned', { is_top: 1, alias: 'pinned-here' })
    for (const name of names) await write(`${name}.md`, matter(`title: ${name}`, 'New'))
    const losses = [
      'edited.md: changed here and in the file: the text here stays as it is',
      'copied.md: changed in the file, but it has unpublished changes here: it stays as it is',
      'binned.md: changed in the file, but it is in the recycle bin here: it stays as it is',
      'purged.md: it was deleted here since it was imported: it is not imported again',
    ].sort()
    const dry = await update({ dryRun: true })
    expect(linesOf(dry).sort()).toEqual(losses)
    const report = await update()
    expect(linesOf(report).sort()).toEqual(losses)
    expect([...report.updated_texts].sort()).toEqual(['pinned.md', 'restored.md'])
    expect([...dry.updated_texts].sort()).toEqual(['pinned.md', 'restored.md'])
    expect((await read(site, 'edited')).content).toBe('<p>Edited here</p>')
    expect((await read(site, 'restored')).content).toBe('<p>New</p>')
    expect(await read(site, 'pinned-here')).toMatchObject({ is_top: 1, content: '<p>New</p>' })

    // The text that the import wrote is restored: now the file is taken over.
    await site.admin.post(`/api/articles/${idOf.edited}/revisions/1/restore`)
    expect((await update()).updated_texts).toEqual(['edited.md'])
    expect((await read(site, 'edited')).content).toBe('<p>New</p>')
  })

  test('of a file with another title, alias or place keeps its article and its former URL', async () => {
    const { site, folder, update, write } = await imported({
      'title.md': matter('title: Before', 'Text of the title'),
      'alias.md': matter('title: Alias\nslug: before', 'Text of the alias'),
      'moved.md': matter('title: Moved', 'Text that moves'),
      'link.md': matter('title: Link', 'See [moved](moved.md).'),
      'gone.md': matter('title: Gone', 'Text that is gone'),
      'taken.md': matter('title: Taken', 'Text'),
    })
    const ids = Object.fromEntries(
      await Promise.all(
        ['title', 'before', 'moved', 'gone', 'taken'].map(
          async (name) => [name, (await read(site, name)).id] as const,
        ),
      ),
    )
    await write('title.md', matter('title: After', 'Text of the title'))
    await write('alias.md', matter('title: Alias\nslug: after', 'Text of the alias'))
    await write('taken.md', matter('title: Taken\nslug: link', 'Text'))
    await rename(join(folder, 'moved.md'), join(folder, 'place.md'))
    await write('link.md', matter('title: Link', 'See [moved](place.md).'))
    await rm(join(folder, 'gone.md'))
    const losses = [
      'gone.md: its file is gone: the text stays here',
      'taken.md: its alias link is already taken: it keeps taken',
    ]
    const dry = await update({ dryRun: true })
    expect(dry).toMatchObject({ articles: 0, updated: 4 })
    expect(linesOf(dry).sort()).toEqual(losses)
    const report = await update()
    expect(report).toMatchObject({ articles: 0, updated: 4 })
    expect(linesOf(report).sort()).toEqual(losses)
    expect(await read(site, 'title')).toMatchObject({ id: ids.title, title: 'After' })
    expect(await read(site, 'after')).toMatchObject({ id: ids.before })
    expect((await site.admin.get('/api/articles/by-alias/before')).status).toBe(301)
    expect(await read(site, 'place')).toMatchObject({ id: ids.moved })
    expect((await site.admin.get('/api/articles/by-alias/moved')).status).toBe(301)
    expect((await read(site, 'link')).content).toContain('href="/articles/place"')
    expect(await read(site, 'gone')).toMatchObject({ id: ids.gone })
    expect((await site.admin.get('/api/articles')).data.total).toBe(6)
    const again = await update()
    expect(again).toMatchObject({ articles: 0, updated: 0 })
    // The alias may be free the next time.
    expect(linesOf(again).sort()).toEqual(losses)
  })

  test('takes over pictures that changed, and links to texts that are new', async () => {
    const picture = (width: number) => noise(width, 10).png().toBuffer()
    const { site, update, write } = await imported({
      'a.md': matter('title: A\ncover: cover.png', '![x](pictures/x.png)'),
      'pictures/x.png': await picture(20),
      'cover.png': await picture(21),
      'b.md': matter('title: B', 'Text'),
    })
    const before = await read(site, 'a')
    await write('pictures/x.png', await picture(30))
    expect((await update({ dryRun: true })).updated_texts).toEqual(['a.md'])
    expect((await update()).updated_texts).toEqual(['a.md'])
    const after = await read(site, 'a')
    expect(after.content).toMatch(/\/uploads\/[0-9a-f]{32}\.png/)
    expect(after.content).not.toBe(before.content)
    expect(after.cover).toBe(before.cover)
    await write('cover.png', await picture(31))
    await update()
    expect((await read(site, 'a')).cover).not.toBe(before.cover)
    expect(await update({ media: { fetch: false } })).toMatchObject({ updated: 0, losses: [] })

    await write('b.md', matter('title: B', 'See [new](new.md#part).'))
    await write('new.md', matter('title: New', 'Text'))
    expect(await update()).toMatchObject({ articles: 1, updated: 1, losses: [] })
    expect((await read(site, 'b')).content).toContain('href="/articles/new#part"')
    expect(await update()).toMatchObject({ articles: 0, updated: 0 })
  })

  test('changes the fields of the front matter, and none that did not change in the file', async () => {
    const { site, update, write } = await imported({
      'a.md': matter(
        'title: A\ndraft: true\ncategories: [[News]]\nsummary: Old\nsticky: 1\nauthor: writer',
        'Text',
      ),
      'b.md': matter('title: B\ndraft: true', 'Text'),
      'c.md': matter('title: C\ndate: 2024-01-01', 'Text'),
      'p.md': matter('title: P\ntype: page\nweight: 3', 'Text'),
    })
    const [b, c] = [await read(site, 'b'), await read(site, 'c')]
    await site.admin.put(`/api/articles/${b.id}`, { status: 1 })
    await write(
      'a.md',
      matter(
        'title: A\ncategories: [[Notes]]\naliases: [/old/a-before/]\nkeywords: [k]\nauthor: other',
        'Text',
      ),
    )
    await write('b.md', matter('title: B\ndraft: true', 'New text'))
    await write('c.md', matter('title: C\ndate: 2023-05-06', 'Text'))
    await write('p.md', matter('title: P\ntype: page\nweight: 5\ndraft: true\nslug: p-new', 'Text'))
    expect(await update()).toMatchObject({ updated: 4 })
    const a = await read(site, 'a')
    expect(a).toMatchObject({
      status: 1,
      is_top: 0,
      summary: 'Text',
      seo_keywords: 'k',
      category: { name: 'Notes' },
      author: { username: 'other' },
    })
    expect((await site.admin.get('/api/articles/by-alias/a-before')).status).toBe(301)
    expect(await read(site, 'b')).toMatchObject({ status: 1, content: '<p>New text</p>' })
    const moved = await read(site, 'c')
    expect([moved.publish_at, moved.version]).not.toEqual([c.publish_at, c.version])
    expect(Date.parse(moved.publish_at)).toBe(Date.parse('2023-05-06T00:00:00+08:00'))
    expect((await site.admin.get('/api/pages/p-new')).data).toMatchObject({ enabled: 0, sort_order: 5 })
  })

  test('leaves pages that were edited here, have a draft or became articles', async () => {
    const names = ['edited', 'drafted', 'binned', 'retyped']
    const { site, update, write } = await imported(
      Object.fromEntries(names.map((name) => [`${name}.md`, matter(`title: ${name}\ntype: page`, 'Old')])),
    )
    await site.admin.put('/api/pages/edited', { content: '<p>Edited here</p>' })
    await site.admin.put('/api/pages/drafted/draft', { title: 'Next' })
    await site.admin.delete('/api/pages/binned')
    for (const name of names)
      await write(`${name}.md`, matter(`title: ${name}${name === 'retyped' ? '' : '\ntype: page'}`, 'New'))
    const report = await update()
    expect(report).toMatchObject({ articles: 0, pages: 0, updated: 0 })
    expect(linesOf(report).sort()).toEqual([
      'binned.md: changed in the file, but it is in the recycle bin here: it stays as it is',
      'drafted.md: changed in the file, but it has unpublished changes here: it stays as it is',
      'edited.md: changed here and in the file: the text here stays as it is',
      'retyped.md: it is an article in the file now: the page here stays as it is',
    ])
    expect((await site.admin.get('/api/pages/edited')).data.content).toBe('<p>Edited here</p>')
  })

  test('keeps what was edited here, also after an update of other fields or a move', async () => {
    const page = 'type: page'
    const { site, folder, update, write } = await imported({
      'flag.md': matter('title: Flag', 'Old'),
      'moved.md': matter('title: Moved', 'Old'),
      'page.md': matter(`title: Page\n${page}\nweight: 1`, 'Old'),
      'links.md': matter('title: Links\ntags: [a]', 'Old'),
    })
    const edited = { content: '<p>Edited here</p>' }
    const ids = new Map<string, number>()
    for (const name of ['flag', 'moved', 'links']) ids.set(name, (await read(site, name)).id)
    for (const id of ids.values()) await site.admin.put(`/api/articles/${id}`, edited)
    await site.admin.put('/api/pages/page', edited)

    await write('flag.md', matter('title: Flag\nsticky: 1', 'Old'))
    await rename(join(folder, 'moved.md'), join(folder, 'place.md'))
    await write('page.md', matter(`title: Page\n${page}\nweight: 2`, 'Old'))
    await write('links.md', matter('title: Links\ntags: [b]', 'Old'))
    expect(await update()).toMatchObject({ updated: 4, losses: [] })
    expect(await read(site, 'flag')).toMatchObject({ is_top: 1, ...edited })
    expect(await read(site, 'links')).toMatchObject({ tags: [{ name: 'b' }], ...edited })

    await write('flag.md', matter('title: Flag\nsticky: 1', 'New'))
    await write('place.md', matter('title: Moved', 'New'))
    await write('page.md', matter(`title: Page\n${page}\nweight: 2`, 'New'))
    await write('links.md', matter('title: Links\ntags: [b]', 'New'))
    const report = await update()
    expect(report).toMatchObject({ updated: 0 })
    const reason = 'changed here and in the file: the text here stays as it is'
    // A file that moved and changed cannot be told from a new one; this one moved before.
    expect(linesOf(report).sort()).toEqual(
      ['flag.md', 'links.md', 'page.md', 'place.md'].map((name) => `${name}: ${reason}`),
    )
    for (const id of ids.values())
      expect((await site.admin.get(`/api/articles/${id}`)).data).toMatchObject(edited)
    expect((await site.admin.get('/api/pages/page')).data).toMatchObject(edited)
  })

  test('keeps what was edited here before an interrupted import replaced its links', async () => {
    const { site, take, update, write, first } = await imported({
      'a.md': matter('title: A', 'Old, see [b](b.md).'),
      'b.md': matter('title: B', 'Text'),
    })
    const { id } = await read(site, 'a')
    await service.engine.transact(async (tx) => {
      const which = { import: first.import_id, article: id }
      await tx.updateTable('imports').set({ status: 'running' }).where('id', '=', which.import).execute()
      await tx
        .updateTable('import_items')
        .set({ open_links: 1 })
        .where('import_id', '=', which.import)
        .where('ref_id', '=', which.article)
        .execute()
    })
    await site.admin.put(`/api/articles/${id}`, { content: '<p>Edited here, see <a href="b.md">b</a>.</p>' })
    expect((await take()).import_id).toBe(first.import_id)
    await write('a.md', matter('title: A', 'New'))
    expect(linesOf(await update())).toEqual([
      'a.md: changed here and in the file: the text here stays as it is',
    ])
    expect((await read(site, 'a')).content).toContain('Edited here')
  })

  test('does not publish what was unpublished here, and puts files in that were left out before', async () => {
    const { site, folder, take, update, write } = await imported({
      'a.md': matter('title: A\ndate: 2024-01-01', 'Text'),
    })
    const { id } = await read(site, 'a')
    await site.admin.post(`/api/articles/${id}/unpublish`)
    await write('a.md', matter('title: A\ndate: 2099-01-01', 'Text'))
    await update()
    expect((await site.admin.get(`/api/articles/${id}`)).data).toMatchObject({
      status: 0,
      scheduled_at: null,
    })

    await write('b.md', matter('title: B', '![x](x.png)'))
    await writeFile(join(folder, 'x.png'), await noise(20, 20).png().toBuffer())
    await take({ media: { fetch: false } })
    expect((await read(site, 'b')).content).toContain('src="x.png"')
    expect(await update()).toMatchObject({ files: 1 })
    expect((await read(site, 'b')).content).toContain('/uploads/')
  })

  test('undone keeps the links to a text that moved', async () => {
    const { site, folder, take, update, write } = await imported({
      'a.md': matter('title: A', 'Text that moves'),
    })
    await rename(join(folder, 'a.md'), join(folder, 'b.md'))
    const { import_id } = await update()
    await undoImport(uploadingTo(site), import_id)
    await write('c.md', matter('title: C', 'See [b](b.md).'))
    expect(await take()).toMatchObject({ articles: 1, losses: [] })
    expect((await read(site, 'c')).content).toContain('href="/articles/')
  })

  test('does not change what was imported from another folder', async () => {
    const { site } = await imported({ 'index.md': matter('title: Home', 'Of the first') })
    const other = await folderOf({ 'index.md': matter('title: Home', 'Of the second') })
    const take = (path: string, name: string) =>
      openSource('markdown', path, createZone('UTC'), name).then((source) =>
        takeAny(site, 'markdown', path, { source, update: true }),
      )
    expect(linesOf(await take(other, 'other.zip'))).toEqual([
      'index.md: it was imported from another folder: it is not updated',
    ])
    expect((await read(site, 'index')).content).toBe('<p>Of the first</p>')

    await writeFile(join(other, 'index.md'), matter('title: Other', 'Of the second'))
    expect(await take(other, 'other.zip')).toMatchObject({ articles: 1, updated: 0 })
    await writeFile(join(other, 'index.md'), matter('title: Another', 'Changed'))
    expect(await take(other, 'other (1).zip')).toMatchObject({ articles: 0, updated: 1, losses: [] })
  })

  test('of what an earlier version imported takes over later changes', async () => {
    const { site, update, write } = await imported({
      'a.md': matter('title: A', 'Old'),
      'b.md': matter('title: B', 'Old'),
    })
    await site.admin.put(`/api/articles/${(await read(site, 'b')).id}`, { title: 'Edited' })
    await service.engine.transact((tx) =>
      tx
        .updateTable('import_items')
        .set({ file_marks: '', written: '' })
        .where('site_id', '=', site.id)
        .execute(),
    )
    const reason = 'an earlier version imported it: changes of its file are taken over from now on'
    expect(linesOf(await update())).toEqual([`a.md: ${reason}`, `b.md: ${reason}`])
    expect(await update()).toMatchObject({ updated: 0, losses: [] })
    for (const name of ['a', 'b']) await write(`${name}.md`, matter(`title: ${name.toUpperCase()}`, 'New'))
    const report = await update()
    expect(report.updated_texts).toEqual(['a.md'])
    expect(linesOf(report)).toEqual(['b.md: changed here and in the file: the text here stays as it is'])
    expect((await read(site, 'a')).content).toBe('<p>New</p>')
  })
})
