import { describe, expect, test } from 'vitest'
import { startTestService, type TestSite } from '../../test/harness.ts'
import { importingInto } from '../../test/importing.ts'

const service = await startTestService()
const { folderOf, take } = importingInto(service)

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
