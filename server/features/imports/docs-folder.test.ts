import { describe, expect, test } from 'vitest'
import { noise } from '../../platform/files/sample-files.ts'
import { startTestService, type TestSite } from '../../test/harness.ts'
import { importingInto } from '../../test/importing.ts'

const service = await startTestService()
const { folderOf, take } = importingInto(service)

const read = async (site: TestSite, alias: string) =>
  (await site.admin.get(`/api/articles/by-alias/${alias}?format=markdown`)).data

describe('a folder of documentation', () => {
  test('keeps code as it is, in lists, quotes and lines and within longer fences', async () => {
    const site = await service.newSite()
    const code = [
      '1. Step\n\n   ```md\n   [text](other.md) and ![image](missing.png)\n   ```',
      '> ```html\n> <a href="other.md">link</a>\n> ```',
      '````md\n```md\n[text](other.md)\n```\n````',
      '- ~~~\n  <img src="missing.png">\n  ~~~',
      'Write `[text](other.md)` or ``a ` [text](other.md)``.',
    ]
    const folder = await folderOf({
      'a.md': `---\ntitle: A\n---\n${code.join('\n\n')}\n\nSee [other](other.md) and [\`code\`](other.md), a \\\` and [other](other.md) \`.`,
      'other.md': '---\ntitle: Other\n---\nText',
    })
    const report = await take(site, 'markdown', folder)
    expect(report.losses).toEqual([])
    const { content } = await read(site, 'a')
    for (const each of code) expect(content).toContain(each)
    expect(content).toContain(
      'See [other](/articles/other) and [`code`](/articles/other), a \\` and [other](/articles/other) `.',
    )
  })

  test('has the images of `srcset` too', async () => {
    const site = await service.newSite()
    const folder = await folderOf({
      'a.md':
        '---\ntitle: A\n---\n<img src="a.png" srcset="a.png 1x, b.png 2x" alt="">\n\n<picture><source media="(min-width: 1px)" srcset="b.png, a.png 1.5x"><img src="a.png" alt=""></picture>',
      'a.png': await noise(8, 8).png().toBuffer(),
      'b.png': await noise(9, 8).png().toBuffer(),
    })
    expect(await take(site, 'markdown', folder)).toMatchObject({ files: 2, losses: [] })
    const { content } = (await site.admin.get('/api/articles/by-alias/a')).data
    expect(content).not.toMatch(/[ "](?:a|b)\.png/)
    expect(content).toMatch(
      /srcset="[^" ]*\/uploads\/[0-9a-f]{32}\.png 1x, [^" ]*\/uploads\/[0-9a-f]{32}\.png 2x"/,
    )
    const { list } = (await site.admin.get('/api/media')).data
    const uses = await Promise.all(
      list.map(
        async ({ id }: { id: number }) => (await site.admin.get(`/api/media/${id}`)).data.used_in.length,
      ),
    )
    expect(uses).toEqual([1, 1])
  })

  test('without titles in front matter has those of the first headings', async () => {
    const site = await service.newSite()
    const folder = await folderOf({
      'a.md': '# Set up `x` & **run** it {#setup}\n\nText\n\n# Second\n',
      'b.md': 'Under\nlined\n=====\n\nText',
      'c.md': '\r\nUnderlined\r\n===\r\nText\r\n',
      'd.md': '---\ntitle: Given\n---\n# Heading\n\nText',
      'e.md': '# Only a heading',
      'f.md': 'Text\n\n# Later',
    })
    const first = await take(site, 'markdown', folder)
    expect(first).toMatchObject({
      articles: 6,
      losses: [{ where: 'a.md', what: 'ids of headings are kept as text' }],
    })
    const titles = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map(async (alias) => {
        const { title, content } = await read(site, alias)
        return [title, content.split('\n')[0]]
      }),
    )
    expect(titles).toEqual([
      ['Set up x & run it', 'Text'],
      ['b', 'Under'],
      ['Underlined', 'Text'],
      ['Given', '# Heading'],
      ['e', '# Only a heading'],
      ['f', 'Text'],
    ])
    expect(await take(site, 'markdown', folder)).toMatchObject({ articles: 0, already_there: 6 })
  })

  test('is read with the line ends of Windows', async () => {
    const site = await service.newSite()
    const folder = await folderOf({
      'toml.md': '+++\r\ntitle = "TOML"\r\ntags = ["a"]\r\n+++\r\nText\r\n',
      'yaml.md': '---\r\ntitle: YAML\r\ntags: [a]\r\n---\r\nText\r\n',
    })
    expect(await take(site, 'markdown', folder)).toMatchObject({ articles: 2, losses: [] })
    expect(await read(site, 'toml')).toMatchObject({ title: 'TOML', tags: [{ name: 'a' }] })
  })

  test('in MDX keeps the imports in code, and only those', async () => {
    const site = await service.newSite()
    const code = "```js\nimport React from 'react'\nconst list = new List<String>()\n```"
    const folder = await folderOf({
      'a.mdx': `---\ntitle: A\n---\nText and \`Array<String>\`\n\n${code}`,
      'b.mdx': `---\ntitle: B\n---\nimport Tabs from '@theme/Tabs'\n\nText\n\n${code}`,
    })
    const report = await take(site, 'markdown', folder)
    expect(report.losses).toEqual([
      { where: 'b.mdx', what: 'components and expressions of MDX are not imported' },
    ])
    for (const alias of ['a', 'b']) expect((await read(site, alias)).content).toContain(code)
    expect((await read(site, 'b')).content).not.toContain('@theme')
  })

  test('counts a file that several texts use once in a dry run', async () => {
    const site = await service.newSite()
    const folder = await folderOf({
      'a.md': '---\ntitle: A\n---\n![](x.png)',
      'b/b.md': '---\ntitle: B\n---\n![](../x.png)',
      'x.png': await noise(8, 8).png().toBuffer(),
    })
    expect(await take(site, 'markdown', folder, { dryRun: true })).toMatchObject({ files: 1 })
    expect(await take(site, 'markdown', folder)).toMatchObject({ files: 1 })
  })
})
