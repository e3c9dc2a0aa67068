import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { gif, latin, mp4, noise, office, pdf, pngDeclaring, zip } from '../../platform/files/sample-files.ts'
import { createFolderStorage } from '../../platform/storage/folder-storage.ts'
import { startTestService, type TestSite, type TestUser } from '../../test/harness.ts'
import { multipart, type Part } from '../../test/multipart.ts'
import { compareMedia } from './comparing.actions.ts'
import { makeAllVariants, removeUnclaimed } from './variants.actions.ts'

const service = await startTestService({ PUBLIC_URL: 'https://blog.example.com', MAX_UPLOAD_MB: '1' })
const storage = createFolderStorage(join(service.folder, 'uploads'))
const media = {
  storage,
  folder: join(service.folder, 'incoming'),
  storageFolder: join(service.folder, 'uploads'),
  maxFileBytes: 1024 * 1024,
}
let site: TestSite
let editor: TestUser
let seed = 0

beforeAll(async () => {
  site = await service.newSite()
  editor = await site.user('editor')
})

const upload = (by: TestUser | TestSite['anonymous'], ...parts: Part[]) => {
  const { payload, headers } = multipart(parts)
  return by.send('POST', '/api/media/upload', payload, headers)
}
const uploadBatch = (by: TestUser, ...parts: Part[]) => {
  const { payload, headers } = multipart(parts)
  return by.send('POST', '/api/media/upload/batch', payload, headers)
}
const file = (filename: string, content: Buffer | string, name = 'file'): Part => ({
  name,
  filename,
  content,
})
/** Unique text. */
const fresh = () => {
  seed += 1
  return `text ${seed} of ${site.alias}`
}
const aText = async (by = editor, content = fresh()) => (await upload(by, file('note.txt', content))).data
const picture = (width: number, height: number) => noise(width, height).jpeg().toBuffer()
const serve = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  service.app.inject({ method, url: url.replace('https://blog.example.com', ''), headers })
const keysStored = async () => {
  const keys: string[] = []
  for await (const { key } of storage.list('media/')) keys.push(key)
  return keys
}
const waiting = async () => (existsSync(media.folder) ? readdir(media.folder) : [])
const rows = async () =>
  (await service.engine.db.selectFrom('media').select('id').execute()).map(({ id }) => id)
const objectOf = (hash: string) =>
  service.engine.db.selectFrom('media_objects').selectAll().where('hash', '=', hash).executeTakeFirst()

describe('an upload', () => {
  test('returns the record of a picture, without its location', async () => {
    const bytes = await sharp(await picture(900, 600))
      .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer()
    const { status, data } = await upload(editor, file('sea.jpg', bytes))
    expect(status).toBe(200)
    expect(data).toMatchObject({
      filename: 'sea.jpg',
      mime_type: 'image/jpeg',
      type: 'image',
      width: 900,
      height: 600,
      alt: '',
      title: '',
      uploader: { id: editor.id, username: editor.username },
    })
    expect(data.url).toMatch(/^https:\/\/blog\.example\.com\/uploads\/[0-9a-f]{32}\.jpg$/)
    expect(data.blur_placeholder).toMatch(/^data:image\/webp;base64,/)
    expect(data.variants).toEqual([
      { width: 320, height: 213, mime_type: 'image/webp', url: `${data.url}?w=320` },
      { width: 800, height: 533, mime_type: 'image/webp', url: `${data.url}?w=800` },
    ])
    const served = await serve(data.url)
    expect(served.rawPayload.length).toBe(data.size)
    expect((await sharp(served.rawPayload).metadata()).exif).toBeUndefined()
    // The job creates both variants and leaves no temporary files.
    await expect.poll(keysStored, { timeout: 10_000 }).toHaveLength(3)
    await expect.poll(waiting, { timeout: 10_000 }).toEqual([])
  })

  const taken: Array<[string, () => Buffer, string, string]> = [
    ['a.pdf', () => pdf(), 'application/pdf', 'document'],
    ['a.mp4', () => mp4(), 'video/mp4', 'video'],
    ['a.gif', () => gif(1, 1, 1), 'image/gif', 'image'],
    ['a.zip', () => zip([{ name: 'a', content: 'b' }]), 'application/zip', 'archive'],
    ['a.csv', () => latin('a,b\n1,2\n'), 'text/csv', 'document'],
  ]
  for (const [name, content, mime_type, type] of taken)
    test(`accepts ${name}`, async () => {
      expect((await upload(editor, file(name, content()))).data).toMatchObject({
        filename: name,
        mime_type,
        type,
      })
    })

  test('accepts office documents by content, whatever their name', async () => {
    const { data } = await upload(editor, file('报告.jpg', office('docx')))
    expect(data.filename).toBe('报告.jpg')
    expect(data.url).toMatch(/\.docx$/)
  })

  const refusals: Array<[string, () => Part[], string]> = [
    ['there is no part', () => [], 'file'],
    ['the part has another name', () => [file('a.txt', 'x', 'upload')], 'file'],
    ['there are two', () => [file('a.txt', 'x'), file('b.txt', 'y')], 'file'],
    ['it is empty', () => [file('a.txt', '')], 'file'],
    ['it is too large', () => [file('a.txt', 'x'.repeat(1024 * 1024 + 1))], 'file'],
    ['it is far too large', () => [file('a.txt', 'x'.repeat(3 * 1024 * 1024))], 'file'],
    ['it is a page', () => [file('a.txt', '<!doctype html><script>alert(1)</script>')], 'file'],
    ['it is a program', () => [file('a.png', latin('\x7fELF\x02\x01\x01\0\0\0\0\0'))], 'file'],
    ['its name climbs', () => [file('../../etc/passwd', 'x')], 'file'],
    ['the picture is cut', () => [file('a.png', pngDeclaring(100, 100).subarray(0, 60))], 'file'],
    ['the picture is a bomb', () => [file('a.png', pngDeclaring(50_000, 50_000))], 'file'],
    [
      'the picture is an archive too',
      () => [file('a.gif', Buffer.concat([gif(1, 1, 1), zip([{ name: 'a', content: 'b' }])]))],
      'file',
    ],
    [
      'the drawing has entities',
      () => [
        file('a.svg', '<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>'),
      ],
      'file',
    ],
    [
      'the archive lies',
      () => [file('a.zip', zip([{ name: 'a', content: 'x'.repeat(99), declared: 3 }]))],
      'file',
    ],
  ]
  for (const [when, parts, field] of refusals)
    test(`is rejected with 422 on ${field} when ${when}, and leaves nothing`, async () => {
      const before = [await keysStored(), await rows()]
      const { status, errors } = await upload(editor, ...parts())
      expect(status).toBe(422)
      expect(Object.keys(errors)).toEqual([field])
      expect([await keysStored(), await rows()]).toEqual(before)
      expect(await waiting()).toEqual([])
    })

  test('that is not a form is rejected', async () => {
    expect((await editor.post('/api/media/upload', { file: 'x' })).errors).toHaveProperty('file')
    expect((await editor.post('/api/media/upload')).errors).toHaveProperty('file')
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    for (const [path, field] of [
      ['/api/media/upload', 'file'],
      ['/api/media/upload/batch', 'files'],
    ] as const)
      expect(await editor.send('POST', path, '--x\r\nbroken', headers)).toMatchObject({
        status: 400,
        errors: { [field]: [expect.stringContaining('multipart/form-data')] },
      })
  })

  test('is available to editors', async () => {
    expect((await upload(site.anonymous, file('a.txt', 'x'))).status).toBe(401)
    expect((await upload(await site.user('member'), file('a.txt', 'x'))).status).toBe(403)
  })

  test('with the same Idempotency-Key creates one record', async () => {
    const { payload, headers } = multipart([file('once.txt', fresh())])
    const once = () =>
      editor.send('POST', '/api/media/upload', payload, { ...headers, 'idempotency-key': 'once' })
    const [first, second] = [await once(), await once()]
    expect(second.data).toEqual(first.data)
    expect(second.headers['idempotent-replayed']).toBe('true')
  })

  test('of several files with the same Idempotency-Key creates one record for each', async () => {
    const content = fresh()
    const files = [
      file('a.txt', content, 'files[]'),
      file('b.exe', Buffer.from([0, 1, 2, 3]), 'files[]'),
      file('c.txt', content, 'files[]'),
    ]
    const { payload, headers } = multipart(files)
    const before = await rows()
    const send = (body: Buffer, type = headers) =>
      editor.send('POST', '/api/media/upload/batch', body, { ...type, 'idempotency-key': 'several' })
    const [first, second] = [await send(payload), await send(payload)]
    expect(first.data).toMatchObject({ success_count: 2, failed_count: 1 })
    expect(second.data).toEqual(first.data)
    expect([first, second].map((answer) => answer.headers['idempotent-replayed'])).toEqual([
      undefined,
      'true',
    ])
    expect((await rows()).length).toBe(before.length + 2)
    const reused = { status: 422, body: { error: 'idempotency-key-reused' } }
    // The key is of the whole request, also where one of its files was refused.
    const newFile = (name: string) => file(name, fresh(), 'files[]')
    for (const others of [[newFile('d.txt')], [newFile('d.txt'), newFile('e.txt'), newFile('f.txt')]]) {
      const other = multipart(others)
      expect(await send(other.payload, other.headers)).toMatchObject(reused)
    }
    const single = multipart([file('single.txt', fresh())])
    const alone = { ...single.headers, 'idempotency-key': 'several' }
    expect(await editor.send('POST', '/api/media/upload', single.payload, alone)).toMatchObject(reused)
    expect((await rows()).length).toBe(before.length + 2)
  })

  test('that is aborted leaves neither file nor row, at any point: twenty at once', async () => {
    const port = Number(new URL(await service.app.listen({ port: 0, host: '127.0.0.1' })).port)
    const before = [await keysStored(), await rows()]
    const begin = async (index: number) => {
      const [path, name] = index % 2 === 0 ? ['upload', 'file'] : ['upload/batch', 'files[]']
      const { payload, headers } = multipart([file('a.txt', 'x'.repeat(500_000), name)])
      const head = `POST /api/media/${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${editor.token}\r\ncontent-type: ${headers['content-type']}\r\ncontent-length: ${payload.length}\r\n\r\n`
      const sent = payload.subarray(0, Math.floor((payload.length * index) / 20))
      const socket = connect(port, '127.0.0.1').on('error', () => undefined)
      await new Promise<void>((resolve) => {
        socket.write(Buffer.concat([Buffer.from(head), sent]), () => resolve())
      })
      return socket
    }
    const sockets = await Promise.all(Array.from({ length: 20 }, (_, index) => begin(index)))
    await expect.poll(waiting, { timeout: 10_000 }).toHaveLength(20)
    for (const socket of sockets) socket.destroy()
    await expect.poll(waiting, { timeout: 10_000 }).toEqual([])
    expect([await keysStored(), await rows()]).toEqual(before)
    expect((await aText()).id).toBeGreaterThan(0)
  })
})

describe('a batch', () => {
  test('stores what it can and reports the rest by name', async () => {
    const { status, data } = await uploadBatch(
      editor,
      file('good.txt', fresh(), 'files[]'),
      file('bad.txt', '<html></html>', 'files[]'),
      file('large.txt', 'x'.repeat(1024 * 1024 + 1), 'files[]'),
      file('too.txt', fresh(), 'files[]'),
    )
    expect(status).toBe(200)
    expect(data).toMatchObject({ success_count: 2, failed_count: 2 })
    expect(data.list.map(({ filename }: { filename: string }) => filename)).toEqual(['good.txt', 'too.txt'])
    expect(data.errors).toEqual({
      'bad.txt': [expect.any(String)],
      'large.txt': ['The file may be at most 1 MB.'],
    })
    expect(await waiting()).toEqual([])
  })

  test('has one to a hundred files', async () => {
    expect((await uploadBatch(editor)).errors).toHaveProperty('files')
    const before = await rows()
    const many = Array.from({ length: 101 }, (_, index) => file(`${index}.txt`, fresh(), 'files[]'))
    const { status, errors } = await uploadBatch(editor, ...many)
    expect([status, Object.keys(errors)]).toEqual([422, ['files']])
    expect(await rows()).toEqual(before)
    const { data } = await uploadBatch(editor, ...many.slice(1))
    expect([data.success_count, data.failed_count, data.list.length]).toEqual([100, 0, 100])
  })
})

describe('the records', () => {
  test('are listed by type, word and owner, to every editor of the site', async () => {
    const own = await service.newSite()
    const [one, other] = [await own.user('editor'), await own.user('editor')]
    const image = (await upload(one, file('Harbour.png', await noise(9, 9).png().toBuffer()))).data
    const text = (await upload(other, file('List.txt', 'harbourless'))).data
    await one.patch(`/api/media/${image.id}`, { title: '海港' })
    const ids = async (query: string) =>
      (await one.get(`/api/media${query}`)).data.list.map(({ id }: { id: number }) => id)
    expect(await ids('')).toEqual([text.id, image.id])
    expect(await ids('?type=image')).toEqual([image.id])
    expect(await ids('?type=text/plain')).toEqual([text.id])
    expect(await ids('?type=video')).toEqual([])
    expect(await ids('?keyword=HARBOUR')).toEqual([image.id])
    expect(await ids(`?keyword=${encodeURIComponent('港')}`)).toEqual([image.id])
    expect(await ids('?keyword=%25')).toEqual([])
    await other.patch(`/api/media/${text.id}`, { title: 'ÄPFEL', alt: 'Ёлка' })
    for (const keyword of ['äpfel', 'ÄPFEL', 'Äpfel', 'ёЛКА'])
      expect(await ids(`?keyword=${encodeURIComponent(keyword)}`)).toEqual([text.id])
    expect(await ids('?mine=1')).toEqual([image.id])
    expect((await one.get('/api/media?type=nonsense')).status).toBe(400)
    expect((await (await own.user('member')).get('/api/media')).status).toBe(403)
  })

  test('show where a file is used, as far as the caller may see', async () => {
    const media = await aText()
    const path = new URL(media.url).pathname
    const fields = { category_id: site.defaultCategoryId, status: 1 }
    const create = async (body: object, by = editor) =>
      (await by.post('/api/articles', { title: 'T', content: '<p>x</p>', ...fields, ...body })).data.id
    const covered = await create({ cover: media.url })
    const within = await create({ content: `<p><a href="${path}">x</a></p>` })
    const hidden = await create({ cover: path, status: 0 }, site.admin)
    const deleted = await create({ cover: path })
    await editor.delete(`/api/articles/${deleted}`)
    const page = (
      await site.admin.post('/api/pages', { title: 'P', content: `<a href="${media.url}">x</a>` })
    ).data.id
    const uses = async (by: TestUser) =>
      (await by.get(`/api/media/${media.id}`)).data.used_in.map(
        (use: { type: string; id: number; as: string }) => `${use.type} ${use.id} ${use.as}`,
      )
    // A file used only by a draft or a working copy is in use until that is discarded.
    const drafted = await aText()
    const usesOfDraft = async () =>
      (await site.admin.get(`/api/media/${drafted.id}`)).data.used_in.map(
        ({ type, id }: { type: string; id: number }) => `${type} ${id}`,
      )
    const link = `<p><a href="${drafted.url}">n</a></p>`
    await site.admin.put(`/api/pages/${page}/draft`, { content: link })
    await site.admin.put(`/api/articles/${within}/working-copy`, { content: link })
    expect(await usesOfDraft()).toEqual([`article ${within}`, `page ${page}`])
    await site.admin.put(`/api/pages/${page}`, { content: `<p>Other.</p><a href="${media.url}">x</a>` })
    expect(await usesOfDraft()).toEqual([`article ${within}`, `page ${page}`])
    expect((await site.admin.get('/api/pages?all=1')).data).toMatchObject([{ id: page, draft: 1 }])
    expect((await site.admin.get('/api/pages')).data[0]).not.toHaveProperty('draft')
    await site.admin.delete(`/api/pages/${page}/draft`)
    await site.admin.delete(`/api/articles/${within}/working-copy`)
    expect(await usesOfDraft()).toEqual([])
    const open = [`article ${within} content`, `article ${covered} cover`, `page ${page} content`]
    expect(await uses(editor)).toEqual(open)
    expect(await uses(site.admin)).toEqual([`article ${hidden} cover`, ...open])
    expect((await editor.get(`/api/media/${(await aText()).id}`)).data.used_in).toEqual([])
  })

  test('show the site and the users who use a file', async () => {
    const media = await aText()
    const path = new URL(media.url).pathname
    const title = (await site.admin.get('/api/site')).data.name
    const uses = async (by: TestUser) => (await by.get(`/api/media/${media.id}`)).data.used_in
    await site.admin.put('/api/settings', { site_logo: media.url, site_icon: media.url })
    await editor.put('/api/auth/me', { avatar: `${path}?w=320` })
    const ofSite = ['logo', 'icon'].map((as) => ({ type: 'site', id: site.id, title, as }))
    const ofUser = { type: 'user', id: editor.id, title: editor.username, as: 'avatar' }
    expect(await uses(editor)).toEqual([...ofSite, ofUser])
    expect(await uses(await site.user('editor'))).toEqual(ofSite)
    // Those who manage users see them all, on any site.
    const all = await service.newUser('admin')
    const read = await all.get(`/api/media/${media.id}`, { 'x-site': String(site.id) })
    expect(read.data.used_in).toEqual([...ofSite, ofUser])
    await site.admin.put('/api/settings', { site_logo: '', site_icon: '' })
    await editor.put('/api/auth/me', { avatar: '' })
    expect(await uses(editor)).toEqual([])
  })

  test('are listed by whether anything uses them', async () => {
    const own = await service.newSite()
    const by = await own.user('editor')
    const uploaded = []
    for (let nth = 0; nth < 8; nth++) uploaded.push(await aText(by))
    const [inText, cover, inDraft, inPage, icon, logo, avatar, unused] = uploaded
    const used = [inText, cover, inDraft, inPage, icon, logo, avatar].map(({ id }) => id)
    const linkTo = ({ url }: { url: string }) => `<p><a href="${url}">x</a></p>`
    const article = {
      title: 'T',
      category_id: own.defaultCategoryId,
      content: linkTo(inText),
      cover: cover.url,
    }
    const { data } = await own.admin.post('/api/articles', { ...article, status: 1 })
    await own.admin.put(`/api/articles/${data.id}/working-copy`, { content: linkTo(inDraft), cover: '' })
    await own.admin.post('/api/pages', { title: 'P', content: linkTo(inPage) })
    await own.admin.put(`/api/categories/${own.defaultCategoryId}`, { icon: icon.url })
    await own.admin.put('/api/settings', { site_logo: logo.url })
    await by.put('/api/auth/me', { avatar: `${new URL(avatar.url).pathname}?w=320` })
    const ids = async (query: string) => {
      const { list, total } = (await by.get(`/api/media?${query}`)).data
      expect(total).toBe(list.length)
      return list.map(({ id }: { id: number }) => id)
    }
    expect(await ids('used=0')).toEqual([unused.id])
    expect(await ids('used=1')).toEqual(used.toReversed())
    expect(await ids('used=0&type=image')).toEqual([])
    // What is restored from the recycle bin shows its files again.
    await own.admin.delete(`/api/articles/${data.id}`)
    expect(await ids('used=0')).toEqual([unused.id])
    await own.admin.delete(`/api/recycle-bin/article/${data.id}`)
    await own.admin.put(`/api/categories/${own.defaultCategoryId}`, { icon: '' })
    await own.admin.put('/api/settings', { site_logo: '' })
    await by.put('/api/auth/me', { avatar: '' })
    expect(await ids('used=1')).toEqual([inPage.id])
    const wrong = await by.get('/api/media?used=2')
    expect([wrong.status, Object.keys(wrong.errors)]).toEqual([400, ['used']])
  })

  test('can be described in the upload', async () => {
    const described = await upload(
      editor,
      { name: 'alt', content: ' The sea ' },
      file('note.txt', fresh()),
      { name: 'title', content: '海' },
      { name: 'hash', content: 'x' },
    )
    expect(described.data).toMatchObject({ alt: 'The sea', title: '海', filename: 'note.txt' })
    expect((await editor.get(`/api/media/${described.data.id}`)).data).toMatchObject({
      alt: 'The sea',
      title: '海',
    })
    const before = await rows()
    const long = [
      { name: 'alt', content: '字'.repeat(501) },
      { name: 'title', content: 'x'.repeat(201) },
    ]
    const refused = await upload(editor, ...long, file('note.txt', fresh()))
    expect([refused.status, Object.keys(refused.errors)]).toEqual([422, ['alt', 'title']])
    const cut = [
      { name: 'alt', content: 'The\0 sea' },
      { name: 'title', content: '\0' },
    ]
    const unstorable = await upload(editor, ...cut, file('note.txt', fresh()))
    expect([unstorable.status, unstorable.errors]).toEqual([
      422,
      {
        alt: ['This contains characters that cannot be stored.'],
        title: ['This contains characters that cannot be stored.'],
      },
    ])
    expect(await rows()).toEqual(before)
  })

  test('are edited by their owner and by administrators', async () => {
    const { id } = await aText()
    const changed = await editor.patch(`/api/media/${id}`, { alt: ' A note ', hash: 'x' })
    expect(changed.data).toMatchObject({ alt: 'A note', title: '' })
    expect((await editor.patch(`/api/media/${id}`, { alt: 'x'.repeat(501) })).errors).toHaveProperty('alt')
    for (const role of ['editor', 'auditor'] as const) {
      const other = await site.user(role)
      expect((await other.get(`/api/media/${id}`)).status).toBe(200)
      expect((await other.patch(`/api/media/${id}`, { alt: 'x' })).status).toBe(403)
      expect((await other.delete(`/api/media/${id}`)).status).toBe(403)
    }
    const point = await editor.patch(`/api/media/${id}`, { focus_x: 20, focus_y: 100 })
    expect(point.data).toMatchObject({ focus_x: 20, focus_y: 100, alt: 'A note' })
    for (const wrong of [-1, 101, 1.5, null, 'left'])
      expect((await editor.patch(`/api/media/${id}`, { focus_x: wrong })).errors).toHaveProperty('focus_x')
    expect((await editor.get(`/api/media/${id}`)).data).toMatchObject({ focus_x: 20, focus_y: 100 })
    const tag = String((await editor.get(`/api/media/${id}`)).headers.etag)
    expect((await site.admin.patch(`/api/media/${id}`, { title: 'T' })).data).toMatchObject({ title: 'T' })
    expect((await editor.patch(`/api/media/${id}`, { title: 'U' }, { 'if-match': tag })).status).toBe(412)
    expect((await editor.get('/api/media/x')).status).toBe(400)
    expect((await editor.get('/api/media/999999')).status).toBe(404)
  })

  test('of one site are 404 on another', async () => {
    const elsewhere = await service.newSite()
    const { id } = await aText()
    expect((await elsewhere.admin.get(`/api/media/${id}`)).status).toBe(404)
    expect((await elsewhere.admin.patch(`/api/media/${id}`, { alt: 'x' })).status).toBe(404)
    expect((await elsewhere.admin.delete(`/api/media/${id}`)).status).toBe(404)
    expect((await elsewhere.admin.get('/api/media')).data.total).toBe(0)
    await editor.delete(`/api/media/${id}`)
    expect((await elsewhere.admin.post(`/api/recycle-bin/media/${id}/restore`)).status).toBe(404)
    expect((await elsewhere.admin.delete(`/api/recycle-bin/media/${id}`)).status).toBe(404)
    expect((await editor.post(`/api/recycle-bin/media/${id}/restore`)).status).toBe(200)
    await upload(elsewhere.admin, file('a.txt', 'x'))
    expect((await elsewhere.admin.delete(`/api/sites/${elsewhere.id}`)).errors).toHaveProperty('id')
  })

  test('create events when they are added and deleted', async () => {
    // Events are stored only if a webhook is subscribed.
    await site.admin.post('/api/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] })
    const { id } = await aText()
    await editor.delete(`/api/media/${id}`)
    const told = await service.engine.db
      .selectFrom('events')
      .select(['kind', 'data'])
      .where('subject_type', '=', 'media')
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute()
    expect(told.map(({ kind }) => kind)).toEqual(['media.created', 'media.deleted'])
  })
})

describe('the same bytes twice', () => {
  test('are two records and one object, which is deleted with the last record', async () => {
    const elsewhere = await service.newSite()
    const content = fresh()
    const [one, two] = [await aText(editor, content), await aText(elsewhere.admin, content)]
    expect(two.hash).toBe(one.hash)
    expect(two.url).not.toBe(one.url)
    const key = (await objectOf(one.hash))?.storage_key ?? ''
    await editor.delete(`/api/media/${one.id}`)
    expect((await serve(one.url)).statusCode).toBe(404)
    expect((await serve(two.url)).statusCode).toBe(200)
    expect((await editor.get(`/api/media/${one.id}`)).status).toBe(404)
    expect((await editor.post(`/api/recycle-bin/media/${one.id}/restore`)).status).toBe(200)
    expect((await serve(one.url)).body).toBe(content)

    await editor.delete(`/api/media/${one.id}`)
    expect((await site.admin.delete(`/api/recycle-bin/media/${one.id}`)).status).toBe(200)
    expect((await serve(two.url)).body).toBe(content)
    await elsewhere.admin.delete(`/api/media/${two.id}`)
    await elsewhere.admin.delete('/api/recycle-bin')
    await expect.poll(keysStored, { timeout: 10_000 }).not.toContain(key)
    expect(await objectOf(one.hash)).toBeUndefined()
    expect((await serve((await aText(editor, content)).url)).body).toBe(content)
  })

  test('uploaded at the same time give one object', async () => {
    const content = fresh()
    const both = await Promise.all([1, 2, 3, 4].map(() => aText(editor, content)))
    for (const { url } of both) expect((await serve(url)).body).toBe(content)
    expect(new Set(both.map(({ id }) => id)).size).toBe(4)
    expect((await compareMedia(service.engine, storage)).orphaned).toEqual([])
  })
})

describe('a file is served', () => {
  test('with long caching and a sandbox, and as a download if it must not be shown', async () => {
    const { url, hash } = await aText()
    const { statusCode, headers } = await serve(url)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      etag: `"${hash}"`,
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename="note.txt"',
    })
    expect(headers['content-security-policy']).toContain('sandbox')
    const inline = await serve((await upload(editor, file('a.pdf', pdf()))).data.url)
    expect(inline.headers['content-disposition']).toBe('inline; filename="a.pdf"')
    expect((await serve(url, { 'if-none-match': `"${hash}"` })).statusCode).toBe(304)
    const head = await serve(url, {}, 'HEAD')
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
      200,
      '',
      headers['content-length'],
    ])
  })

  test('in ranges', async () => {
    const { url, hash } = await aText(editor, 'zero one two three')
    const part = async (headers: Record<string, string>) => {
      const { statusCode, body, headers: got } = await serve(url, headers)
      return [statusCode, body, got['content-range']]
    }
    expect(await part({ range: 'bytes=5-7' })).toEqual([206, 'one', 'bytes 5-7/18'])
    expect(await part({ range: 'bytes=-5' })).toEqual([206, 'three', 'bytes 13-17/18'])
    expect(await part({ range: 'bytes=13-' })).toEqual([206, 'three', 'bytes 13-17/18'])
    expect(await part({ range: 'bytes=5-7', 'if-range': `"${hash}"` })).toEqual([206, 'one', 'bytes 5-7/18'])
    expect((await part({ range: 'bytes=5-7', 'if-range': '"other"' }))[0]).toBe(200)
    expect(await part({ range: 'bytes=18-' })).toEqual([416, '', 'bytes */18'])
    for (const range of ['bytes=0-1,3-4', 'bytes=7-5', 'lines=1-2', 'bytes=-', 'bytes=x'])
      expect((await part({ range }))[0]).toBe(200)
  })

  test('sanitised and with a strict policy if it is an SVG', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>x</script><rect width="5" height="5" onclick="x"/></svg>'
    const { data } = await upload(editor, file('a.svg', svg))
    const { body, headers } = await serve(data.url)
    expect(body).not.toMatch(/script|onclick/)
    expect(headers['content-type']).toBe('image/svg+xml')
    expect(headers['content-security-policy']).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox")
    expect(data.variants).toEqual([])
  })

  test('in the nearest width', async () => {
    const { data } = await upload(editor, file('wide.png', await noise(1000, 100).png().toBuffer()))
    const widthOf = async (query: string) => {
      const { rawPayload, headers } = await serve(`${data.url}${query}`)
      return [headers['content-type'], (await sharp(rawPayload).metadata()).width]
    }
    expect(await widthOf('?w=300')).toEqual(['image/webp', 320])
    expect(await widthOf('?w=320')).toEqual(['image/webp', 320])
    expect(await widthOf('?w=900')).toEqual(['image/webp', 800])
    for (const query of ['?w=1000', '?w=9999', '?w=x', '?w=', '?w=1&w=2', ''])
      expect(await widthOf(query)).toEqual(['image/png', 1000])
    const tagged = await serve(`${data.url}?w=300`)
    expect(tagged.headers.etag).toBe(`"${data.hash}-320"`)
    const object = await objectOf(data.hash)
    if (!object) throw new Error('no object')
    await removeUnclaimed(service.engine, media, object.storage_key)
    expect((await serve(data.url)).statusCode).toBe(200)
    await makeAllVariants(service.engine, media, object.id)
    await editor.delete(`/api/media/${data.id}`)
    await site.admin.delete(`/api/recycle-bin/media/${data.id}`)
    await expect
      .poll(async () => (await keysStored()).filter((key) => key.includes(object.storage_key.slice(9, 41))), {
        timeout: 10_000,
      })
      .toEqual([])
  })

  test('and missing ones are 404', async () => {
    for (const name of ['x', `${'0'.repeat(32)}.png`, '..%2f..%2finkstone.db', '.incoming', '%00'])
      expect((await serve(`/uploads/${name}`)).statusCode).toBe(404)
  })
})

test('a document contains our own pictures', async () => {
  const { data } = await upload(editor, file('in.jpg', await picture(64, 64)))
  const article = async (src: string) =>
    (
      await editor.post('/api/articles', {
        title: 'T',
        content: `<p>x</p><img src="${src}">`,
        category_id: site.defaultCategoryId,
      })
    ).data.id
  const pdfOf = async (src: string) =>
    (await editor.get(`/api/articles/export?format=pdf&ids=${await article(src)}`)).text
  expect(await pdfOf(data.url)).toContain('/Subtype /Image')
  expect(await pdfOf('https://elsewhere.example/a.jpg')).not.toContain('/Subtype /Image')
})

test('a failing storage is 503, and nothing is left', async () => {
  const broken = await service.newNode({
    S3_BUCKET: 'none',
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_ACCESS_KEY_ID: 'x',
    S3_SECRET_ACCESS_KEY: 'y',
  })
  const before = await rows()
  const client = broken.client({ token: editor.token, siteId: site.id })
  const { payload, headers } = multipart([file('a.txt', fresh())])
  expect((await client.send('POST', '/api/media/upload', payload, headers)).status).toBe(503)
  const batch = multipart([file('a.txt', fresh(), 'files[]')])
  expect((await client.send('POST', '/api/media/upload/batch', batch.payload, batch.headers)).status).toBe(
    503,
  )
  expect(await rows()).toEqual(before)
  expect(await waiting()).toEqual([])
}, 60_000)

test('differences between records and stored files are found', async () => {
  expect(await compareMedia(service.engine, storage)).toMatchObject({ missing: [], orphaned: [] })
  const { hash } = await aText()
  const key = (await objectOf(hash))?.storage_key ?? ''
  await mkdir(join(service.folder, 'uploads', 'media', 'ff'), { recursive: true })
  await storage.put('media/ff/stray.txt', join(service.folder, 'uploads', ...key.split('/')), {
    contentType: 'text/plain',
  })
  await storage.remove(key)
  expect(await compareMedia(service.engine, storage)).toMatchObject({
    missing: [key],
    orphaned: ['media/ff/stray.txt'],
  })
})
