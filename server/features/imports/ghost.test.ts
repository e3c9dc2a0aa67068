import { describe, expect, test } from 'vitest'
import { noise } from '../../platform/files/sample-files.ts'
import { startTestService, type TestSite } from '../../test/harness.ts'
import { importingInto } from '../../test/importing.ts'

const service = await startTestService()
const { folderOf, take, redirects } = importingInto(service)

const HTML = `<p>See <a href="__GHOST_URL__/second/">the second</a>.</p>
<figure class="kg-card kg-image-card"><img src="__GHOST_URL__/content/images/size/w600/2020/01/sea.png" class="kg-image" alt="sea" srcset="x 600w"></figure>
<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://x.example/"><div class="kg-bookmark-content"><div class="kg-bookmark-title">A title</div><div class="kg-bookmark-description">Described</div></div></a><figcaption><p>Noted</p></figcaption></figure>
<figure class="kg-card kg-gallery-card kg-width-wide"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="__GHOST_URL__/content/images/2020/01/sea.png"></div></div></div><figcaption><p><span style="white-space: pre-wrap;">Two</span></p></figcaption></figure>
<div class="kg-card kg-callout-card kg-callout-card-blue"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Mind <b>this</b></div></div>
<div class="kg-card kg-toggle-card" data-kg-toggle-state="close"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">More</h4><button class="x"><svg></svg></button></div><div class="kg-toggle-content"><p>Hidden</p></div></div>
<figure class="kg-card kg-embed-card"><iframe src="https://www.youtube.com/embed/abc?feature=oembed"></iframe></figure>
<figure class="kg-card kg-embed-card"><iframe src="https://unknown.example/player"></iframe></figure>`

const post = (id: string, fields: Record<string, unknown> = {}) => ({
  id,
  uuid: `uuid-${id}`,
  title: `Post ${id}`,
  slug: `post-${id}`,
  html: '<p>Text</p>',
  type: 'post',
  status: 'published',
  visibility: 'public',
  created_at: '2020-01-02T03:04:05.000Z',
  updated_at: '2020-01-03T03:04:05.000Z',
  published_at: '2020-01-02 03:04:05',
  ...fields,
})

const EXPORT = {
  db: [
    {
      meta: { version: '5.80.0' },
      data: {
        posts: [
          post('1', {
            title: 'Hello',
            slug: 'hello',
            html: HTML,
            featured: 1,
            feature_image: '__GHOST_URL__/content/images/2020/01/sea.png',
            custom_excerpt: 'In short',
            codeinjection_head: '<script>1</script>',
          }),
          post('2', { title: 'Second', slug: 'second' }),
          post('3', { title: 'Members', visibility: 'members' }),
          post('4', { title: 'Paid', visibility: 'paid' }),
          post('5', { title: 'Draft', status: 'draft', published_at: null }),
          post('6', { title: 'Later', status: 'scheduled', published_at: '2999-01-01T00:00:00.000Z' }),
          post('7', { title: 'About', slug: 'about', type: 'page' }),
        ],
        posts_meta: [
          {
            post_id: '1',
            meta_title: 'SEO',
            meta_description: 'For engines',
            feature_image_alt: 'The sea',
            feature_image_caption: '<span>By me</span>',
          },
        ],
        tags: [
          { id: 't1', name: 'News', slug: 'the-news', visibility: 'public', description: 'What is new' },
          { id: 't2', name: '#inside', slug: 'hash-inside', visibility: 'internal' },
        ],
        posts_tags: [
          { post_id: '1', tag_id: 't2', sort_order: 0 },
          { post_id: '1', tag_id: 't1', sort_order: 1 },
        ],
        users: [
          { id: 'u1', name: 'Ann Writer', slug: 'ann', email: 'ann@ghost.example' },
          { id: 'u2', name: 'Bob', slug: 'bob' },
        ],
        posts_authors: [
          { post_id: '1', author_id: 'u2', sort_order: 1 },
          { post_id: '1', author_id: 'u1', sort_order: 0 },
        ],
        members: [{ id: 'm1' }],
        settings: [{ key: 'codeinjection_foot', value: '<script></script>' }],
      },
    },
  ],
}

const byAlias = async (site: TestSite, alias: string) =>
  (await site.admin.get(`/api/articles/by-alias/${alias}`)).data

describe('a Ghost export', () => {
  test('is imported with all fields, and the second time nothing is imported', async () => {
    const site = await service.newSite()
    const folder = await folderOf({
      'ghost.json': JSON.stringify(EXPORT),
      'content/images/2020/01/sea.png': await noise(20, 10).png().toBuffer(),
    })
    const options = { media: { fetch: false, folder: `${folder}/content` } }
    const report = await take(site, 'ghost', `${folder}/ghost.json`, options)
    expect(report).toMatchObject({ found: 7, articles: 6, pages: 1, files: 1, tags: 1, authors: ['ann'] })
    const lossTexts = report.losses.map(({ where, what }) => `${where}: ${what}`)
    for (const expected of [
      'ghost.json: the internal tag #inside is not imported',
      'ghost.json: 1 members are not imported',
      'ghost.json: the code injection of the site (codeinjection_foot) is not imported',
      'Hello: its code injection is not imported',
      'Hello: only its first author is imported; the others are bob',
      'Members: it is for members only: imported as a draft',
      'Paid: it is for paid only: imported as a draft',
    ])
      expect(lossTexts).toContain(expected)
    const hello = await byAlias(site, 'hello')
    expect(hello).toMatchObject({
      title: 'Hello',
      status: 1,
      summary: 'In short',
      is_recommend: 1,
      author: { username: 'ann', nickname: 'Ann Writer' },
      tags: [{ name: 'News', alias: 'the-news' }],
      seo_title: 'SEO',
      seo_description: 'For engines',
      cover_media: { alt: 'The sea', width: 20 },
    })
    expect(Date.parse(hello.publish_at)).toBe(Date.parse('2020-01-02T03:04:05Z'))
    expect(Date.parse(hello.update_at)).toBe(Date.parse('2020-01-03T03:04:05Z'))
    for (const kept of [
      '<a href="/articles/second">the second</a>',
      '<blockquote><p><a href="https://x.example/">A title</a></p><p>Described</p><p>Noted</p></blockquote>',
      '<blockquote><p>💡 Mind <b>this</b></p></blockquote>',
      '<details><summary>More</summary><p>Hidden</p></details>',
      '<iframe src="https://www.youtube.com/embed/abc?feature=oembed"',
      '<a href="https://unknown.example/player">',
    ])
      expect(hello.content).toContain(kept)
    expect(hello.content).toMatch(
      /<div class="gallery"><figure><img src="[^"]*\/uploads\/[0-9a-f]{32}\.png"><\/figure><\/div><p>(?:<span>)?Two(?:<\/span>)?<\/p>/,
    )
    expect(hello.content).not.toMatch(/GHOST_URL|kg-bookmark|srcset/)
    expect(await byAlias(site, 'post-3')).toMatchObject({ status: 0 })
    expect(await byAlias(site, 'post-4')).toMatchObject({ status: 0 })
    const later = await byAlias(site, 'post-6')
    expect(Date.parse(later.scheduled_at)).toBe(Date.parse('2999-01-01T00:00:00Z'))
    expect((await site.admin.get('/api/pages/about')).data).toMatchObject({ title: 'About', enabled: 1 })
    expect(await redirects(site, report.import_id)).toContainEqual(['/second/', '/articles/second'])
    expect(await take(site, 'ghost', `${folder}/ghost.json`, options)).toMatchObject({
      articles: 0,
      files: 0,
      already_there: 7,
    })
  })

  test('leaves the placeholder for the address of the site nowhere', async () => {
    const G = '__GHOST_URL__'
    const html = `<p><a href="${G}/">home</a> <a href='${G}'>bare</a> <a href="${G}/gone/">gone</a> <a href="${G}/#/portal/signup">join</a> <a href="https://x.example/?u=${G}%2Ftwo%2F">share</a> ${G}/in-text/</p>
<figure class="kg-card kg-image-card"><a href="${G}/two/"><img src="${G}/content/images/gone.png" alt="${G}/alt/"></a><figcaption>At ${G}/caption/</figcaption></figure>
<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="${G}/two/"><div class="kg-bookmark-content"><div class="kg-bookmark-title">Two</div><div class="kg-bookmark-description">${G}/about</div></div></a></figure>
<div class="kg-card kg-button-card kg-align-center"><a href="${G}/shop/" class="kg-btn">Buy</a></div>
<div class="kg-card kg-product-card"><img src="${G}/content/images/p.png"><a href="${G}/p/" class="kg-product-card-button">P</a></div>`
    const data = {
      posts: [
        post('1', {
          slug: 'one',
          html,
          custom_excerpt: `Of ${G}/one/`,
          feature_image: `${G}/content/images/c.png`,
        }),
        post('2', { slug: 'two' }),
        post('3', { slug: 'three', type: 'page', html: `<p><a href="${G}/two/#a">two</a></p>` }),
      ],
      posts_meta: [
        { post_id: '1', meta_title: `${G}/seo/`, meta_description: `At ${G}`, feature_image_alt: `${G}/c` },
      ],
      tags: [
        {
          id: 't',
          name: 'T',
          slug: 't',
          description: `See ${G}/t/`,
          meta_title: `${G}/`,
          meta_description: G,
        },
      ],
      posts_tags: [{ post_id: '1', tag_id: 't' }],
    }
    const folder = await folderOf({ 'ghost.json': JSON.stringify({ data }) })
    const site = await service.newSite()
    await take(site, 'ghost', `${folder}/ghost.json`, { media: { fetch: false, folder } })
    const one = await byAlias(site, 'one')
    expect(one).toMatchObject({
      summary: 'Of /one/',
      cover: '',
      seo_title: '/seo/',
      seo_description: 'At /',
    })
    for (const kept of [
      '<a href="/">home</a> <a href="/">bare</a> <a href="/gone/">gone</a> <a href="/#/portal/signup">join</a>',
      'u=/two%2F">share</a> /in-text/',
      '<a href="/articles/two"><img src="/content/images/gone.png" alt="/alt/"></a>',
      '<a href="/articles/two">Two</a>',
      '<a href="/shop/">Buy</a>',
    ])
      expect(one.content).toContain(kept)
    const tag = (await site.admin.get(`/api/tags/${one.tags[0].id}`)).data
    const page = (await site.admin.get('/api/pages/three')).data
    expect(page.content).toContain('<a href="/articles/two#a">')
    expect(JSON.stringify([one, tag, page])).not.toContain('GHOST_URL')
    // Files that are there later take the place of the URLs in the text.
    const images = await folderOf({ 'images/gone.png': await noise(20, 10).png().toBuffer() })
    const again = await take(site, 'ghost', `${folder}/ghost.json`, {
      media: { fetch: false, folder: images },
    })
    expect(again).toMatchObject({ articles: 0, files: 1 })
    expect((await byAlias(site, 'one')).content).toMatch(/<img src="[^"]*\/uploads\/[^"]*" alt="\/alt\/">/)
  })

  test('reports images on other hosts as left where they are, and its own as images', async () => {
    const html = `<img src="https://images.example/photo-1?w=2"><img src='//images.example/2.png'>
      <img src="__GHOST_URL__/assets/logo.png"><img src="__GHOST_URL__/content/images/gone.png">
      <a href="__GHOST_URL__/content/files/gone.pdf">Paper</a><a href="https://images.example/3.png">3</a>`
    const posts = [
      post('1', { title: 'Pictures', html, feature_image: 'https://images.example/cover?w=3' }),
      post('2', { title: 'About', type: 'page', html, feature_image: '__GHOST_URL__/content/images/c.jfif' }),
    ]
    const folder = await folderOf({ 'ghost.json': JSON.stringify({ data: { posts } }) })
    const site = await service.newSite()
    for (const dryRun of [true, false]) {
      const report = await take(site, 'ghost', `${folder}/ghost.json`, {
        dryRun,
        media: { fetch: false, folder },
      })
      const ofBoth = [
        'the image https://images.example/photo-1?w=2 is left where it is: it is on another host',
        'the image //images.example/2.png is left where it is: it is on another host',
        'the image /assets/logo.png is left where it is: it is not one of the uploads of the site',
        'the image /content/images/gone.png is not imported: it is not in the media folder',
        'the file /content/files/gone.pdf is not imported: it is not in the media folder',
      ]
      const lines = report.losses.map(({ where, what }) => `${where}: ${what}`)
      expect(lines.filter((line) => / the (?:image|file) /.test(line)).sort()).toEqual(
        [
          ...ofBoth.map((what) => `Pictures: ${what}`),
          'Pictures: the image https://images.example/cover?w=3 is left where it is: it is on another host',
          ...ofBoth.map((what) => `About: ${what}`),
          'About: the image __GHOST_URL__/content/images/c.jfif is not imported: it is not in the media folder',
        ].sort(),
      )
    }
    const { content, cover } = await byAlias(site, 'post-1')
    expect(content).toContain('src="https://images.example/photo-1?w=2"')
    expect(cover).toBe('https://images.example/cover?w=3')
  })

  test.each([
    ['not JSON', 'Hello', /not a JSON file/],
    ['another JSON', '{"a":1}', /not a Ghost export/],
    ['a list', '[1,2]', /not a Ghost export/],
  ])('%s is rejected', async (_, text, expected) => {
    const folder = await folderOf({ 'x.json': text })
    await expect(take(await service.newSite(), 'ghost', `${folder}/x.json`)).rejects.toThrow(expected)
  })
})

const DISQUS = `<?xml version="1.0"?><disqus xmlns:dsq="http://disqus.com/disqus-internals">
<thread dsq:id="1"><link>https://old.example/2020/hello/</link><title>Hello</title></thread>
<thread dsq:id="2"><link>https://old.example/nowhere/</link></thread>
<post dsq:id="12"><message><![CDATA[<p>An answer</p>]]></message><createdAt>2020-01-02T00:00:00Z</createdAt><isDeleted>false</isDeleted><isSpam>false</isSpam><author><name>Bob</name><email>bob@example.com</email></author><ipAddress>203.0.113.7</ipAddress><thread dsq:id="1"/><parent dsq:id="11"/></post>
<post dsq:id="11"><message><![CDATA[<p>First &amp; <b>foremost</b></p>]]></message><createdAt>2020-01-01T00:00:00Z</createdAt><isDeleted>false</isDeleted><isSpam>false</isSpam><author><name>Ann</name></author><thread dsq:id="1"/></post>
<post dsq:id="13"><message><![CDATA[<p>Buy</p>]]></message><createdAt>2020-01-03T00:00:00Z</createdAt><isDeleted>false</isDeleted><isSpam>true</isSpam><author><name>Spam</name></author><thread dsq:id="1"/></post>
<post dsq:id="14"><message><![CDATA[<p>Lost</p>]]></message><createdAt>2020-01-03T00:00:00Z</createdAt><isDeleted>false</isDeleted><isSpam>false</isSpam><author><name>Eve</name></author><thread dsq:id="2"/></post></disqus>`

const WALINE = JSON.stringify({
  type: 'waline',
  data: {
    Comment: [
      {
        objectId: 'b',
        pid: 'a',
        rid: 'a',
        nick: 'Bob',
        mail: 'bob@example.com',
        ip: '203.0.113.7',
        comment: '<p>An answer</p>',
        url: '/2020/hello/',
        status: 'approved',
        insertedAt: '2020-01-02 00:00:00',
      },
      {
        objectId: 'a',
        nick: 'Ann',
        mail: '',
        comment: 'First &amp; <b>foremost</b>',
        url: '/2020/hello/',
        status: 'approved',
        insertedAt: '2020-01-01 00:00:00',
      },
      {
        objectId: 'c',
        nick: 'Spam',
        comment: 'Buy',
        url: '/2020/hello/',
        status: 'spam',
        insertedAt: '2020-01-03 00:00:00',
      },
      {
        objectId: 'd',
        nick: 'Eve',
        comment: 'Lost',
        url: '/nowhere/',
        status: 'approved',
        insertedAt: '2020-01-03 00:00:00',
      },
    ],
  },
})
const TWIKOO = JSON.stringify([
  {
    _id: 'a',
    nick: 'Ann',
    mail: '',
    comment: '<p>First &amp; <b>foremost</b></p>',
    url: '/2020/hello/',
    isSpam: false,
    created: 1577836800000,
  },
  {
    _id: { $oid: 'b' },
    pid: 'a',
    rid: 'a',
    nick: 'Bob',
    mail: 'bob@example.com',
    ip: '203.0.113.7',
    comment: '<p>An answer</p>',
    url: '/2020/hello/',
    isSpam: false,
    created: 1577923200000,
  },
  { _id: 'c', nick: 'Spam', comment: 'Buy', url: '/2020/hello/', isSpam: true, created: 1578009600000 },
  { _id: 'd', nick: 'Eve', comment: 'Lost', url: '/nowhere/', created: 1578009600000 },
])
const artalk = (id: string, fields: object) => ({
  id,
  rid: '0',
  nick: 'Ann',
  email: '',
  ip: '',
  is_pending: 'false',
  page_key: 'https://old.example/2020/hello.html',
  site_name: 'Old',
  created_at: '2020-01-01 00:00:00 +0000',
  ...fields,
})
const ARTALK = JSON.stringify([
  artalk('1', { content: 'First &amp; **foremost**'.replaceAll('**', '') }),
  artalk('2', {
    rid: '1',
    nick: 'Bob',
    email: 'bob@example.com',
    ip: '203.0.113.7',
    content: 'An answer',
    created_at: '2020-01-02 00:00:00 +0000',
  }),
  artalk('3', { nick: 'Spam', content: 'Buy', is_pending: 'true', created_at: '2020-01-03 00:00:00 +0000' }),
  artalk('4', { nick: 'Eve', content: 'Lost', page_key: '/nowhere/' }),
])

describe('comments of other services', () => {
  test.each([
    ['Disqus', DISQUS, 3],
    ['Waline', WALINE, 3],
    ['Twikoo', TWIKOO, 3],
    ['Artalk', ARTALK, 0],
  ])('of %s find their article by its URL or alias', async (_, text, otherStatus) => {
    const site = await service.newSite()
    await take(
      site,
      'markdown',
      await folderOf({ 'a.md': '---\ntitle: Hello\nslug: hello\npermalink: /2020/hello/\n---\nText' }),
    )
    const folder = await folderOf({ comments: text })
    const report = await take(site, 'comments', `${folder}/comments`)
    expect(report).toMatchObject({ comments: 3, losses_total: 1 })
    expect(report.losses[0]?.what).toBe('its comments are not imported: the article or page does not exist')
    const { id, comment_count } = await byAlias(site, 'hello')
    expect(comment_count).toBe(2)
    const list = (await site.admin.get(`/api/comments?article_id=${id}`)).data.list
    const shown = list.map((each: Record<string, unknown>) => [each.content, each.status]).sort()
    expect(shown).toEqual([
      ['An answer', 1],
      ['Buy', otherStatus],
      ['First & foremost', 1],
    ])
    const tree = (await site.admin.get(`/api/articles/${id}/comments`)).data.list
    expect(tree).toMatchObject([
      {
        content: 'First & foremost',
        user: { id: 0, nickname: 'Ann' },
        children: [{ content: 'An answer', user: { nickname: 'Bob' } }],
      },
    ])
    expect(await take(site, 'comments', `${folder}/comments`)).toMatchObject({ comments: 0 })
    expect((await byAlias(site, 'hello')).comment_count).toBe(2)
    expect(service.logLines).toEqual([])
  })

  test('of an unknown format are rejected', async () => {
    const folder = await folderOf({ a: '[{"x":1}]', b: '<rss><channel></channel></rss>' })
    const site = await service.newSite()
    await expect(take(site, 'comments', `${folder}/a`)).rejects.toThrow(/no comments of Disqus, Waline/)
    await expect(take(site, 'comments', `${folder}/b`)).rejects.toThrow(/not a Disqus export/)
  })
})
