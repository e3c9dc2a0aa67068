import { beforeAll, describe, expect, test } from 'vitest'
import { mp3, noise } from '../../platform/files/sample-files.ts'
import { startTestService, type TestSite } from '../../test/harness.ts'
import { multipart } from '../../test/multipart.ts'

const service = await startTestService()
const base = 'https://www.example.com'
let site: TestSite
let photo: string
let sound: string

beforeAll(async () => {
  site = await service.newSite()
  await site.admin.put('/api/settings', { public_read: 1, site_language: 'en', site_url: base })
  photo = await upload('sea.jpg', await noise(2400, 1350).jpeg().toBuffer())
  sound = await upload('talk.mp3', mp3())
})

async function upload(filename: string, content: Buffer): Promise<string> {
  const { payload, headers } = multipart([{ name: 'file', filename, content }])
  const { data } = await site.admin.send('POST', '/api/media/upload', payload, headers)
  return new URL(data.url).pathname
}

async function get(url: string): Promise<string> {
  return (await service.app.inject({ url, headers: { 'x-site': String(site.id) } })).payload
}

async function publish(fields: object): Promise<void> {
  const article = { content: '<p>x</p>', category_id: site.defaultCategoryId, status: 1, ...fields }
  expect((await site.admin.post('/api/articles', article)).status).toBe(201)
}

describe('what is shared', () => {
  test('has the picture of a category and of an author, in the right size for phones', async () => {
    const category = { name: 'Sea', alias: 'sea', cover: photo }
    const { id } = (await site.admin.post('/api/categories', category)).data
    await site.admin.put('/api/auth/me', { avatar: photo })
    await publish({ title: 'Waves', alias: 'waves', category_id: id })
    const page = await get('/categories/sea')
    expect(page).toContain(`<meta property="og:image" content="${base}${photo}?w=1600">`)
    expect(page).toContain('<meta property="og:image:width" content="1600">')
    expect(page).toContain('<meta name="twitter:card" content="summary_large_image">')
    expect(page).toMatch(/<img class="cover"[^>]*srcset="[^"]+w=800 800w[^"]*"[^>]* width="2400"/)
    const author = await get(`/authors/${site.admin.id}`)
    expect(author).toContain(`<meta property="og:image" content="${base}${photo}?w=1600">`)
    expect(author).toContain('<meta name="twitter:card" content="summary">')
  })

  test('without a cover has the first image of the text that is a file of the site and no icon', async () => {
    const icon = await upload('icon.png', await noise(64, 64).png().toBuffer())
    const image = (src: string) => `<img src="${src}" alt="x">`
    const content = `<p>${image('https://elsewhere.example/a.jpg')}${image(icon)}${image(photo)}</p>`
    await publish({ title: 'Walk', alias: 'walk', content })
    await site.admin.post('/api/pages', { title: 'About', alias: 'about', content })
    const shared = `<meta property="og:image" content="${base}${photo}?w=1600">`
    for (const path of ['/articles/walk', '/about']) expect(await get(path)).toContain(shared)
    expect(await get('/articles/walk')).toContain(`"image":["${base}${photo}"]`)
    await publish({ title: 'Icon', alias: 'with-icon', content: image(icon) })
    expect(await get('/articles/with-icon')).not.toContain('og:image')
    const cover = await upload('cover.png', await noise(300, 200).png().toBuffer())
    await publish({ title: 'Covered', alias: 'covered', content, cover })
    expect(await get('/articles/covered')).toContain(`<meta property="og:image" content="${base}${cover}">`)
  })

  test('in feeds has the cover and the first recording', async () => {
    const bytes = mp3().length
    const content = `<p>x</p><audio controls src="https://elsewhere.example/a.mp3"></audio><audio controls src="${sound}"></audio>`
    await publish({ title: 'Talk', alias: 'talk', content, cover: photo })
    const cover = `<media:content url="${base}${photo}?w=1600" medium="image" width="1600" height="900"/>`
    const rss = await get('/feed.xml')
    expect(rss).toContain(`<enclosure url="${base}${sound}" length="${bytes}" type="audio/mpeg"/>`)
    expect(rss).toContain(cover)
    const atom = await get('/atom.xml')
    expect(atom).toContain(
      `<link rel="enclosure" type="audio/mpeg" length="${bytes}" href="${base}${sound}"/>`,
    )
    expect(atom).toContain(cover)
    const [item] = JSON.parse(await get('/feed.json')).items
    expect(item).toMatchObject({
      image: `${base}${photo}?w=1600`,
      attachments: [{ url: `${base}${sound}`, mime_type: 'audio/mpeg', size_in_bytes: bytes }],
    })
  })
})
