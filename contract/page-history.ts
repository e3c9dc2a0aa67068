import { type Static, Type } from '@sinclair/typebox'
import { Removed } from './content.ts'
import { CONTENT_BODY_LIMIT, endpoint } from './endpoint.ts'
import { PageChanges, PageDetail, PageParams } from './pages.ts'
import { Id, IdOrNone, PageQuery, Paginated, SeoShown, Times } from './schema.ts'

const tag = 'Pages'
const access = 'pages.manage'
const path = '/api/pages/{alias}/draft'
const problems = ['page-not-found', 'page-draft-not-found'] as const

const Editor = Type.Object(
  { id: IdOrNone, username: Type.String(), nickname: Type.String() },
  { description: 'Who saved it. The id is 0 if unknown.' },
)

const PageDraft = Type.Object({
  ...PageDetail.properties,
  editor: Editor,
  ...Times('save'),
})

export const getPageDraft = endpoint({
  method: 'GET',
  path,
  access,
  tag,
  summary: 'Read the draft of a page',
  description: 'The page as it will look after publishing the draft.',
  params: PageParams,
  answer: PageDraft,
  problems,
})

export const savePageDraft = endpoint({
  method: 'PUT',
  path,
  access,
  tag,
  summary: 'Create or update the draft of a page',
  description:
    'Only the fields in the request change. Readers see the published page until the draft is published. `If-Match` takes the ETag of the draft.',
  params: PageParams,
  body: PageChanges,
  bodyLimit: CONTENT_BODY_LIMIT,
  answer: Type.Object({ ...PageDraft.properties, removed: Removed }),
  problems: ['page-not-found'],
  guarded: true,
  tagged: path,
})

export const dropPageDraft = endpoint({
  method: 'DELETE',
  path,
  access,
  tag,
  summary: 'Discard the draft of a page',
  params: PageParams,
  problems,
})

export const publishPageDraft = endpoint({
  method: 'POST',
  path: '/api/pages/{alias}/draft/publish',
  access,
  tag,
  summary: 'Publish the draft of a page',
  description: 'Creates one revision and one `page.updated` event. `If-Match` takes the ETag of the draft.',
  params: PageParams,
  answer: PageDetail,
  problems,
  guarded: true,
})

/** A revision of a page keeps everything a person writes. Alias, order and visibility are not part of it. */
export const PageSnapshot = Type.Object({
  title: Type.String(),
  content: Type.String(),
  ...SeoShown,
  template: Type.String(),
  css_class: Type.String(),
  page_type: Type.String(),
})
export type PageSnapshot = Static<typeof PageSnapshot>

const PageRevision = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  title: Type.String(),
  editor: Editor,
  ...Times('create'),
})
const one = Type.Object({ ...PageParams.properties, n: Id })
const revisionProblems = ['page-not-found', 'revision-not-found'] as const

export const listPageRevisions = endpoint({
  method: 'GET',
  path: '/api/pages/{alias}/revisions',
  access,
  tag,
  summary: 'List the revisions of a page',
  description: 'Newest first. `create_time` and `editor` show when and by whom the revision was written.',
  params: PageParams,
  query: PageQuery,
  answer: Paginated(PageRevision),
  problems: revisionProblems,
})

export const getPageRevision = endpoint({
  method: 'GET',
  path: '/api/pages/{alias}/revisions/{n}',
  access,
  tag,
  summary: 'Read a revision of a page',
  params: one,
  answer: Type.Object({ ...PageRevision.properties, ...PageSnapshot.properties }),
  problems: revisionProblems,
})

export const restorePageRevision = endpoint({
  method: 'POST',
  path: '/api/pages/{alias}/revisions/{n}/restore',
  access,
  tag,
  summary: 'Restore a revision of a page',
  description: 'A restore is a change too: the current version is kept as a new revision.',
  params: one,
  answer: PageDetail,
  problems: revisionProblems,
})
