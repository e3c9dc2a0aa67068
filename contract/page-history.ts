import { type Static, Type } from '@sinclair/typebox'
import { Removed } from './content.ts'
import { CONTENT_BODY_LIMIT, endpoint } from './endpoint.ts'
import { PageChanges, PageDetail, PageParams } from './pages.ts'
import { Id, IdOrNone, PageQuery, Paginated, Times } from './schema.ts'

const tag = 'Pages'
const access = 'pages.manage'
const path = '/api/pages/{alias}/draft'
const problems = ['page-not-found', 'page-draft-not-found'] as const

const Editor = Type.Object(
  { id: IdOrNone, username: Type.String(), nickname: Type.String() },
  { description: 'Who saved it; id 0 where that is not known.' },
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
  description: 'The page as it will be once the draft is published.',
  params: PageParams,
  answer: PageDraft,
  problems,
})

export const savePageDraft = endpoint({
  method: 'PUT',
  path,
  access,
  tag,
  summary: 'Prepare changes to a page',
  description:
    'Only the fields that are sent change. Readers see the page as it is until the draft is published. `If-Match` takes the ETag of the draft.',
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
  summary: 'Throw the draft of a page away',
  params: PageParams,
  problems,
})

export const publishPageDraft = endpoint({
  method: 'POST',
  path: '/api/pages/{alias}/draft/publish',
  access,
  tag,
  summary: 'Put the draft in the place of the page',
  description: 'One revision, one `page.updated`. `If-Match` takes the ETag of the draft.',
  params: PageParams,
  answer: PageDetail,
  problems,
  guarded: true,
})

/** What a revision of a page keeps: everything that a person writes. Address, order and visibility are not part of it. */
export const PageSnapshot = Type.Object({
  title: Type.String(),
  content: Type.String(),
  seo_title: Type.String(),
  seo_keywords: Type.String(),
  seo_description: Type.String(),
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
  summary: 'Earlier states of a page',
  description: 'The newest first. `create_time` and `editor` tell when and by whom that state was written.',
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
  summary: 'Read an earlier state of a page',
  params: one,
  answer: Type.Object({ ...PageRevision.properties, ...PageSnapshot.properties }),
  problems: revisionProblems,
})

export const restorePageRevision = endpoint({
  method: 'POST',
  path: '/api/pages/{alias}/revisions/{n}/restore',
  access,
  tag,
  summary: 'Go back to an earlier state of a page',
  description: 'This is itself a change: the state before it is kept as a new revision.',
  params: one,
  answer: PageDetail,
  problems: revisionProblems,
})
