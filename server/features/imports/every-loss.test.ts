import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { noise } from '../../platform/files/sample-files.ts'
import { startTestService, type TestSite } from '../../test/harness.ts'
import { importingInto } from '../../test/importing.ts'

const service = await startTestService()
const { folderOf, take, redirects } = importingInto(service)
const picture = await noise(20, 10).png().toBuffer()

const byAlias = async (site: TestSite, alias: string) =>
  (await site.admin.get(`/api/articles/by-alias/${encodeURIComponent(alias)}`)).data
/** Without line breaks between elements, and with the same name for every stored file. */
const plain = (html: string) =>
  html.replace(/\n+(?=<)/g, '').replace(/src="[^"]*\/uploads\/[^"]*"/g, 'src="FILE"')
const lossesOf = ({ losses }: { losses: readonly { where: string; what: string }[] }) =>
  losses.map(({ where, what }) => `${where}: ${what}`)

const WXR = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Old</title><link>https://old.example</link><wp:base_site_url>https://old.example</wp:base_site_url><wp:base_blog_url>https://old.example</wp:base_blog_url>
<wp:author><wp:author_id>1</wp:author_id><wp:author_login>li si@x</wp:author_login><wp:author_email>not an address</wp:author_email><wp:author_display_name>李四</wp:author_display_name></wp:author>
<wp:category><wp:term_id>1</wp:term_id><wp:category_nicename>%e6%96%b0%e9%97%bb</wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name><![CDATA[新闻]]></wp:cat_name></wp:category>
<wp:category><wp:term_id>2</wp:term_id><wp:category_nicename>local</wp:category_nicename><wp:category_parent>%e6%96%b0%e9%97%bb</wp:category_parent><wp:cat_name><![CDATA[Local]]></wp:cat_name><wp:category_description><![CDATA[${'d'.repeat(2001)}]]></wp:category_description></wp:category>
<wp:category><wp:term_id>3</wp:term_id><wp:category_nicename>a-first</wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name><![CDATA[A first]]></wp:cat_name></wp:category>
<wp:tag><wp:term_id>4</wp:term_id><wp:tag_slug>%e6%a0%87%e7%ad%be</wp:tag_slug><wp:tag_name><![CDATA[标签]]></wp:tag_name></wp:tag>
<wp:tag><wp:term_id>5</wp:term_id><wp:tag_slug>go</wp:tag_slug><wp:tag_name><![CDATA[Go]]></wp:tag_name></wp:tag>
<wp:tag><wp:term_id>6</wp:term_id><wp:tag_slug>go-2</wp:tag_slug><wp:tag_name><![CDATA[Go]]></wp:tag_name></wp:tag>
<item><title>sea</title><wp:post_id>20</wp:post_id><wp:post_type>attachment</wp:post_type><wp:status>inherit</wp:status><wp:post_parent>10</wp:post_parent><wp:attachment_url>https://old.example/wp-content/uploads/sea.png</wp:attachment_url><content:encoded><![CDATA[A long description]]></content:encoded><excerpt:encoded><![CDATA[The <em>sea</em>]]></excerpt:encoded></item>
<item><title>paper</title><wp:post_id>21</wp:post_id><wp:post_type>attachment</wp:post_type><wp:status>inherit</wp:status><wp:post_parent>10</wp:post_parent><wp:attachment_url>https://old.example/wp-content/uploads/paper.pdf</wp:attachment_url></item>
<item><title>First</title><link>https://old.example/first/</link><dc:creator>li si@x</dc:creator><wp:post_id>10</wp:post_id><wp:post_name>same</wp:post_name><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><wp:post_date_gmt>2020-01-02 03:04:05</wp:post_date_gmt>
<content:encoded><![CDATA[<!-- wp:gallery {"linkTo":"none"} -->
<figure class="wp-block-gallery has-nested-images columns-2 is-cropped"><!-- wp:image {"id":20} -->
<figure class="wp-block-image size-large"><a href="https://old.example/big"><img src="https://old.example/wp-content/uploads/sea.png" alt="Sea" class="wp-image-20"/></a><figcaption class="wp-element-caption">One <strong>sea</strong></figcaption></figure>
<!-- /wp:image -->
<!-- wp:image {"id":20} --><figure class="wp-block-image"><img src="https://old.example/wp-content/uploads/sea.png" alt=""/></figure><!-- /wp:image --><figcaption class="blocks-gallery-caption wp-element-caption">Both</figcaption></figure>
<!-- /wp:gallery -->
<!-- wp:gallery {"ids":[20]} --><ul class="wp-block-gallery columns-1"><li class="blocks-gallery-item"><figure><img src="https://old.example/wp-content/uploads/sea.png" alt="Old"/><figcaption>Older</figcaption></figure></li></ul><!-- /wp:gallery -->
<!-- wp:paragraph --><p>See <a href="https://old.example/category/%E6%96%B0%E9%97%BB/local/">local</a>, <a href="/tag/go/">Go</a> and <a href="https://old.example/author/nobody/">nobody</a>.</p><!-- /wp:paragraph -->]]></content:encoded>
<excerpt:encoded><![CDATA[In <b>short</b> &amp; sweet]]></excerpt:encoded>
<category domain="category" nicename="a-first"><![CDATA[A first]]></category><category domain="category" nicename="local"><![CDATA[Local]]></category><category domain="post_tag" nicename="%e6%a0%87%e7%ad%be"><![CDATA[标签]]></category><category domain="post_format" nicename="post-format-quote"><![CDATA[Quote]]></category>
<wp:postmeta><wp:meta_key>_yoast_wpseo_primary_category</wp:meta_key><wp:meta_value>2</wp:meta_value></wp:postmeta><wp:postmeta><wp:meta_key>_yoast_wpseo_canonical</wp:meta_key><wp:meta_value>https://x.example/</wp:meta_value></wp:postmeta><wp:postmeta><wp:meta_key>_yoast_wpseo_title</wp:meta_key><wp:meta_value>%%title%% %%page%% %%category%%</wp:meta_value></wp:postmeta><wp:postmeta><wp:meta_key>_edit_lock</wp:meta_key><wp:meta_value>1</wp:meta_value></wp:postmeta>
<wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_author></wp:comment_author><wp:comment_author_IP>nowhere</wp:comment_author_IP><wp:comment_date_gmt>2020-13-45 00:00:00</wp:comment_date_gmt><wp:comment_content>Hello</wp:comment_content><wp:comment_approved>1</wp:comment_approved><wp:commentmeta><wp:meta_key>rating</wp:meta_key><wp:meta_value>5</wp:meta_value></wp:commentmeta></wp:comment></item>
<item><title>Second</title><link>https://old.example/second/</link><dc:creator>li si@x</dc:creator><wp:post_id>11</wp:post_id><wp:post_name>Same</wp:post_name><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><wp:post_date_gmt>2020-01-03 03:04:05</wp:post_date_gmt><content:encoded><![CDATA[[gallery id="10"]]]></content:encoded><category domain="category" nicename="undescribed"><![CDATA[Undescribed]]></category>
<wp:postmeta><wp:meta_key>_wp_old_slug</wp:meta_key><wp:meta_value>same</wp:meta_value></wp:postmeta></item>
<item><title>Page</title><link>https://old.example/page/</link><wp:post_id>12</wp:post_id><wp:post_name>page</wp:post_name><wp:post_type>page</wp:post_type><wp:status>publish</wp:status><content:encoded><![CDATA[<p>Page</p>]]></content:encoded><excerpt:encoded><![CDATA[Short]]></excerpt:encoded><wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>20</wp:meta_value></wp:postmeta><wp:postmeta><wp:meta_key>_wp_page_template</wp:meta_key><wp:meta_value>wide.php</wp:meta_value></wp:postmeta></item>
</channel></rss>`

const GHOST = {
  db: [
    {
      data: {
        posts: [
          {
            id: '1',
            uuid: 'u1',
            title: 'First',
            slug: 'first',
            html: `<div class="kg-card kg-audio-card"><img src="x" alt="audio-thumbnail" class="kg-audio-thumbnail kg-audio-hide"><div class="kg-audio-thumbnail placeholder"><svg></svg></div><div class="kg-audio-player-container"><audio src="https://media.example/a.mp3" preload="metadata"></audio><div class="kg-audio-title">A song</div><div class="kg-audio-player"><button class="kg-audio-play-icon">Play</button><span class="kg-audio-current-time">0:00</span><div class="kg-audio-time">/<span class="kg-audio-duration">72</span></div></div></div></div>
<p>between</p><figure class="kg-card kg-video-card" data-kg-thumbnail="x"><div class="kg-video-container"><video src="https://media.example/v.mp4" poster="x" width="640"></video><div class="kg-video-overlay"><button>Play</button></div></div><figcaption>Moving</figcaption></figure>
<div class="kg-card kg-button-card kg-align-center"><a href="https://x.example/buy" class="kg-btn kg-btn-accent">Buy now</a></div>
<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="https://media.example/p.pdf" title="Download" download><div class="kg-file-card-contents"><div class="kg-file-card-title">Paper</div><div class="kg-file-card-caption">About it</div></div></a></div>
<figure class="kg-card kg-gallery-card"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="https://media.example/1.png" width="10" height="10" loading="lazy" alt="one"></div><div class="kg-gallery-image"><img src="https://media.example/2.png"></div></div></div><figcaption>Two <em>pictures</em></figcaption></figure>
<p><a href="__GHOST_URL__/tag/xin/">new</a> <a href="__GHOST_URL__/author/ann/">Ann</a></p>`,
            status: 'published',
            published_at: '2020-01-02T03:04:05.000Z',
            created_at: 'yesterday',
            canonical_url: 'https://x.example/first',
            codeinjection_head: '',
            codeinjection_foot: '<script></script>',
            feature_image: 'https://media.example/cover.png',
          },
          {
            id: '2',
            uuid: 'u2',
            title: 'Page',
            slug: 'page',
            type: 'page',
            html: '<p>x</p>',
            status: 'published',
            custom_excerpt: 'Short',
          },
        ],
        posts_meta: [{ post_id: '1', og_title: 'OG', feature_image_alt: 'A cover' }],
        tags: [
          {
            id: 't',
            name: '新',
            slug: 'xin',
            description: 'New',
            accent_color: '#1F6feb',
            meta_title: 'SEO',
            meta_description: 'D'.repeat(1001),
          },
          { id: 'v', name: 'Odd', slug: 'Odd_Slug', accent_color: 'red', feature_image: 'x.png' },
        ],
        posts_tags: [{ post_id: '1', tag_id: 't', sort_order: 0 }],
        users: [{ id: 'a', slug: 'ann', name: 'Ann', email: 'ann-ghost@example.com', bio: 'Writes' }],
        posts_authors: [{ post_id: '1', author_id: 'a', sort_order: 0 }],
        comments: [{ id: 'c', post_id: '1', html: '<p>Nice</p>' }],
        newsletters: [{ id: 'n' }],
        settings: [{ key: 'title', value: 'Old' }],
      },
    },
  ],
}

describe('nothing is lost or changed without a line in the report:', () => {
  test('WordPress', async () => {
    const site = await service.newSite()
    const folder = await folderOf({ 'export.xml': WXR, 'uploads/sea.png': picture })
    const options = { media: { fetch: false, folder: `${folder}/uploads` } }
    const dry = await take(site, 'wordpress', `${folder}/export.xml`, { ...options, dryRun: true })
    const report = await take(site, 'wordpress', `${folder}/export.xml`, options)
    const shared = [
      '新闻: the slug 新闻 of the category is not valid here: a new alias is generated',
      '新闻/Local: the description is truncated to 2000 characters',
      '标签: the slug 标签 of the tag is not valid here: a new alias is generated',
      'Go: the file has two tags with this name: they become one',
      'export.xml: descriptions of attachments are not imported (1)',
      'export.xml: attachments with a caption have it as their title; their own title is not imported (1)',
      'export.xml: categories are not described in the file: they are imported without parent and description (1)',
      'export.xml: the custom field _yoast_wpseo_canonical is not imported (1)',
      'export.xml: additional fields of comments are not imported (1)',
      'export.xml: the date of a comment is not imported: 2020-13-45 00:00:00 is not a date (1)',
      'export.xml: terms of the taxonomy post_format are not imported (1)',
      'export.xml: the custom field _wp_page_template is not imported (1)',
      'paper: the file https://old.example/wp-content/uploads/paper.pdf is not imported: it is not in the media folder',
      'li si@x: the name is not valid as a username: the user is called li-si-x',
      'First: the variable %%category%% is removed from an SEO field',
      'Page: pages have no cover',
      'Page: pages have no summary',
      'First: a comment has no name: it is imported as Guest',
      'First: the IP address of a comment is not valid and not imported: nowhere',
      'First: a comment has no valid date: it gets the present one',
      'First: the link to https://old.example/big is unchanged: nothing was imported from there',
      'First: the link to https://old.example/author/nobody/ is unchanged: nothing was imported from there',
    ]
    expect(lossesOf(dry).sort()).toEqual(
      [...shared, 'Second: its alias Same is already taken: it gets a suffix'].sort(),
    )
    expect(lossesOf(report).sort()).toEqual(
      [
        ...shared,
        'li si@x: the e-mail address of the author is not imported: it is invalid or already in use',
        'Second: its alias Same is already taken: it is now Same-2',
        'Second: its old alias same is not kept',
      ].sort(),
    )
    const first = await byAlias(site, 'same')
    expect(first).toMatchObject({
      summary: 'In short & sweet',
      category: { name: 'Local', alias: 'local' },
      tags: [{ name: '标签', alias: 'biao-qian' }],
      author: { username: 'li-si-x', nickname: '李四' },
      seo_title: 'First',
    })
    expect(await redirects(site, report.import_id)).toEqual([
      ['https://old.example/category/%e6%96%b0%e9%97%bb/', '/categories/xin-wen'],
      ['https://old.example/category/%e6%96%b0%e9%97%bb/feed/', '/categories/xin-wen/feed.xml'],
      ['https://old.example/category/%e6%96%b0%e9%97%bb/local/', '/categories/local'],
      ['https://old.example/category/%e6%96%b0%e9%97%bb/local/feed/', '/categories/local/feed.xml'],
      ['https://old.example/category/a-first/', '/categories/a-first'],
      ['https://old.example/category/a-first/feed/', '/categories/a-first/feed.xml'],
      ['https://old.example/category/undescribed/', '/categories/undescribed'],
      ['https://old.example/category/undescribed/feed/', '/categories/undescribed/feed.xml'],
      ['https://old.example/tag/%e6%a0%87%e7%ad%be/', '/tags/biao-qian'],
      ['https://old.example/tag/%e6%a0%87%e7%ad%be/feed/', '/tags/biao-qian/feed.xml'],
      ['https://old.example/tag/go/', '/tags/go'],
      ['https://old.example/tag/go/feed/', '/tags/go/feed.xml'],
      ['https://old.example/tag/go-2/', '/tags/go'],
      ['https://old.example/tag/go-2/feed/', '/tags/go/feed.xml'],
      ['https://old.example/author/li-si-x/', `/authors/${first.author.id}`],
      ['https://old.example/author/li-si-x/feed/', `/authors/${first.author.id}/feed.xml`],
      ['https://old.example/first/', '/articles/same'],
      ['https://old.example/second/', '/articles/Same-2'],
      ['https://old.example/page/', '/page'],
      ['https://old.example/feed/', '/feed.xml'],
    ])
    expect(plain(first.content)).toBe(
      '<div class="gallery"><figure><a href="https://old.example/big"><img src="FILE" alt="Sea" class="wp-image-20"></a><figcaption>One <strong>sea</strong></figcaption></figure>' +
        '<figure><img src="FILE" alt=""></figure></div><p>Both</p>' +
        '<div class="gallery"><figure><img src="FILE" alt="Old"><figcaption>Older</figcaption></figure></div>' +
        '<p>See <a href="/categories/local">local</a>, <a href="/tags/go">Go</a> and <a href="https://old.example/author/nobody/">nobody</a>.</p>',
    )
    expect(plain((await byAlias(site, 'Same-2')).content)).toBe(
      '<div class="gallery"><figure><img src="FILE" alt=""><figcaption>The <em>sea</em></figcaption></figure></div>',
    )
  })

  test('Ghost', async () => {
    const site = await service.newSite()
    const folder = await folderOf({ 'ghost.json': JSON.stringify(GHOST) })
    const report = await take(site, 'ghost', `${folder}/ghost.json`)
    expect(lossesOf(report).sort()).toEqual(
      [
        'Odd: the slug Odd_Slug of the tag is not valid here: a new alias is generated',
        'ghost.json: 1 comments are not imported',
        'ghost.json: 1 newsletters are not imported',
        'ghost.json: the profiles of authors (image, bio, website, social accounts) are not imported (1)',
        'ghost.json: images, fields for social networks, canonical URLs and code injections of tags are not imported (1)',
        'Odd: the colour red of the tag is not valid here: it is not imported',
        '新: the SEO description is truncated to 1000 characters',
        'ghost.json: the settings of the site (title, navigation, design) are not imported',
        'First: its code injection is not imported',
        'First: not imported: canonical_url, og_title',
        'First: the alternative text and the caption of its cover are not imported: it is on another host',
        ...['1.png', '2.png', 'cover.png'].map(
          (name) =>
            `First: the image https://media.example/${name} is left where it is: it is on another host`,
        ),
        'First: yesterday is not a date',
        'Page: pages have no summary',
      ].sort(),
    )
    const first = await byAlias(site, 'first')
    const { list: tags } = (await site.admin.get('/api/tags')).data
    const tagNamed = (wanted: string) => tags.find(({ name }: { name: string }) => name === wanted)
    expect(tagNamed('Odd')).toMatchObject({ color: '' })
    expect((await site.admin.get(`/api/tags/${tagNamed('新').id}`)).data).toMatchObject({
      color: '#1F6feb',
      seo_title: 'SEO',
      seo_description: 'D'.repeat(1000),
    })
    expect(await redirects(site, report.import_id)).toEqual([
      ['/tag/xin/', '/tags/xin'],
      ['/tag/xin/rss/', '/tags/xin/feed.xml'],
      ['/tag/Odd_Slug/', '/tags/odd'],
      ['/tag/Odd_Slug/rss/', '/tags/odd/feed.xml'],
      ['/author/ann/', `/authors/${first.author.id}`],
      ['/author/ann/rss/', `/authors/${first.author.id}/feed.xml`],
      ['/first/', '/articles/first'],
      ['/page/', '/page'],
      ['/rss/', '/feed.xml'],
    ])
    expect(plain(first.content)).toBe(
      '<figure><audio src="https://media.example/a.mp3" controls></audio><figcaption>A song</figcaption></figure><p>between</p>' +
        '<figure><video src="https://media.example/v.mp4" controls></video><figcaption>Moving</figcaption></figure>' +
        '<p><a href="https://x.example/buy">Buy now</a></p><p><a href="https://media.example/p.pdf">Paper</a> About it</p>' +
        '<div class="gallery"><figure><img src="https://media.example/1.png" width="10" height="10" loading="lazy" alt="one"></figure>' +
        '<figure><img src="https://media.example/2.png"></figure></div><p>Two <em>pictures</em></p>' +
        `<p><a href="/tags/xin">new</a> <a href="/authors/${first.author.id}">Ann</a></p>`,
    )
  })

  test('Markdown', async () => {
    const site = await service.newSite()
    const folder = await folderOf({
      'content/posts/hugo.md': `+++
title = "Hugo"
date = 2020-01-01T00:00:00Z
publishDate = 2020-02-02T00:00:00Z
expiryDate = 2030-01-01T00:00:00Z
summary = "Short"
description = "For engines"
aliases = ["/old/place/", "older"]
images = ["cover.png", "other.png"]
tags = ["中文 标签", true]
weight = 3
+++
{{< figure src="cover.png" title="A \\"title\\"" caption="Seen & drawn" attr="Ann" attrlink="https://x.example/" width="20" class="wide" >}}
text after

See [the other]({{< ref "jekyll.md#part" >}}), [again]({{% relref path="/posts/astro" %}}), [gone]({{< ref "nowhere" >}}).

{{< highlight go "linenos=table" >}}
a := "{{< ref \\"hugo\\" >}}"
{{< /highlight >}}

{{< youtube abc123 >}}

{{< gist spf13 7896402 >}}

\`\`\`
{{< figure src="not.png" >}}
\`\`\`
`,
      'content/posts/cover.png': picture,
      'content/posts/other.png': picture,
      '_posts/2020-03-04-jekyll.md': `---
layout: post
title: Jekyll
categories: [a b, c]
excerpt: E
tags: ruby
---
![x]({{ site.baseurl }}/assets/a.png) [l]({% post_url 2020-03-04-jekyll %}) [h]({% link content/posts/hugo.md %}) {{ page.title }}
{: .note}

{% highlight ruby %}
puts 1
{% endhighlight %}
{% raw %}{{ kept }}{% endraw %}
`,
      'assets/a.png': picture,
      'content/posts/astro.mdx': `---
title: 'Astro'
pubDate: 'Jul 08 2022'
updatedDate: 2022/7/9
heroImage: '../../assets/a.png'
author: { name: Ann, url: x }
---
import Chart from '../components/Chart.astro'

# Hi <Chart client:load />
`,
      'source/_posts/hexo.md': `---
title: Hexo
date: 2020-01-01 00:00:00
categories:
  - [技术, 前端]
permalink: 2020/01/01/hexo/
photos: [a.png]
---
Before.

<!-- more -->

After {% post_link jekyll "The other" %} {% asset_img class pic.png 10 10 '"t" "alt"' %} {% note info %}x{% endnote %}
`,
      'halo.md': `---
title: Halo
slug: halo-post
cover: /upload/a.png
halo:
  site: https://h.example
  name: x
  publish: false
---
Text`,
      'typecho.md': `---
title: Typecho
status: hidden
created: 1577836800
cid: 12
type: post
---
<!--markdown-->Text`,
      'json.md': `{
  "title": "JSON", "slug": "halo-post", "tags": ["x"]
}
Text`,
      'docs.md': `# Setup {#setup}

> [!NOTE]
> Text

:::tip Title
Text
:::

!!! warning "Title"
    Text

\`\`\`
::: code
\`\`\`
`,
    })
    const dry = await take(site, 'markdown', folder, { dryRun: true })
    const report = await take(site, 'markdown', folder)
    const name = basename(folder)
    const shared = [
      `${name}: the field \`layout\` of the front matter is not imported (1)`,
      `${name}: the field \`expiryDate\` of the front matter is not imported (1)`,
      `${name}: the field \`weight\` of the front matter is not imported (1)`,
      `${name}: the field \`photos\` of the front matter is not imported (1)`,
      `${name}: the field \`cid\` of the front matter is not imported (1)`,
      '_posts/2020-03-04-jekyll.md: template variables are kept as text: page.title, kept',
      '_posts/2020-03-04-jekyll.md: attributes of kramdown are kept as text',
      'content/posts/astro.mdx: components and expressions of MDX are not imported',
      'content/posts/astro.mdx: only the name of its author is imported, not url',
      'content/posts/astro.mdx: removed from the text: chart',
      'content/posts/hugo.md: parameters of a figure are not imported: class',
      'content/posts/hugo.md: tags of the site generator are kept as text: ref, gist',
      'content/posts/hugo.md: `images` has 2 entries: the first is its cover, the others are not imported',
      'docs.md: admonitions are kept as text: note, tip, warning',
      'docs.md: ids of headings are kept as text',
      'halo.md: the image /upload/a.png is not imported: it is not in the media folder',
      'source/_posts/hexo.md: tags of the site generator are kept as text: note, endnote',
      'source/_posts/hexo.md: the image pic.png is not imported: it is not in the media folder',
      'typecho.md: it is not public (`status`): imported as a draft',
    ]
    const taken = 'json.md: its alias halo-post is already taken: it'
    expect(lossesOf(dry).sort()).toEqual([...shared, `${taken} gets a suffix`].sort())
    expect(lossesOf(report).sort()).toEqual([...shared, `${taken} is now halo-post-2`].sort())
    expect(await redirects(site, report.import_id)).toEqual(
      expect.arrayContaining([
        ['/tags/中文-标签/', '/tags/zhong-wen-biao-qian'],
        ['/categories/技术/前端/', '/categories/qian-duan'],
        ['/old/place/', '/articles/hugo'],
        ['/2020/01/01/hexo/', '/articles/hexo'],
      ]),
    )
    const hugo = await byAlias(site, 'hugo')
    expect(hugo).toMatchObject({
      summary: 'Short',
      seo_description: 'For engines',
      publish_at: '2020-02-02T00:00:00Z',
      create_at: '2020-01-01T00:00:00Z',
      cover: expect.stringContaining('/uploads/'),
      tags: [{ name: '中文 标签' }, { name: 'true' }],
    })
    expect((await site.admin.get('/api/articles/by-alias/older')).status).toBe(301)
    for (const part of [
      '<figure><img src="FILE" alt="Seen &amp; drawn" width="20"><figcaption><strong>A "title"</strong> Seen &amp; drawn <a href="https://x.example/">Ann</a></figcaption></figure><p>text after</p>',
      '<p>See <a href="/articles/jekyll#part">the other</a>, <a href="/articles/astro">again</a>, [gone]({{&lt; ref "nowhere" &gt;}}).</p>',
      '<pre><code class="language-go">a := "{{&lt; ref \\"hugo\\" &gt;}}"</code></pre>',
      '<iframe src="https://www.youtube.com/embed/abc123"',
      '<pre><code>{{&lt; figure src="not.png" &gt;}}</code></pre>',
    ])
      expect(plain(hugo.content)).toContain(part)
    const jekyll = await byAlias(site, 'jekyll')
    expect(plain(jekyll.content)).toContain(
      '<img src="FILE" alt="x"> <a href="/articles/jekyll">l</a> <a href="/articles/hugo">h</a>',
    )
    expect(plain(jekyll.content)).toContain(
      '<pre><code class="language-ruby">puts 1</code></pre><p>{{ kept }}</p>',
    )
    expect(await byAlias(site, 'astro')).toMatchObject({
      publish_at: '2022-07-07T16:00:00Z',
      update_at: '2022-07-08T16:00:00Z',
      author: { nickname: 'Ann' },
      cover: expect.stringContaining('/uploads/'),
    })
    const hexo = await byAlias(site, 'hexo')
    expect(hexo).toMatchObject({ summary: 'Before.', category: { name: '前端' } })
    expect(hexo.content).toContain('<a href="/articles/jekyll">The other</a> <img src="pic.png" alt="alt">')
    expect(await byAlias(site, 'halo-post')).toMatchObject({ title: 'Halo', status: 0 })
    expect(await byAlias(site, 'typecho')).toMatchObject({ status: 0, create_at: '2020-01-01T00:00:00Z' })
    expect(await byAlias(site, 'halo-post-2')).toMatchObject({ title: 'JSON', tags: [{ name: 'x' }] })
  })

  test('comments', async () => {
    const site = await service.newSite()
    const posts = await folderOf({ 'hello.md': '---\ntitle: Hello\npermalink: /2020/hello/\n---\nText' })
    await take(site, 'markdown', posts)
    const folder = await folderOf({
      'disqus.xml': `<?xml version="1.0"?><disqus xmlns:dsq="http://disqus.com/disqus-internals"><thread dsq:id="1"><link>https://old.example/2020/hello/?utm=1#x</link><isClosed>true</isClosed></thread>
<post dsq:id="1"><message><![CDATA[<p>See <a href="https://x.example/a" rel="nofollow">this</a> &lt;b&gt;</p><p>Two</p>]]></message><createdAt>not a date</createdAt><author><name>${'n'.repeat(60)}</name></author><ipAddress>::ffff:203.0.113.9</ipAddress><thread dsq:id="1"/></post>
<post dsq:id="2"><message></message><createdAt>2020-01-01T00:00:00Z</createdAt><author><name>E</name></author><thread dsq:id="1"/></post>
<post dsq:id="3"><message><![CDATA[<p>Gone</p>]]></message><isDeleted>true</isDeleted><createdAt>2020-01-01T00:00:00Z</createdAt><author><name>D</name></author><thread dsq:id="1"/></post>
<post dsq:id="4"><message><![CDATA[<p>Under the deleted</p>]]></message><createdAt>2020-01-02T00:00:00Z</createdAt><author><name>F</name></author><thread dsq:id="1"/><parent dsq:id="3"/></post>
<post dsq:id="5"><message><![CDATA[<p>Orphan</p>]]></message><createdAt>2020-01-02T00:00:00Z</createdAt><author><name>G</name></author><thread dsq:id="1"/><parent dsq:id="99"/></post></disqus>`,
      'waline.json': JSON.stringify({
        type: 'waline',
        data: {
          Comment: [
            {
              objectId: 1,
              nick: 'W',
              mail: 'w@example.com',
              link: 'https://w.example',
              ua: 'x',
              ip: '203.0.113.1',
              comment: 'A **b** <p>c</p>',
              url: '/2020/hello/',
              status: 'waiting',
              like: 3,
              sticky: true,
              insertedAt: '2020-01-01T00:00:00.000Z',
            },
            {
              objectId: 2,
              pid: 1,
              rid: 1,
              nick: '',
              comment: '@W hi',
              url: '/2020/hello/index.html',
              status: 'approved',
              createdAt: '2020-01-02 00:00:00',
            },
            { objectId: 3, nick: 'X', comment: '', url: '/2020/hello/' },
          ],
          Counter: [{ url: '/2020/hello/', time: 5 }],
          Users: [{ email: 'a' }],
        },
      }),
      'twikoo.json': JSON.stringify([
        {
          _id: 'a',
          nick: 'T',
          mail: 't@example.com',
          link: 'https://t.example',
          comment: '<p>A<img src="https://e.example/x.png" alt="smile"></p><pre><code>code</code></pre>',
          url: '/2020/hello/',
          created: 1577836800000,
          like: ['u', 'v'],
          top: true,
          isSpam: false,
          ip: 'bad',
        },
        {
          _id: 'b',
          pid: 'a',
          rid: 'a',
          nick: 'U',
          comment: '<blockquote>q</blockquote>r',
          url: '/2020/hello',
          created: { $date: '2020-01-02T00:00:00Z' },
        },
      ]),
      'artalk.json': JSON.stringify([
        {
          id: '1',
          rid: '0',
          content: 'One **b**',
          nick: 'A',
          email: 'a@example.com',
          link: 'https://a.example',
          ip: '203.0.113.2',
          is_pending: 'true',
          is_collapsed: 'true',
          is_pinned: 'true',
          vote_up: '4',
          vote_down: '2',
          badge_name: 'Boss',
          created_at: '2020-01-01 00:00:00 +0800',
          page_key: '/2020/hello/',
          site_name: 'S',
        },
        {
          id: '2',
          rid: '1',
          content: 'Two',
          nick: 'B',
          email: '',
          created_at: 'soon',
          page_key: 'https://old.example/2020/hello.html',
          site_name: 'S',
        },
      ]),
    })
    const told: Record<string, string[]> = {}
    for (const name of ['disqus.xml', 'waline.json', 'twikoo.json', 'artalk.json'])
      told[name] = lossesOf(await take(site, 'comments', `${folder}/${name}`))
    const page = 'https://old.example/2020/hello/?utm=1#x'
    expect(told).toEqual({
      'disqus.xml': [
        'disqus.xml: closed discussions are open here (1)',
        'disqus.xml: empty comments are skipped (1)',
        `${page}: the name of a commenter is truncated to 50 characters`,
        `${page}: a comment has no valid date: it gets the present one`,
        `${page}: the parent of a comment is deleted: the comment moves up a level`,
        `${page}: the parent of a comment is missing: it is imported as a top-level comment`,
      ],
      'waline.json': [
        'waline.json: empty comments are skipped (1)',
        'waline.json: the table Counter is not imported (1)',
        'waline.json: the table Users is not imported (1)',
        'waline.json: the websites of commenters are not imported (1)',
        'waline.json: comments are not pinned (1)',
        '/2020/hello/index.html: a comment has no name: it is imported as Guest',
      ],
      'twikoo.json': [
        'twikoo.json: the websites of commenters are not imported (1)',
        'twikoo.json: comments are not pinned (1)',
        '/2020/hello/: the IP address of a comment is not valid and not imported: bad',
      ],
      'artalk.json': [
        'artalk.json: the websites of commenters are not imported (1)',
        'artalk.json: comments are not pinned (1)',
        'artalk.json: comments are not collapsed (1)',
        'artalk.json: votes against comments are not imported (1)',
        'artalk.json: labels of commenters are not imported (1)',
        'https://old.example/2020/hello.html: a comment has no valid date: it gets the present one',
      ],
    })
    const { id } = await byAlias(site, 'hello')
    const rows = await service.engine.db
      .selectFrom('comments')
      .select(['nickname', 'email', 'address', 'content', 'status', 'like_count', 'deleted_at'])
      .where('article_id', '=', id)
      .orderBy('id')
      .execute()
    expect(
      rows.map((row) => [
        row.nickname.slice(0, 5),
        row.email,
        row.address,
        row.content,
        row.status,
        row.like_count,
        row.deleted_at === null,
      ]),
    ).toEqual([
      ['nnnnn', '', '203.0.113.9', 'See this (https://x.example/a) <b>\n\nTwo', 1, 0, true],
      ['D', '', '', 'Gone', 1, 0, false],
      ['F', '', '', 'Under the deleted', 1, 0, true],
      ['G', '', '', 'Orphan', 1, 0, true],
      ['W', 'w@example.com', '203.0.113.1', 'A **b** c', 0, 3, true],
      ['Guest', '', '', '@W hi', 1, 0, true],
      ['T', 't@example.com', '', 'A https://e.example/x.png\n\ncode', 1, 2, true],
      ['U', '', '', 'q\n\nr', 1, 0, true],
      ['A', 'a@example.com', '203.0.113.2', 'One **b**', 0, 4, true],
      ['B', '', '', 'Two', 1, 0, true],
    ])
  })
})

test('a dry run reports what the import then does', async () => {
  const site = await service.newSite()
  await site.admin.post('/api/tags', { name: 'Another', alias: 'go' })
  await site.admin.post('/api/categories', { name: 'Another', alias: 'both' })
  const category = (id: number, name: string, slug: string, parent = '') =>
    `<wp:category><wp:term_id>${id}</wp:term_id><wp:category_nicename>${slug}</wp:category_nicename><wp:category_parent>${parent}</wp:category_parent><wp:cat_name>${name}</wp:cat_name></wp:category>`
  const file = (id: number, name: string) =>
    `<item><title>${name}</title><wp:post_id>${id}</wp:post_id><wp:post_type>attachment</wp:post_type><wp:status>inherit</wp:status><wp:attachment_url>https://old.example/wp-content/uploads/${name}</wp:attachment_url></item>`
  const text = (id: number, type: string, slug: string, content: string, more = '') =>
    `<item><title>Text ${id}</title><link>https://old.example/${slug}/</link><wp:post_id>${id}</wp:post_id><wp:post_name>${slug}</wp:post_name><wp:post_type>${type}</wp:post_type><wp:status>publish</wp:status><wp:post_date_gmt>2020-01-02 03:04:05</wp:post_date_gmt><content:encoded><![CDATA[${content}]]></content:encoded>${more}</item>`
  const comment = (id: number, parent: number, ip = '') =>
    `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author>Ann</wp:comment_author><wp:comment_author_IP>${ip}</wp:comment_author_IP><wp:comment_date_gmt>2020-01-03 00:00:00</wp:comment_date_gmt><wp:comment_content>Comment ${id}</wp:comment_content><wp:comment_approved>1</wp:comment_approved><wp:comment_parent>${parent}</wp:comment_parent></wp:comment>`
  const link = (slug: string) => `<p><a href="https://old.example/${slug}/">${slug}</a></p>`
  const head = WXR.slice(0, WXR.indexOf('<wp:author>'))
  const wxr = `${head}${category(1, 'One', 'one')}${category(2, 'Two', 'both')}${category(8, 'Egg', 'egg', 'hen')}${category(9, 'Hen', 'hen', 'egg')}
<wp:tag><wp:term_id>3</wp:term_id><wp:tag_slug>go</wp:tag_slug><wp:tag_name>Go</wp:tag_name></wp:tag>
${file(4, 'sea.png')}${file(5, 'page.html')}
${text(6, 'page', 'admin', link('later'))}
${text(7, 'post', 'later', link('admin') + link('gone') + link('category/one'), comment(1, 0) + comment(2, 1) + comment(3, 99, 'nowhere'))}
</channel></rss>`
  const folder = await folderOf({
    'export.xml': wxr,
    'uploads/sea.png': picture,
    'uploads/page.html': '<html><script></script></html>',
  })
  const options = { media: { fetch: false, folder: `${folder}/uploads` } }
  const dry = await take(site, 'wordpress', `${folder}/export.xml`, { ...options, dryRun: true })
  const done = await take(site, 'wordpress', `${folder}/export.xml`, options)
  const { articles, pages, comments, categories, tags } = done
  expect(done.files).toBe(1)
  expect(dry).toMatchObject({ articles, pages, comments, categories, tags, files: 1 })
  expect(lossesOf(done).sort()).toEqual(
    [
      'page.html: the file https://old.example/wp-content/uploads/page.html is not imported: it was rejected (html)',
      'Two: the slug both of the category is already taken: its alias is now both-2',
      'Egg/Hen: the slug hen of the category is already taken: its alias is now hen-2',
      'Go: the slug go of the tag is already taken: its alias is now go-2',
      'Text 6: its alias admin is already taken: it is now admin-2',
      'Text 7: the link to https://old.example/gone/ is unchanged: nothing was imported from there',
      'Text 7: the parent of a comment is missing: it is imported as a top-level comment',
      'Text 7: the IP address of a comment is not valid and not imported: nowhere',
    ].sort(),
  )
  expect(lossesOf(dry).sort()).toEqual(
    lossesOf(done)
      .map((loss) => loss.replace(/ is now .*-2$/, ' gets a suffix'))
      .sort(),
  )
  expect((await take(site, 'wordpress', `${folder}/export.xml`, { ...options, dryRun: true })).comments).toBe(
    0,
  )
})
