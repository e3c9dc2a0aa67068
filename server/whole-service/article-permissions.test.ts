import { describe, expect, test } from 'vitest'
import type { Client } from '../test/client.ts'
import { startTestService, type TestSite } from '../test/harness.ts'

/**
 * What each person may do with one article of an editor, by hand from "Roles" and "Articles" of the contract. An article
 * that the caller may not see is 404; one that they may see but not change is 403.
 *
 * The columns are anonymous, member, another editor, its author (an editor), auditor, site admin, admin.
 */
const CALLERS = ['anonymous', 'member', 'editor', 'author', 'auditor', 'site admin', 'admin'] as const
type Caller = (typeof CALLERS)[number]

const NEW_TITLE = { title: 'Changed by somebody' }
const operations: Readonly<Record<string, readonly [Parameters<Client['send']>[0], string, object?]>> = {
  read: ['GET', ''],
  edit: ['PUT', '', NEW_TITLE],
  'edit in part': ['PATCH', '', NEW_TITLE],
  delete: ['DELETE', ''],
  publish: ['POST', '/publish', {}],
  unpublish: ['POST', '/unpublish'],
  archive: ['POST', '/archive'],
  submit: ['POST', '/submit'],
  audit: ['POST', '/audit', { status: 2 }],
  audits: ['GET', '/audits'],
  revisions: ['GET', '/revisions'],
  revision: ['GET', '/revisions/1'],
  compare: ['GET', '/revisions/1/compare'],
  'restore a revision': ['POST', '/revisions/1/restore'],
  preview: ['POST', '/preview', {}],
  'save a working copy': ['PUT', '/working-copy', NEW_TITLE],
  like: ['POST', '/like'],
  favorite: ['POST', '/favorite'],
}

const DRAFT = `
read                 401 404 404 200 200 200 200
edit                 401 404 404 200 200 200 200
edit in part         401 404 404 200 200 200 200
delete               401 404 404 200 403 200 200
publish              401 404 404 200 200 200 200
archive              401 404 404 200 200 200 200
audit                401 404 404 403 200 200 200
audits               401 404 404 200 200 200 200
revisions            401 404 404 200 200 200 200
revision             401 404 404 200 200 200 200
compare              401 404 404 200 200 200 200
restore a revision   401 404 404 200 200 200 200
preview              401 404 404 200 200 200 200
like                 401 404 404 200 200 200 200
favorite             401 404 404 200 200 200 200
`
const PUBLISHED = `
read                 401 200 200 200 200 200 200
edit                 401 403 403 200 200 200 200
edit in part         401 403 403 200 200 200 200
delete               401 403 403 200 403 200 200
publish              401 403 403 200 200 200 200
unpublish            401 403 403 200 200 200 200
archive              401 403 403 200 200 200 200
audit                401 403 403 403 200 200 200
audits               401 403 403 200 200 200 200
revisions            401 403 403 200 200 200 200
revision             401 403 403 200 200 200 200
compare              401 403 403 200 200 200 200
restore a revision   401 403 403 200 200 200 200
preview              401 403 403 200 200 200 200
save a working copy  401 403 403 200 200 200 200
like                 401 200 200 200 200 200 200
favorite             401 200 200 200 200 200 200
`
/** Where the rows above differ. */
const DRAFT_WITH_REVIEW = `
publish              401 404 404 403 200 200 200
submit               401 404 404 200 200 200 200
`
const PUBLISHED_WITH_REVIEW = `
edit                 401 403 403 200 200 200 200
delete               401 403 403 200 403 200 200
publish              401 403 403 403 200 200 200
unpublish            401 403 403 403 200 200 200
archive              401 403 403 403 200 200 200
audit                401 403 403 403 200 200 200
`

const service = await startTestService()

async function callersOf(site: TestSite): Promise<Record<Caller, Client>> {
  const siteAdmin = await site.user('member')
  await site.admin.put(`/api/users/${siteAdmin.id}/sites`, [{ site_id: site.id, role: 'admin' }])
  return {
    anonymous: site.anonymous,
    member: await site.user('member'),
    editor: await site.user('editor'),
    author: await site.user('editor'),
    auditor: await site.user('auditor'),
    'site admin': siteAdmin,
    admin: site.admin,
  }
}

function rowsOf(table: string): [name: string, statuses: number[]][] {
  return table
    .trim()
    .split('\n')
    .map((line) => [line.slice(0, 21).trim(), line.slice(21).split(' ').map(Number)])
}

const kinds = [
  ['a draft', 0, 0, DRAFT],
  ['a published article', 1, 0, PUBLISHED],
  ['a draft where review is on', 0, 1, DRAFT_WITH_REVIEW],
  ['a published article where review is on', 1, 1, PUBLISHED_WITH_REVIEW],
] as const
for (const [what, status, review, table] of kinds)
  describe(`on ${what}`, async () => {
    const site = await service.newSite()
    const callers = await callersOf(site)

    /** A new one for each caller, with an earlier revision. */
    async function newArticles(): Promise<number[]> {
      const fields = { title: 'Of an editor', content: '<p>Mist.</p>', category_id: site.defaultCategoryId }
      const made = await callers.author.post('/api/articles/batch', {
        articles: CALLERS.map(() => ({ ...fields, status })),
      })
      const ids = made.data.list.map(({ id }: { id: number }) => id)
      await callers.author.put('/api/articles/batch', { ids, data: { content: '<p>Fog.</p>' } })
      return ids
    }

    test.for(rowsOf(table))('%s', async ([name, expected]) => {
      await site.admin.put('/api/settings', { review: 0 })
      const articles = await newArticles()
      await site.admin.put('/api/settings', { review })
      const [method = 'GET', path = '', body] = operations[name] ?? []
      const found: number[] = []
      for (const [at, caller] of CALLERS.entries()) {
        const answer = await callers[caller].send(method, `/api/articles/${articles[at]}${path}`, body)
        found.push(answer.status)
      }
      expect(found).toEqual(expected)
    })
  })
