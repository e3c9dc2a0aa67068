import { describe, expect, test } from 'vitest'
import { noise } from '../../platform/files/sample-files.ts'
import { startTestService, type TestSite } from '../../test/harness.ts'
import { importingInto } from '../../test/importing.ts'

const service = await startTestService()
const { folderOf, take, redirects } = importingInto(service)

const byAlias = async (site: TestSite, alias: string) =>
  (await site.admin.get(`/api/articles/by-alias/${encodeURIComponent(alias)}`)).data
const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)

describe('spaces in a text of tags and categories', () => {
  test.each([
    ['_posts/2023-05-06-words.md', ['alpha', 'beta'], ['web', 'dev']],
    ['blog/_drafts/words.md', ['alpha', 'beta'], ['web', 'dev']],
    ['source/_posts/words.md', ['alpha beta'], ['web dev']],
    ['content/posts/words.md', ['alpha beta'], ['web dev']],
    ['words.md', ['alpha beta'], ['web dev']],
  ])('%s', async (path, tags, categories) => {
    const site = await service.newSite()
    const text = '---\ntags: alpha beta\ncategories: web dev\n---\nText'
    await take(site, 'markdown', await folderOf({ [path]: text }))
    expect(namesOf((await byAlias(site, 'words')).tags)).toEqual(tags)
    expect(namesOf((await site.admin.get('/api/categories')).data)).toEqual(
      expect.arrayContaining(categories),
    )
  })

  test('belong to the name in a list, in a text with commas, and in the fields for one name', async () => {
    const site = await service.newSite()
    const folder = await folderOf({
      '_posts/2023-05-06-list.md': '---\ntags: [alpha beta, gamma]\ncategory: web dev\n---\nText',
      '_posts/2023-05-06-commas.md': '---\ntags: alpha beta, delta\n---\nText',
    })
    await take(site, 'markdown', folder)
    const list = await byAlias(site, 'list')
    expect([list.category.name, ...namesOf(list.tags)]).toEqual(['web dev', 'alpha beta', 'gamma'])
    expect(namesOf((await byAlias(site, 'commas')).tags)).toEqual(['alpha beta', 'delta'])
  })
})

describe('what a site generator has beside its posts becomes pages:', () => {
  const titled = (title: string, fields = '') => `---\ntitle: ${title}\n${fields}\n---\nText`
  test.each<[string, Record<string, string>, string[]]>([
    [
      'of Hugo what is directly in its content, and the texts of its sections',
      {
        'content/about.md': titled('Page about', 'layout: about'),
        'content/关于.md': titled('Page 关于'),
        'content/links/index.md': titled('Page links'),
        'content/posts/_index.md': titled('Page posts'),
        'content/_index.md': titled('Page home'),
        'content/note.md': titled('Note', 'type: post'),
        'content/posts/one.md': titled('One'),
        'content/posts/two/index.md': titled('Two'),
        'content/legal/imprint.md': titled('Page imprint', 'layout: page'),
      },
      ['Note', 'One', 'Two'],
    ],
    [
      'but not of a Hugo site without sections',
      { 'content/one.md': titled('One'), 'content/two/index.md': titled('Two') },
      ['One', 'Two'],
    ],
    [
      'of Hexo what is not in its posts and drafts',
      {
        'blog/_config.yml': 'title: Blog',
        'blog/source/about/index.md': titled('Page about', 'comments: false'),
        'blog/source/links.md': titled('Page links', 'layout: links'),
        'blog/source/_posts/deep/one.md': titled('One', 'layout: page'),
        'blog/source/_drafts/two.md': titled('Two'),
      },
      ['One', 'Two'],
    ],
    [
      'of Jekyll what has the layout of a page',
      {
        'about.md': titled('Page about', 'layout: page'),
        'pages/links.md': titled('Page links', 'layout: page'),
        '_docs/one.md': titled('One', 'layout: doc'),
        '_posts/2023-05-06-two.md': titled('Two', 'layout: page'),
      },
      ['One', 'Two'],
    ],
  ])('%s', async (_, files, expected) => {
    const site = await service.newSite()
    const report = await take(site, 'markdown', await folderOf(files))
    const titles = (rows: readonly { title: string }[]) => rows.map(({ title }) => title).sort()
    const pages = (await site.admin.get('/api/pages')).data
    const titlesInFiles = Object.values(files).flatMap((text) => /^title: (Page .*)$/m.exec(text)?.[1] ?? [])
    expect(titles((await site.admin.get('/api/articles')).data.list)).toEqual(expected)
    expect(titles(pages)).toEqual(titlesInFiles.sort())
    expect(pages.map(({ alias }: { alias: string }) => alias)).not.toContain('_index')
    const lostLayouts = report.losses.filter(({ what }) => what.includes('`layout`'))
    expect(lostLayouts).toHaveLength(/layout: (?!page)/.test(JSON.stringify(files)) ? 1 : 0)
  })

  test('redirects and links lead to them, and their dates and switches are imported', async () => {
    const site = await service.newSite()
    const folder = await folderOf({
      'hugo.toml': 'baseURL = "https://old.example/"',
      'content/about.md':
        '---\ntitle: About\ndate: 2020-01-02\nweight: 3\ncomments: false\naliases: [/me/]\n---\nText',
      'content/draft.md': '---\ntitle: Draft\ndraft: true\n---\nText',
      'content/posts/one.md': '[me](/about/)',
    })
    const report = await take(site, 'markdown', folder)
    expect((await byAlias(site, 'one')).content).toContain('<a href="/about">me</a>')
    const about = (await site.admin.get('/api/pages/about')).data
    expect(about).toMatchObject({ enabled: 1, sort_order: 3, allow_comment: 0 })
    expect(Date.parse(about.create_at)).toBe(Date.parse('2020-01-02T00:00:00+08:00'))
    expect((await site.admin.get('/api/pages/draft')).data.enabled).toBe(0)
    expect(await redirects(site, report.import_id)).toEqual(
      expect.arrayContaining([
        ['/about/', '/about'],
        ['/me/', '/about'],
      ]),
    )
  })
})

test.each<[string, Record<string, string>, string[]]>([
  [
    'Hugo',
    {
      'my/config.toml': 'title = "Blog"',
      'my/content/posts/one.md': 'Text',
      'my/themes/paper/README.md': 'Theme',
      'my/themes/paper/exampleSite/content/posts/sample.md': 'Sample',
      'my/archetypes/default.md': '---\ntitle: "{{ .Name }}"\n---\n',
      'my/README.md': 'Read me',
    },
    ['my/README.md (1)', 'my/archetypes (1)', 'my/themes (2)'],
  ],
  [
    'Hexo',
    {
      '_config.yml': 'title: Blog',
      'source/_posts/one.md': 'Text',
      'scaffolds/post.md': '---\ntitle: {{ title }}\n---\n',
      'themes/next/README.md': 'Theme',
    },
    ['scaffolds (1)', 'themes (1)'],
  ],
  [
    'Jekyll',
    {
      '_config.yml': 'title: Blog',
      '_posts/2023-05-06-one.md': 'Text',
      'vendor/bundle/ruby/gem/README.md': 'Gem',
      '_includes/part.md': 'Part',
      'LICENSE.md': 'Free',
    },
    ['LICENSE.md (1)', '_includes (1)', 'vendor (1)'],
  ],
])('themes and other files of %s that are not part of the site are left out', async (_, files, left) => {
  const site = await service.newSite()
  const report = await take(site, 'markdown', await folderOf(files))
  expect(report).toMatchObject({ found: 1, articles: 1, pages: 0 })
  const outside = 'it is not part of the site: its texts are not imported'
  const lines = report.losses.map(({ where, what }) => `${where}: ${what}`)
  expect(lines.sort()).toEqual(left.map((each) => each.replace(' (', `: ${outside} (`)))
})

describe('redirects have the URLs of the old site:', () => {
  const matter = (fields = '') => `---\ntitle: A Title\n${fields}\n---\nText`
  test.each<[string, Record<string, string>, string[]]>([
    [
      'Hugo',
      {
        'content/posts/one.md': matter(),
        'content/posts/Two Words.md': matter(),
        'content/posts/three.md': matter('slug: drei'),
        'content/posts/four.md': matter('url: /vier\nslug: x\naliases: [/old/four/]'),
        'content/posts/bundle/index.md': matter(),
        'content/posts/_index.md': matter(),
        'content/_index.md': matter(),
        'content/关于.md': matter(),
      },
      [
        '/%E5%85%B3%E4%BA%8E/',
        '/content/_index.md',
        '/old/four/',
        '/posts/',
        '/posts/bundle/',
        '/posts/drei/',
        '/posts/one/',
        '/posts/two-words/',
        '/vier',
      ],
    ],
    [
      'Hugo with patterns',
      {
        'my-site/hugo.toml':
          'baseURL = "https://old.example/web/"\n[permalinks]\nposts = "/:year/:month/:slug/"\n[permalinks.page]\nnews = "/n/:sections/:contentbasename"',
        'my-site/content/posts/one.md': '+++\ntitle = "A Title"\ndate = 2023-05-06T23:00:00+08:00\n+++\nText',
        'my-site/content/posts/undated.md': matter(),
        'my-site/content/news/2020/two.md': matter(),
      },
      ['/web/2023/05/a-title/', '/web/n/news/2020/two', '/web/posts/undated/'],
    ],
    [
      'Jekyll',
      {
        '_posts/2023-05-06-jek.md': matter(),
        '_posts/2023-05-06-Kept-Case.md': matter('categories: Web dev\ndate: 2023-07-08 10:00:00 +0800'),
        'blog/_posts/2023-05-06-above.md': matter('category: Two Words'),
        '_posts/2023-05-06-own.md': matter('permalink: /blog/:short_year/:i_month/:i_day/:title/'),
        '_posts/2023-05-06-slug.md': matter(
          'permalink: /:categories/:slug\nslug: Some.Slug\ncategories: [a]',
        ),
        '_posts/2023-05-06-style.md': matter('permalink: pretty'),
        '_posts/2023-05-06-ordinal.md': matter('permalink: ordinal'),
        '_posts/2023-05-06-none.md': matter('permalink: none\nredirect_from: /was/here/'),
        '_drafts/idea.md': matter(),
        'README.md': matter(),
      },
      [
        '/2023/05/06/jek.html',
        '/2023/05/06/style/',
        '/2023/126/ordinal.html',
        '/README.md',
        '/_drafts/idea.md',
        '/a/some-slug',
        '/blog/23/5/6/own/',
        '/blog/two%20words/2023/05/06/above.html',
        '/none.html',
        '/was/here/',
        '/web/dev/2023/07/08/Kept-Case.html',
      ],
    ],
    [
      'Jekyll with a pattern',
      {
        '_config.yml': 'permalink: /:year/:title/\nbaseurl: /sub',
        '_posts/2023-05-06-jek.md': matter(),
        'about.md': matter(),
        'team/index.md': matter(),
        '_docs/first.md': matter(),
      },
      ['/sub/2023/jek/', '/sub/about/', '/sub/docs/first/', '/sub/team/'],
    ],
    [
      'Hexo',
      {
        '_config.yml': 'permalink: :category/:year/:title.html',
        'source/_posts/deep/one.md': matter('date: 2023-05-06 01:02:03\ncategories: [[Tech, Web Dev]]'),
        'source/_posts/undated.md': matter(),
        'source/about/index.md': matter(),
      },
      ['/Tech/Web-Dev/2023/deep/one.html', '/about/', '/source/_posts/undated.md'],
    ],
    [
      'Hexo with fields of the posts in the pattern',
      {
        '_config.yml': 'url: https://old.example/blog\nroot: /blog/\npermalink: posts/:abbrlink.html',
        'source/_posts/one.md': matter('date: 2023-05-06 01:02:03\nabbrlink: 4a17b156'),
        'source/_posts/two.md': matter('date: 2023-05-06 01:02:03\nabbrlink: 1234567890'),
        'source/_posts/three.md': matter('date: 2023-05-06 01:02:03'),
      },
      ['/blog/2023/05/06/three/', '/blog/posts/1234567890.html', '/blog/posts/4a17b156.html'],
    ],
    [
      'a folder without a generator',
      { 'guide/first.md': matter(), 'second.md': matter('permalink: /2/') },
      ['/2/', '/guide/first.md'],
    ],
    [
      'a configuration that cannot be read',
      { '_config.yml': 'permalink: [', '_posts/2023-05-06-jek.md': matter() },
      ['/2023/05/06/jek.html'],
    ],
  ])('%s', async (_, files, expected) => {
    const site = await service.newSite()
    const report = await take(site, 'markdown', await folderOf(files))
    const rows = (await redirects(site, report.import_id)).flatMap(([from = '', to = '']) =>
      /^\/(?:tags|categories|authors)\//.test(to) ? [] : [from],
    )
    expect(rows.sort()).toEqual(expected)
    const unreadable = report.losses.filter(({ what }) => what === 'it cannot be read')
    expect(unreadable).toHaveLength(files['_config.yml'] === 'permalink: [' ? 1 : 0)
  })
})

describe('links between the texts of a site', () => {
  const hrefsIn = (content: string) => [...content.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
  const textWith = (...links: string[]) => links.map((link) => `[x](${link})`).join(' ')
  const unchanged = (where: string, link: string) => ({
    where,
    what: `the link to ${link} is unchanged: nothing was imported from there`,
  })

  test('of Hugo lead to their new URLs, and those without a target are reported', async () => {
    const site = await service.newSite()
    const report = await take(
      site,
      'markdown',
      await folderOf({
        'hugo.yaml': 'baseURL: https://old.example/',
        'content/posts/one.md': textWith(
          ...['/posts/two/', '../two/?x=1&y=2#part', '/posts/two.html#part', 'two.md', '/posts/two.md'],
          ...['https://old.example/posts/two/?x=1', '/was/two/', '/posts/gone/', '/gone.html', '../gone'],
          ...['/', 'https://old.example/', 'https://else.example/posts/two/', '#here', 'mailto:a@b.example'],
        ),
        'content/posts/two.md': `---\naliases: [/was/two/]\n---\n${textWith('../one/')}`,
      }),
    )
    const two = '/articles/two'
    expect(hrefsIn((await byAlias(site, 'one')).content)).toEqual([
      ...[two, `${two}?x=1&amp;y=2#part`, `${two}#part`, two, two, `${two}?x=1`, two],
      ...['/posts/gone/', '/gone.html', '../gone'],
      ...['/', 'https://old.example/', 'https://else.example/posts/two/', '#here', 'mailto:a@b.example'],
    ])
    expect(hrefsIn((await byAlias(site, 'two')).content)).toEqual(['/articles/one'])
    expect(report.losses).toEqual(
      ['/posts/gone/', '/gone.html', '../gone'].map((link) => unchanged('content/posts/one.md', link)),
    )

    const later = await folderOf({ 'content/posts/three.md': textWith('../two/?x=1#part') })
    expect((await take(site, 'markdown', later)).losses).toEqual([])
    expect(hrefsIn((await byAlias(site, 'three')).content)).toEqual([`${two}?x=1#part`])
  })

  test('of Jekyll lead to their new URLs, with and without the path of the site', async () => {
    const site = await service.newSite()
    const first = '_posts/2023-05-06-first.md'
    const report = await take(
      site,
      'markdown',
      await folderOf({
        '_config.yml': 'url: https://old.example\nbaseurl: /sub',
        [first]: textWith(
          ...['/sub/2023/05/07/second.html', '{{ site.baseurl }}/2023/05/07/second.html#part'],
          ...['../07/second.html', 'https://old.example/sub/2023/05/07/second', '/sub/', 'second.html'],
        ),
        '_posts/2023-05-07-second.md': 'Text',
      }),
    )
    const second = '/articles/second'
    expect(hrefsIn((await byAlias(site, 'first')).content)).toEqual([
      ...[second, `${second}#part`, second, second, '/sub/', 'second.html'],
    ])
    expect(report.losses).toEqual([unchanged(first, 'second.html')])
  })

  test('of a folder without a generator are reported only if they must lead to a text', async () => {
    const site = await service.newSite()
    const folder = await folderOf({
      'a c#%41/one.md': textWith('/somewhere/', '../two.md', 'gone.html', 'gone.md'),
      'two.md': 'Text',
    })
    const { losses } = await take(site, 'markdown', folder)
    expect(losses).toEqual([unchanged('a c#%41/one.md', 'gone.html'), unchanged('a c#%41/one.md', 'gone.md')])
    expect(hrefsIn((await byAlias(site, 'one')).content)).toContain('/articles/two')
  })
})

test('players of other providers in Markdown become links, but not in code', async () => {
  const site = await service.newSite()
  const frame = '<iframe src="http://maps.example/x"></iframe>'
  const text = `${frame}\n\nNot \`${frame}\`\n\n\`\`\`\n${frame}\n\`\`\`\n\n<iframe src="//player.youku.com/embed/XMTI=" width="500"></iframe>\n`
  await take(site, 'markdown', await folderOf({ 'a.md': text }))
  const { content } = await byAlias(site, 'a')
  expect(content).toContain('<a href="http://maps.example/x">http://maps.example/x</a>')
  expect(content.split('&lt;iframe src="http://maps.example/x"&gt;')).toHaveLength(3)
  expect(content).toContain('<iframe src="https://player.youku.com/embed/XMTI="')
})

test('front matter of old Hexo has no first line of hyphens; footnotes are no links', async () => {
  const site = await service.newSite()
  const folder = await folderOf({
    'source/_posts/old.md':
      'title: "Old: one"\r\ndate: 2013-05-06 01:02:03\r\ntags:\r\n- a\r\n- b c\r\ncategories: []\r\n---\r\nText[^1] {% asset_img big x.png 300 200 A picture %}\r\n\r\n[^1]: Note\r\n',
    'source/_posts/text.md': 'note: not front matter\n---\nText',
    'source/_posts/old/x.png': await noise(10, 10).png().toBuffer(),
  })
  const report = await take(site, 'markdown', folder)
  expect(report.losses).toEqual([])
  const old = await byAlias(site, 'old')
  expect(old).toMatchObject({ title: 'Old: one', tags: [{ name: 'a' }, { name: 'b c' }] })
  expect(Date.parse(old.publish_at)).toBe(Date.parse('2013-05-06T01:02:03+08:00'))
  expect(old.content).toMatch(/^<p>Text<sup[\s\S]*<img src="[^"]*" alt="A picture">/)
  expect((await byAlias(site, 'text')).content).toContain('<h2>note: not front matter</h2>')
})

test('the languages of a Hugo site have their own folders and URLs', async () => {
  const site = await service.newSite()
  const titled = (title: string, text = 'Text') => `---\ntitle: ${title}\n---\n${text}`
  const report = await take(
    site,
    'markdown',
    await folderOf({
      'hugo.toml':
        'defaultContentLanguage = "zh"\n[languages.zh]\ncontentDir = "content/zh"\n[languages.en]\ncontentDir = "content/en"\n[permalinks]\nposts = "/p/:slug/"',
      'content/zh/posts/first/index.md': titled(
        'First',
        '{{< ref "/posts/second" >}} [x]({{< relref "second.md" >}})',
      ),
      'content/zh/posts/second.md': titled('Second'),
      'content/en/posts/second.md': titled('In English'),
      'content/zh/about.md': titled('About'),
      'content/zh/links.en.md': titled('Links'),
    }),
  )
  const titles = (await site.admin.get('/api/pages')).data.map(({ title }: { title: string }) => title)
  expect(titles.sort()).toEqual(['About', 'Links'])
  const second = '/articles/second'
  expect(report.losses).toEqual([
    { where: 'content/zh/posts/second.md', what: 'its alias second is already taken: it is now second-2' },
  ])
  expect((await byAlias(site, 'first')).content).toContain(`<a href="${second}-2">x</a>`)
  expect((await redirects(site, report.import_id)).sort()).toEqual([
    ['/about/', '/about'],
    ['/en/links/', '/links'],
    ['/en/p/in-english/', second],
    ['/p/first/', '/articles/first'],
    ['/p/second/', `${second}-2`],
  ])
})

test('texts that are no Markdown are reported, those of a site generator only in its content', async () => {
  const lossesOf = async (files: Record<string, string>) => {
    const site = await service.newSite()
    const folder = await folderOf(files)
    const { losses } = await take(site, 'markdown', folder, { dryRun: true })
    return losses.map(({ what }) => what)
  }
  const lost = (type: string, count: number) =>
    `files of the type ${type} are no Markdown: their texts are not imported (${count})`
  const hugo = {
    'hugo.toml': "baseURL = 'https://old.example/'",
    'content/posts/a.md': '---\ntitle: A\n---\nText',
    'content/posts/b.html': '---\ntitle: B\n---\n<p>Text</p>',
    'content/posts/c.HTML': '<p>Text</p>',
    'content/posts/d.org': '* Text',
    'content/posts/form.docx': 'x',
    'layouts/index.html': '<p></p>',
    'static/old.html': '<p></p>',
  }
  expect(await lossesOf(hugo)).toEqual([lost('.html', 2), lost('.org', 1)])
  expect(await lossesOf({ 'one.docx': 'x', 'more/two.docx': 'x' })).toEqual([lost('.docx', 2)])
  expect(await lossesOf({ 'a.md': 'Text', 'report.docx': 'x', 'media/page.html': 'x' })).toEqual([])
})
