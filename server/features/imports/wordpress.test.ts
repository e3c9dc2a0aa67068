import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { noise } from '../../platform/files/sample-files.ts'
import { startTestService, type TestSite } from '../../test/harness.ts'
import { importingInto } from '../../test/importing.ts'
import { undoImport } from './undo.actions.ts'

const service = await startTestService()
const { folderOf, take: takeAny, uploadingTo, redirects } = importingInto(service)

const pictures = new Map([
  ['/wp-content/uploads/2020/01/sea.png', await noise(40, 20).png().toBuffer()],
  ['/wp-content/uploads/2020/01/hill.png', await noise(20, 40).png().toBuffer()],
])
const requests: string[] = []
const old = createServer((request, response) => {
  requests.push(request.url ?? '')
  const picture = pictures.get(request.url ?? '')
  if (request.url === '/wp-content/uploads/moved.png')
    return response.writeHead(302, { location: '/wp-content/uploads/2020/01/sea.png' }).end()
  return response.writeHead(picture ? 200 : 404).end(picture)
})
await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve))
afterAll(() => void old.close())
const OLD = `http://127.0.0.1:${(old.address() as AddressInfo).port}`

interface Post {
  id: number
  title?: string
  type?: string
  status?: string
  slug?: string
  content?: string
  more?: string
}

const item = ({
  id,
  title = `Post ${id}`,
  type = 'post',
  status = 'publish',
  slug = `post-${id}`,
  content = '<p>Text</p>',
  more = '',
}: Post) => `
  <item>
    <title><![CDATA[${title}]]></title>
    <link>${OLD}/2020/01/${slug}/</link>
    <dc:creator><![CDATA[mary]]></dc:creator>
    <content:encoded><![CDATA[${content}]]></content:encoded>
    <wp:post_id>${id}</wp:post_id>
    <wp:post_date><![CDATA[2020-01-02 11:04:05]]></wp:post_date>
    <wp:post_date_gmt><![CDATA[2020-01-02 03:04:05]]></wp:post_date_gmt>
    <wp:post_name><![CDATA[${slug}]]></wp:post_name>
    <wp:status><![CDATA[${status}]]></wp:status>
    <wp:post_type><![CDATA[${type}]]></wp:post_type>
    ${more}
  </item>`

const meta = (key: string, value: string | number) =>
  `<wp:postmeta><wp:meta_key><![CDATA[${key}]]></wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`

const comment = (id: number, parent: number, state: string, text: string, more = '') => `<wp:comment>
  <wp:comment_id>${id}</wp:comment_id><wp:comment_author><![CDATA[Guest ${id}]]></wp:comment_author>
  <wp:comment_author_email>guest${id}@example.com</wp:comment_author_email>
  <wp:comment_author_IP>203.0.113.${id}</wp:comment_author_IP>
  <wp:comment_date>2020-02-01 08:00:0${id % 10}</wp:comment_date><wp:comment_date_gmt>2020-02-01 00:00:0${id % 10}</wp:comment_date_gmt>
  <wp:comment_content><![CDATA[${text}]]></wp:comment_content><wp:comment_approved>${state}</wp:comment_approved>
  <wp:comment_type>comment</wp:comment_type><wp:comment_parent>${parent}</wp:comment_parent>${more}</wp:comment>`

const wxr = (items: string, head = '', prologue = '') => `<?xml version="1.0" encoding="UTF-8" ?>${prologue}
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Old Blog</title><link>${OLD}</link><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>${OLD}</wp:base_site_url><wp:base_blog_url>${OLD}</wp:base_blog_url>${head}${items}</channel></rss>`

const HEAD = `
<wp:author><wp:author_id>2</wp:author_id><wp:author_login><![CDATA[mary]]></wp:author_login><wp:author_email><![CDATA[mary-WHO@example.com]]></wp:author_email><wp:author_display_name><![CDATA[Mary Poppins]]></wp:author_display_name></wp:author>
<wp:category><wp:term_id>3</wp:term_id><wp:category_nicename>tech</wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name><![CDATA[Technik]]></wp:cat_name></wp:category>
<wp:category><wp:term_id>4</wp:term_id><wp:category_nicename>node-js</wp:category_nicename><wp:category_parent>tech</wp:category_parent><wp:cat_name><![CDATA[Node.js]]></wp:cat_name><wp:category_description><![CDATA[About Node]]></wp:category_description></wp:category>
<wp:tag><wp:term_id>5</wp:term_id><wp:tag_slug>first-tag</wp:tag_slug><wp:tag_name><![CDATA[The First]]></wp:tag_name></wp:tag>`

const attachment = (id: number, name: string, alt: string, caption: string, parent = 0) =>
  item({
    id,
    title: name,
    type: 'attachment',
    status: 'inherit',
    content: '',
    more: `<excerpt:encoded><![CDATA[${caption}]]></excerpt:encoded><wp:post_parent>${parent}</wp:post_parent><wp:attachment_url><![CDATA[${OLD}/wp-content/uploads/2020/01/${name}]]></wp:attachment_url>${meta('_wp_attachment_image_alt', alt)}`,
  })

const FULL = `<!-- wp:paragraph -->
<p>Before. See <a href="${OLD}/2020/01/second/#part">the second</a>, <a href="/?p=13">the third</a> and <a href="https://elsewhere.example/x">others</a>.</p>
<!-- /wp:paragraph -->
<!-- wp:more --><!--more--><!-- /wp:more -->
<!-- wp:image {"id":20} --><figure class="wp-block-image"><a href="${OLD}/wp-content/uploads/2020/01/sea.png"><img src="${OLD}/wp-content/uploads/2020/01/sea-300x200.png" srcset="${OLD}/x.png 2x" alt=""/></a></figure><!-- /wp:image -->
[caption id="attachment_21" width="300"]<img src="${OLD}/wp-content/uploads/2020/01/hill.png" alt="h" /> A <em>hill</em>[/caption]
[gallery ids="20,21"]
<!-- wp:embed --><figure class="wp-block-embed"><div class="wp-block-embed__wrapper">
https://www.youtube.com/watch?v=abc123
</div></figure><!-- /wp:embed -->
[embed]https://vimeo.com/123[/embed]
<img src="${OLD}/wp-content/uploads/gone.png"> [contact-form-7 id="5" title="x"]
<script>alert(1)</script>`

const SAMPLE = wxr(
  [
    attachment(20, 'sea.png', 'The sea', 'By the sea', 10),
    attachment(21, 'hill.png', '', ''),
    item({
      id: 10,
      title: 'Hello & <b>world</b>',
      slug: '%e4%bd%a0%e5%a5%bd',
      content: FULL,
      more: `<wp:is_sticky>1</wp:is_sticky><wp:comment_status>closed</wp:comment_status>
        <category domain="category" nicename="node-js"><![CDATA[Node.js]]></category><category domain="category" nicename="tech"><![CDATA[Technik]]></category>
        <category domain="post_tag" nicename="first-tag"><![CDATA[The First]]></category><category domain="genre" nicename="x">X</category>
        ${meta('_thumbnail_id', 20)}${meta('_yoast_wpseo_title', '%%title%% %%sep%% %%sitename%%')}${meta('_yoast_wpseo_metadesc', 'Described')}
        ${meta('rank_math_focus_keyword', 'one,two')}${meta('_wp_old_slug', 'old-hello')}${meta('mood', 'good')}
        ${comment(1, 0, '1', 'First <a href="https://x.example/">link</a><br>line two')}${comment(3, 2, '1', 'Third answers second')}${comment(2, 1, '1', 'Second answers first', '<wp:comment_user_id>2</wp:comment_user_id>')}
        ${comment(4, 0, '0', 'Waits')}${comment(5, 0, 'spam', 'Buy')}${comment(6, 0, 'trash', 'Thrown away')}`,
    }),
    item({
      id: 12,
      title: 'Second',
      slug: 'second',
      content: 'One line\nand another\n\nA new paragraph\n\n<ul>\n<li>item</li>\n</ul>\n<pre>a\n\nb</pre>',
    }),
    item({ id: 13, title: 'Third', slug: 'third', status: 'draft' }),
    item({ id: 14, title: 'Private', status: 'private' }),
    item({ id: 15, title: 'Locked', more: '<wp:post_password><![CDATA[secret]]></wp:post_password>' }),
    item({ id: 16, title: 'Later', status: 'future' }).replaceAll('2020-01-02', '2999-01-02'),
    item({
      id: 17,
      title: 'Thrown',
      status: 'trash',
      slug: 'thrown__trashed',
      more: `${meta('_wp_trash_meta_status', 'publish')}${meta('_wp_desired_post_slug', 'thrown')}`,
    }),
    item({
      id: 18,
      title: 'About',
      type: 'page',
      slug: 'about',
      content: `<p>About <a href="${OLD}/2020/01/second/">us</a></p>`,
    }),
    item({ id: 19, title: 'Menu', type: 'nav_menu_item' }),
  ].join(''),
  HEAD,
)

const take = async (site: TestSite, xml: string | Buffer, options: Parameters<typeof takeAny>[3] = {}) =>
  takeAny(site, 'wordpress', `${await folderOf({ 'export.xml': xml })}/export.xml`, options)
const lossesOf = ({ losses }: Awaited<ReturnType<typeof take>>) =>
  losses.map(({ where, what }) => `${where}: ${what}`)
const byAlias = async (site: TestSite, alias: string) =>
  (await site.admin.get(`/api/articles/by-alias/${encodeURIComponent(alias)}`)).data
const named = ({ name }: { name: string }) => name

describe('a WordPress export', () => {
  test('is imported with all fields, and the second time nothing is imported', async () => {
    const site = await service.newSite()
    const xml = SAMPLE.replace('WHO', site.alias)
    const dry = await take(site, xml, { dryRun: true, media: { fetch: true }, allow: '127.0.0.0/8' })
    expect(dry).toMatchObject({
      dry_run: true,
      found: 8,
      articles: 7,
      pages: 1,
      comments: 6,
      categories: 2,
      tags: 1,
    })
    expect((await site.admin.get('/api/articles')).data.total).toBe(0)

    const report = await take(site, xml, { media: { fetch: true }, allow: '127.0.0.0/8' })
    expect(report).toMatchObject({
      found: 8,
      articles: 7,
      pages: 1,
      comments: 6,
      files: 2,
      authors: ['mary'],
    })
    for (const expected of [
      /^Hello & world: the image .*gone\.png is not imported: its server returned 404$/,
      /^Hello & world: shortcodes are kept as text: contact-form-7$/,
      /^Hello & world: removed from the text: .*script/,
      /^Private: it is private: imported as a draft$/,
      /^Locked: it has a password: imported as a draft$/,
      /^export\.xml: the custom field mood is not imported \(1\)$/,
      /^export\.xml: terms of the taxonomy genre are not imported \(1\)$/,
      /^export\.xml: items of the type nav_menu_item are not imported \(1\)$/,
    ])
      expect(lossesOf(report)).toContainEqual(expect.stringMatching(expected))

    const hello = await byAlias(site, '你好')
    expect(hello).toMatchObject({
      title: 'Hello & world',
      status: 1,
      summary: 'Before. See the second, the third and others.',
      author: { username: 'mary', nickname: 'Mary Poppins' },
      category: { name: 'Node.js', alias: 'node-js' },
      is_top: 1,
      allow_comment: 0,
      seo_title: 'Hello & world - Old Blog',
      seo_description: 'Described',
      seo_keywords: 'one,two',
      comment_count: 3,
    })
    expect(Date.parse(hello.publish_at)).toBe(Date.parse('2020-01-02T03:04:05Z'))
    expect(Date.parse(hello.create_at)).toBe(Date.parse('2020-01-02T03:04:05Z'))
    expect(hello.tags).toMatchObject([{ name: 'The First', alias: 'first-tag' }])
    expect(hello.category_ids).toHaveLength(1)
    expect(hello.cover_media).toMatchObject({ alt: 'The sea', width: 40 })
    const { content } = hello
    expect(content).toContain('<a href="/articles/second#part">the second</a>')
    expect(content).toContain('<a href="/articles/third">the third</a>')
    expect(content).toContain('<a href="https://elsewhere.example/x">others</a>')
    expect(content).toMatch(
      /<figure><img src="[^"]*\/uploads\/[0-9a-f]{32}\.png" alt="h"><figcaption>A <em>hill<\/em>/,
    )
    expect(content).toMatch(
      /<a href="[^"]*\/uploads\/[0-9a-f]{32}\.png"><img src="[^"]*\/uploads\/[0-9a-f]{32}\.png" alt=""><\/a>/,
    )
    expect(content).toMatch(
      /<div class="gallery"><figure><img [^>]*alt="The sea"><figcaption>By the sea<\/figcaption><\/figure>/,
    )
    expect(content).toContain('https://www.youtube.com/embed/abc123')
    expect(content).toContain('https://player.vimeo.com/video/123')
    expect(content).not.toMatch(/wp:|<script|srcset/)
    expect((await site.admin.get('/api/articles/by-alias/old-hello')).status).toBe(301)

    const { data: media } = await site.admin.get('/api/media')
    expect(
      media.list.map(({ filename, alt, title }: Record<string, string>) => [filename, alt, title]).sort(),
    ).toEqual([
      ['hill.png', '', 'hill.png'],
      ['sea.png', 'The sea', 'By the sea'],
    ])
    const second = await byAlias(site, 'second')
    expect(second.content.replaceAll('\n', '')).toBe(
      '<p>One line<br>and another</p><p>A new paragraph</p><ul><li>item</li></ul><pre>ab</pre>',
    )
    expect((await byAlias(site, 'third')).status).toBe(0)
    const later = await byAlias(site, 'post-16')
    expect([later.status, Date.parse(later.scheduled_at)]).toEqual([0, Date.parse('2999-01-02T03:04:05Z')])
    const bin = (await site.admin.get('/api/recycle-bin')).data.list
    expect(bin.map(({ type, title }: Record<string, string>) => `${type} ${title}`).sort()).toEqual([
      'article Thrown',
      'comment Thrown away',
    ])
    const about = (await site.admin.get('/api/pages/about')).data
    expect(about).toMatchObject({
      title: 'About',
      enabled: 1,
      content: '<p>About <a href="/articles/second">us</a></p>',
    })
    const tree = (await site.admin.get('/api/categories')).data
    expect(tree.find((each: { name: string }) => each.name === 'Technik').children.map(named)).toEqual([
      'Node.js',
    ])

    const comments = (await site.admin.get(`/api/comments?article_id=${hello.id}&page_size=50`)).data.list
    const shown = comments.map((each: Record<string, unknown>) => [each.content, each.status]).sort()
    expect(shown).toEqual([
      ['Buy', 3],
      ['First link (https://x.example/)\nline two', 1],
      ['Second answers first', 1],
      ['Third answers second', 1],
      ['Waits', 0],
    ])
    const author = (await site.admin.get(`/api/users/${hello.author.id}`)).data
    expect(author).toMatchObject({ status: 0, role: 'member', email: `mary-${site.alias}@example.com` })
    expect(await redirects(site, report.import_id)).toContainEqual([
      `${OLD}/2020/01/second/`,
      '/articles/second',
    ])

    const before = requests.length
    const again = await take(site, xml, { media: { fetch: true }, allow: '127.0.0.0/8' })
    expect(again).toMatchObject({ articles: 0, comments: 0, files: 0, already_there: 8 })
    expect(requests.slice(before).filter((url) => !url.includes('gone'))).toEqual([])
    expect(await undoImport(uploadingTo(site), report.import_id)).toEqual({ undone: 9, kept: 0 })
    expect((await site.admin.get('/api/articles')).data.total).toBe(0)
  })

  test('pictures come from a folder or nowhere, and from a private network only if allowed', async () => {
    const uploads = await folderOf({
      '2020/01/sea.png': pictures.get('/wp-content/uploads/2020/01/sea.png') ?? '',
    })
    const xml = wxr(
      attachment(20, 'sea.png', 'The sea', '') +
        item({ id: 1, content: `<img src="${OLD}/wp-content/uploads/2020/01/sea-300x200.png">` }),
    )
    const site = await service.newSite()
    const before = requests.length
    const refused = await take(site, xml, { media: { fetch: true } })
    expect(refused).toMatchObject({ articles: 1, files: 0 })
    expect(lossesOf(refused)).toContainEqual(expect.stringMatching(/private network that IMPORT_ALLOW/))
    expect((await byAlias(site, 'post-1')).content).toContain(OLD)
    const skipped = await take(await service.newSite(), xml)
    expect(lossesOf(skipped)).toContainEqual(expect.stringMatching(/files are not imported/))
    expect(requests).toHaveLength(before)
    const other = await service.newSite()
    expect(await take(other, xml, { media: { fetch: false, folder: uploads } })).toMatchObject({
      files: 1,
      losses: [],
    })
    expect((await byAlias(other, 'post-1')).content).toMatch(/src="[^"]*\/uploads\/[0-9a-f]{32}\.png"/)
  })

  test('names and titles that are stored as HTML become plain text', async () => {
    const site = await service.newSite()
    const term = (name: string, field: string, about: string) =>
      `<wp:${name}><wp:${field}>x-${name}</wp:${field}><wp:${name === 'category' ? 'cat' : name}_name><![CDATA[R&amp;D &#8211; <em>${name}</em>]]></wp:${name === 'category' ? 'cat' : name}_name><wp:${name}_description><![CDATA[${about}]]></wp:${name}_description></wp:${name}>`
    const about = '<p>One &amp; two</p>\n<p>Three</p>'
    const author = `<wp:author><wp:author_id>7</wp:author_id><wp:author_login>mary-co</wp:author_login><wp:author_display_name><![CDATA[Mary &amp; <b>Co</b>]]></wp:author_display_name></wp:author>`
    const head = `${author}${term('category', 'category_nicename', about)}${term('tag', 'tag_slug', about)}`
    const xml = wxr(
      attachment(20, 'sea.png', 'Sea &amp; sky', 'By &#8220;the&#8221; <a href="/x">sea</a>') +
        item({
          id: 1,
          title: 'A &amp; B&#8217;s <em>1 &lt; 2</em>　End',
          slug: 'entities',
          more: `<category domain="category" nicename="x-category"><![CDATA[R&amp;D &#8211; <em>category</em>]]></category>
            <category domain="post_tag" nicename="x-tag"><![CDATA[R&amp;D &#8211; <em>tag</em>]]></category>
            <category domain="post_tag" nicename="%e6%96%b0"><![CDATA[]]></category>
            ${meta('_yoast_wpseo_title', '%%title%% &amp; more %%sep%% %%sitename%%')}
            ${comment(1, 0, '1', 'Hello').replace('Guest 1', 'Tom &amp; Jerry')}`,
        }),
      head,
    )
      .replace('Old Blog', 'Old &amp;amp; New')
      .replaceAll('[mary]', '[mary-co]')
    const sea = { media: { fetch: true }, allow: '127.0.0.0/8' }
    await take(site, xml, sea)
    const article = await byAlias(site, 'entities')
    expect(article).toMatchObject({
      title: 'A & B’s 1 < 2 End',
      seo_title: 'A & B’s 1 < 2 End & more - Old & New',
      author: { nickname: 'Mary & Co' },
      category: { name: 'R&D – category', alias: 'x-category' },
    })
    expect(article.tags.map(named)).toEqual(['R&D – tag', '新'])
    const one = async (path: string) => (await site.admin.get(path)).data
    expect((await one(`/api/categories/${article.category.id}`)).description).toBe('One & two\n\nThree')
    expect((await one(`/api/tags/${article.tags[0].id}`)).description).toBe('One & two\n\nThree')
    expect((await one('/api/media')).list).toMatchObject([{ alt: 'Sea & sky', title: 'By “the” sea' }])
    expect((await one(`/api/articles/${article.id}/comments`)).list[0].user.nickname).toBe('Tom & Jerry')
  })

  test('code in shortcodes becomes blocks of code as it was typed, and hidden code is reported', async () => {
    const site = await service.newSite()
    const xml = wxr(
      item({
        id: 1,
        content: `Before
[code lang="php"]
<?php echo "x"; ?>

  [gallery ids="1"] <!-- kept -->
[/code]
[sourcecode language='HTML']<b class="y">Bold</b>[/sourcecode]
[code]a &lt; b &amp;&amp; c[/code]
[code]https://www.youtube.com/watch?v=abc[/code]
After <?php echo "raw"; ?><!-- note --> [[code]] \ue0010\ue001`,
      }) +
        item({
          id: 2,
          content: `<!-- wp:paragraph --><p>One</p><!-- /wp:paragraph --><!--more-->
<!-- wp:shortcode -->[code lang=js]if (a < b) <script>1</script>[/code]<!-- /wp:shortcode -->`,
        }),
    )
    const report = await take(site, xml)
    expect(lossesOf(report)).toEqual([
      'Post 1: HTML comments in it are removed (1)',
      'Post 1: PHP code in it is removed (1)',
    ])
    const { content } = await byAlias(site, 'post-1')
    for (const code of [
      '<pre><code class="language-php">&lt;?php echo "x"; ?&gt;\n\n  [gallery ids="1"] &lt;!-- kept --&gt;</code></pre>',
      '<pre><code class="language-html">&lt;b class="y"&gt;Bold&lt;/b&gt;</code></pre>',
      '<pre><code>a &lt; b &amp;&amp; c</code></pre>',
      '<pre><code>https://www.youtube.com/watch?v=abc</code></pre>',
    ])
      expect(content).toContain(code)
    expect(content).toMatch(/^<p>Before<\/p>[\s\S]*<p>After {2}\[\[code\]\] 0<\/p>$/)
    expect((await byAlias(site, 'post-2')).content).toMatch(
      /^<p>One<\/p>\s*<pre><code class="language-js">if \(a &lt; b\) &lt;script&gt;1&lt;\/script&gt;<\/code><\/pre>$/,
    )
  })

  test.each([
    ['[pre]a &lt; b\n  c[/pre]', '<pre><code>a &lt; b\n  c</code></pre>'],
    ['<p>[code lang="php"]a<br />b &lt;br&gt;<br />c[/code]</p>', 'php: a\nb &lt;br&gt;\nc'],
    ['[code]if (a &lt; b) a -> "c" &amp;&amp; &nbsp;d[/code]', 'if (a &lt; b) a -&gt; "c" &amp;&amp;  d'],
    [
      '[code]if (a < b && c)\n\treturn "&lt;i&gt;" . 1[/code]',
      'if (a &lt; b &amp;&amp; c)\n\treturn "&amp;lt;i&amp;gt;" . 1',
    ],
    ['[code]echo "&lt;" . "<b>";<br>[/code]', 'echo "&amp;lt;" . "&lt;b&gt;";&lt;br&gt;'],
    ['[code]<p>Shown</p>[/code]', '&lt;p&gt;Shown&lt;/p&gt;'],
    ['[sourcecode language=&quot;js&quot;]a &amp;lt; b[/sourcecode]', 'js: a &amp;lt; b'],
    ['[code]<p>one</p>\n<p>&amp;two</p>[/code]', 'one\n&amp;two'],
    ['[php]<?php echo [pre]1[/pre]; ?>\n[/php]', 'php: &lt;?php echo [pre]1[/pre]; ?&gt;'],
    ['<pre>[code]x &lt; y[/code]</pre>', 'x &lt; y'],
    [
      '<!-- wp:paragraph --><p>[code]</p><!-- /wp:paragraph -->\n<!-- wp:paragraph --><p>a &lt; b<br>c</p><!-- /wp:paragraph -->\n<!-- wp:paragraph --><p>[/code]</p><!-- /wp:paragraph -->',
      'a &lt; b\nc',
    ],
    ['<pre class="brush: php; title: ; notranslate" title="">a &lt; b\n\nc</pre>', 'php: a &lt; b\n\nc'],
    ['<pre class="lang:js decode:true">if (a &lt; b) [gallery]</pre>', 'js: if (a &lt; b) [gallery]'],
    ['<pre lang="php" line="1"><?php echo "<b>"; ?></pre>', 'php: &lt;?php echo "&lt;b&gt;"; ?&gt;'],
    [
      '<!-- wp:syntaxhighlighter/code {"language":"css"} -->\n<pre class="wp-block-syntaxhighlighter-code">a &gt; b</pre>\n<!-- /wp:syntaxhighlighter/code -->',
      'css: a &gt; b',
    ],
    ['<pre class="EnlighterJSRAW" data-enlighter-language="sql">x</pre>', 'sql: x'],
  ])('the code in %j', async (content, expected) => {
    const site = await service.newSite()
    expect(lossesOf(await take(site, wxr(item({ id: 1, content }))))).toEqual([])
    const [, language, code = ''] = /^(?:(\w+): )?([\s\S]*)$/.exec(expected) ?? []
    const opening = language === undefined ? '<pre><code>' : `<pre><code class="language-${language}">`
    expect((await byAlias(site, 'post-1')).content).toBe(
      expected.startsWith('<pre>') ? expected : `${opening}${code}</code></pre>`,
    )
  })

  test.each([
    [
      '<iframe src="http://player.youku.com/embed/XMTI=" width="5"></iframe>',
      'https://player.youku.com/embed/XMTI=',
    ],
    [
      '<embed src="http://player.youku.com/player.php/Type/Folder/sid/XMTI=/v.swf" type="application/x-shockwave-flash"></embed>',
      'https://player.youku.com/embed/XMTI=',
    ],
    [
      '<object width="425"><param name="movie" value="http://www.youtube.com/v/abc123&amp;hl=en" /><embed src="http://www.youtube.com/v/abc123&hl=en"></embed></object>',
      'https://www.youtube.com/embed/abc123',
    ],
    [
      '<iframe class="video_iframe" data-src="https://v.qq.com/iframe/preview.html?width=500&amp;vid=a0123"></iframe>',
      'https://v.qq.com/txp/iframe/player.html?vid=a0123',
    ],
    ['<iframe src="https://maps.example/?a=1&amp;b=2"></iframe>', undefined],
  ])('the player %s is kept, or a link', async (content, player) => {
    const site = await service.newSite()
    expect(lossesOf(await take(site, wxr(item({ id: 1, content }))))).toEqual([])
    const expected =
      player === undefined
        ? '<p><a href="https://maps.example/?a=1&amp;b=2">https://maps.example/?a=1&amp;b=2</a></p>'
        : `<iframe src="${player}" title=`
    expect((await byAlias(site, 'post-1')).content).toContain(expected)
  })

  test('alignments become those of the editor', async () => {
    const site = await service.newSite()
    const content = `<p class="has-text-align-center" id="x">A</p>

<p align="right">B</p>

<center>C <b>D</b></center>

<table><tr><td align="center">E</td></tr></table><h2 class="has-text-align-center" style="text-align: left">F</h2>`
    const report = await take(site, wxr(item({ id: 1, content })))
    expect(lossesOf(report)).toEqual([])
    const aligned = [
      ...(await byAlias(site, 'post-1')).content.matchAll(/text-align: (\w+)">\s*(?:<p>)?([^<]*)/g),
    ]
    expect(aligned.map(([, side, text]) => `${side} ${text?.trim()}`)).toEqual([
      'center A',
      'right B',
      'center C',
      'center E',
      'left F',
    ])
  })

  test('images that a script loads, as of WeChat, keep their URL', async () => {
    const site = await service.newSite()
    const content =
      '<img class="lazy" data-original="https://a.example/1.png" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP" /><img data-src="https://mmbiz.example/2?wx_fmt=png&amp;x=1"><img data-src="https://a.example/no.png" src="https://a.example/3.png">'
    await take(site, wxr(item({ id: 1, content })))
    const sources = [...(await byAlias(site, 'post-1')).content.matchAll(/ src="([^"]*)"/g)].map(
      ([, src]) => src,
    )
    expect(sources).toEqual([
      'https://a.example/1.png',
      'https://mmbiz.example/2?wx_fmt=png&amp;x=1',
      'https://a.example/3.png',
    ])
  })

  test('images that are not imported are reported as images, and those on other hosts as left where they are', async () => {
    const site = await service.newSite()
    const xml = wxr(
      attachment(20, 'paper.pdf', '', '') +
        attachment(21, 'gone.jpg', '', '') +
        item({
          id: 1,
          content: `<p><img alt="1" src="https://cdn.example/photo-1?w=100&amp;h=50"> <img src='//cdn.example/2.png'>
            <img src="${OLD}/theme/logo.png"> <img src="/wp-content/themes/x/bg.png">
            <img src="https://cdn.example/photo-1?w=100&amp;h=50"> <img src="data:image/png;base64,AAAA">
            <a href="https://cdn.example/3.png">3</a> <a href="https://cdn.example/4">4</a>
            <a href="${OLD}/wp-content/uploads/notes.pdf">notes</a>
            <img src="${OLD}/wp-content/uploads/nowhere"> <a href="/theme/nothing/">own</a></p>`,
        }),
    )
    const fetching = { media: { fetch: true }, allow: '127.0.0.0/8' }
    const left = 'is left where it is: it is'
    const files = [
      `paper.pdf: the file ${OLD}/wp-content/uploads/2020/01/paper.pdf is not imported: its server returned 404`,
      `gone.jpg: the image ${OLD}/wp-content/uploads/2020/01/gone.jpg is not imported: its server returned 404`,
      `Post 1: the image https://cdn.example/photo-1?w=100&h=50 ${left} on another host`,
      `Post 1: the image //cdn.example/2.png ${left} on another host`,
      `Post 1: the image ${OLD}/theme/logo.png ${left} not one of the uploads of the site`,
      `Post 1: the image /wp-content/themes/x/bg.png ${left} not one of the uploads of the site`,
      `Post 1: the file ${OLD}/wp-content/uploads/notes.pdf is not imported: its server returned 404`,
      `Post 1: the image ${OLD}/wp-content/uploads/nowhere is not imported: its server returned 404`,
    ]
    const named = (line: string) => / the (?:image|file) /.test(line)
    const asked = requests.length
    const dry = await take(site, xml, { ...fetching, dryRun: true })
    expect(requests).toHaveLength(asked)
    expect(lossesOf(dry).filter(named).sort()).toEqual(files.filter((line) => line.includes(left)).sort())
    const report = await take(site, xml, fetching)
    expect(lossesOf(report).filter(named).sort()).toEqual(files.sort())
    expect(lossesOf(report)).toContainEqual(
      'Post 1: the link to /theme/nothing/ is unchanged: nothing was imported from there',
    )
    const { content } = await byAlias(site, 'post-1')
    expect(content).toContain('src="https://cdn.example/photo-1?w=100&amp;h=50"')
    expect(content).toContain('src="//cdn.example/2.png"')
  })

  test('a draft may be only a title, and an article only a picture; other empty posts are reported', async () => {
    const site = await service.newSite()
    const report = await take(
      site,
      wxr(
        [
          attachment(20, 'sea.png', 'The sea', ''),
          item({ id: 30, title: 'An idea', slug: 'idea', status: 'draft', content: '' }),
          item({ id: 31, slug: 'picture', content: ' ', more: meta('_thumbnail_id', 20) }),
          item({ id: 32, title: 'Nothing', slug: 'nothing', content: '' }),
        ].join(''),
        HEAD,
      ),
      { media: { fetch: true }, allow: '127.0.0.0/8' },
    )
    expect(report).toMatchObject({ found: 3, articles: 2 })
    expect(lossesOf(report)).toEqual(['Nothing: not imported: it is empty'])
    expect(await byAlias(site, 'idea')).toMatchObject({ title: 'An idea', status: 0, content: '<p></p>' })
    expect((await byAlias(site, 'picture')).cover_media).toMatchObject({ alt: 'The sea' })
  })

  test('a summary has no shortcodes, and files that were stored are not reported as links', async () => {
    const site = await service.newSite()
    const picture = `<img src="${OLD}/wp-content/uploads/2020/01/sea.png" alt="" />`
    const report = await take(
      site,
      wxr(
        [
          attachment(20, 'sea.png', '', ''),
          item({
            id: 40,
            slug: 'first',
            content: `Before\n\n[caption width="300"]${picture} A caption[/caption]\n\n[gallery ids="20"]\n\nand on\n<!--more-->\n<a href="${OLD}/2020/01/last/">last</a>`,
          }),
          item({ id: 41, slug: 'last' }),
        ].join(''),
        HEAD,
      ),
      { media: { fetch: true }, allow: '127.0.0.0/8' },
    )
    expect(lossesOf(report)).toEqual([])
    const first = await byAlias(site, 'first')
    expect(first.summary).toBe('Before and on')
    expect(first.content).toContain('<a href="/articles/last">last</a>')
  })

  test('synced patterns are replaced by their texts, also within each other', async () => {
    const site = await service.newSite()
    const block = (ref: number, more = '') => `<!-- wp:block {"ref":${ref}${more}} /-->`
    const pattern = (id: number, content: string, status = 'publish') =>
      item({ id, type: 'wp_block', title: `Pattern ${id}`, status, content })
    const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`
    const report = await take(
      site,
      wxr(
        [
          item({ id: 1, content: `${paragraph('Before')}\n${block(55)}\n${paragraph('After')}` }),
          item({ id: 2, content: `${paragraph('Circle')}\n${block(57)}` }),
          item({ id: 3, content: `${paragraph('Gone')}\n${block(99)}${block(58)}` }),
          item({ id: 4, content: block(56, ',"content":{"Name":{"content":"Other"}}') }),
          pattern(55, `${paragraph('Outer')}\n${block(56)}`),
          pattern(56, paragraph('Inner')),
          pattern(57, `${paragraph('Round')}\n${block(57)}`),
          pattern(58, paragraph('Thrown'), 'trash'),
          pattern(59, paragraph('Unused')),
        ].join(''),
      ),
    )
    const contents = await Promise.all(
      [1, 2, 3, 4].map(async (id) => (await byAlias(site, `post-${id}`)).content.replaceAll('\n', '')),
    )
    expect(contents).toEqual([
      '<p>Before</p><p>Outer</p><p>Inner</p><p>After</p>',
      '<p>Circle</p><p>Round</p>',
      '<p>Gone</p>',
      '<p>Inner</p>',
    ])
    expect(lossesOf(report).sort()).toEqual([
      'Post 2: dynamic WordPress blocks are not imported: block',
      'Post 3: dynamic WordPress blocks are not imported: block',
      'Post 4: changes to a synced pattern are not imported: it has the text of the pattern',
      'export.xml: items of the type wp_block are not imported (2)',
    ])
  })

  test('patterns that multiply are cut off', async () => {
    const ids = [...Array(8).keys()].map((at) => 60 + at)
    const patterns = ids.map((id) =>
      item({
        id,
        type: 'wp_block',
        content: `<p>${id}</p>${`<!-- wp:block {"ref":${id + 1}} /-->`.repeat(50)}`,
      }),
    )
    const first = item({ id: 1, content: '<!-- wp:block {"ref":60} /-->' })
    const report = await take(await service.newSite(), wxr(first + patterns.join('')))
    expect(report.losses_total).toBeGreaterThan(0)
  })

  test('authors can be mapped', async () => {
    const site = await service.newSite()
    const editor = await site.user('editor')
    const report = await take(site, wxr(item({ id: 1 })), { authors: new Map([['mary', editor.username]]) })
    expect(report.authors).toEqual([])
    expect((await byAlias(site, 'post-1')).author.id).toBe(editor.id)
  })

  const good = item({ id: 99, title: 'Good', slug: 'good' })
  test.each<[string, string | Buffer, RegExp, number]>([
    [
      'a document type with an entity of a file',
      wxr(
        item({ id: 1 }).replace('<![CDATA[Post 1]]>', 'A &xxe; B') + good,
        '',
        '<!DOCTYPE rss [<!ENTITY xxe SYSTEM "file:///etc/passwd">]>',
      ),
      /document type, which is ignored/,
      2,
    ],
    [
      'entities that grow',
      wxr(
        item({ id: 1 }).replace('<![CDATA[Post 1]]>', '&c;&c;') + good,
        '',
        '<!DOCTYPE rss [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY c "&b;&b;&b;">]>',
      ),
      /not well-formed/,
      2,
    ],
    [
      'ids that clash',
      wxr(item({ id: 1, slug: 'one' }) + item({ id: 1, slug: 'two', title: 'Two' }) + good),
      /another item has the same id: both are imported/,
      3,
    ],
    [
      'a date of the year 0',
      wxr(item({ id: 1 }).replaceAll('2020-01-02', '2020-13-45') + good),
      /is not a date/,
      2,
    ],
    [
      'broken UTF-8',
      Buffer.concat([
        Buffer.from(wxr('').replace('</channel></rss>', '<item><title>')),
        Buffer.from([0xff, 0xc0]),
        Buffer.from(
          `x</title><content:encoded>Text</content:encoded><wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type><wp:status>publish</wp:status></item>${good}</channel></rss>`,
        ),
      ]),
      /not UTF-8/,
      2,
    ],
    [
      'a huge post',
      wxr(item({ id: 1, content: 'x'.repeat(5_000_000) }) + good),
      /not imported: its text is longer/,
      1,
    ],
    [
      'scripts',
      wxr(
        item({
          id: 1,
          content: '<p onclick="x()">T</p><svg onload=x></svg><iframe src="javascript:x"></iframe>',
        }) + good,
      ),
      /removed from the text: .*onclick/,
      2,
    ],
    [
      'an address in a private network',
      wxr(item({ id: 1, content: `<p>T</p><img src="${OLD}/wp-content/uploads/2020/01/sea.png">` }) + good),
      /private network/,
      2,
    ],
    ['a file that ends in the middle', wxr(item({ id: 1 }) + good).slice(0, -12), /not well-formed/, 2],
    ['an empty post', wxr(item({ id: 1, content: '' }) + good), /not imported: it is empty/, 1],
    [
      'markup of CDATA across chunks',
      wxr(item({ id: 1, content: `${'<p>a</p>'.repeat(40_000)}` }) + good),
      /^$/,
      2,
    ],
  ])('%s is reported, and the rest is imported', async (_, xml, expected, articles) => {
    const site = await service.newSite()
    const report = await take(site, xml, { media: { fetch: true } })
    expect(report.articles).toBe(articles)
    if (expected.source === '^$') expect(lossesOf(report)).toEqual([])
    else expect(lossesOf(report)).toContainEqual(expect.stringMatching(expected))
    expect(await byAlias(site, 'good')).toMatchObject({ title: 'Good' })
    const all = JSON.stringify((await site.admin.get('/api/articles?include=content')).data)
    expect(all).not.toMatch(/root:|aaaaaaaa|onclick|onload|javascript:/)
  })

  test('a URL with & and control characters, as WordPress writes them, cost nothing', async () => {
    const site = await service.newSite()
    const url = '<wp:comment_author_url>http://x.example/?a=1&b=2</wp:comment_author_url>'
    // The second one is where the reading of a large file stops for a moment.
    const filler = `<!--${' '.repeat(131_072)}-->`
    const xml = wxr(
      item({ id: 1, title: 'One\b', content: 'a\vb\x1b', more: comment(1, 0, '1', 'First', url) }) +
        item({ id: 2, more: comment(2, 0, '1', 'Second', `${filler}${url.repeat(60)}`) }) +
        good,
    )
    const report = await take(site, xml)
    expect(lossesOf(report)).toEqual(['export.xml: the websites of commenters are not imported (2)'])
    expect(report).toMatchObject({ articles: 3, comments: 2 })
    expect(await byAlias(site, 'post-1')).toMatchObject({ title: 'One', content: '<p>a b</p>' })
  })

  test('a file that is not XML is rejected', async () => {
    const site = await service.newSite()
    await expect(take(site, 'PK this is no export')).rejects.toThrow(/is not a WordPress export/)
    await expect(take(site, '<html><body>x</body></html>')).rejects.toThrow(/is not a WordPress export/)
  })
})
