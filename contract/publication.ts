import { Type } from '@sinclair/typebox'
import { articleStatuses, reviewStatuses } from './articles.ts'
import { endpoint } from './endpoint.ts'
import {
  FlagShown,
  Id,
  IdOrNone,
  Instant,
  Nullable,
  OneOf,
  PageQuery,
  Paginated,
  Text,
  Times,
  TimesOrNone,
} from './schema.ts'

const tag = 'Publication'
const params = Type.Object({ id: Id })
const problems = ['article-not-found'] as const

const State = Type.Object({
  id: Id,
  status: OneOf(articleStatuses),
  ...TimesOrNone('publish', 'scheduled'),
  working_copy: FlagShown,
  review_status: OneOf(reviewStatuses),
})

/** The article, for its ETag after the change. */
const tagged = '/api/articles/{id}'

export const publishArticle = endpoint({
  method: 'POST',
  path: '/api/articles/{id}/publish',
  access: 'signed-in',
  tag,
  summary: 'Publish an article now or at a given time',
  description:
    'A future `publish_time` schedules the article: its status stays 0 until then. Publishing a published article has no effect.',
  params,
  body: Type.Object({ publish_time: Type.Optional(Nullable(Instant)) }),
  answer: State,
  problems,
  tagged,
})

export const unpublishArticle = endpoint({
  method: 'POST',
  path: '/api/articles/{id}/unpublish',
  access: 'signed-in',
  tag,
  summary: 'Move an article back to draft',
  description:
    'Also cancels a schedule. The content of a working copy becomes the content of the draft. Callers who may not publish cannot unpublish a published article.',
  params,
  answer: State,
  problems,
  tagged,
})

export const archiveArticle = endpoint({
  method: 'POST',
  path: '/api/articles/{id}/archive',
  access: 'signed-in',
  tag,
  summary: 'Archive an article',
  description:
    'The content of a working copy becomes the content of the article. Callers who may not publish cannot archive a published article.',
  params,
  answer: State,
  problems,
  tagged,
})

export const submitArticle = endpoint({
  method: 'POST',
  path: '/api/articles/{id}/submit',
  access: 'signed-in',
  tokens: ['draft'],
  tag,
  summary: 'Submit an article for review',
  description: 'For a published article, the working copy is submitted. Returns 422 if there is none.',
  params,
  answer: State,
  problems,
  tagged,
})

export const auditArticle = endpoint({
  method: 'POST',
  path: '/api/articles/{id}/audit',
  access: 'signed-in',
  tag,
  summary: 'Approve or reject an article',
  description:
    '1 publishes the article (or schedules it if a future time is set). 2 returns it to the author as a draft. An archived article returns 422. For a published article with a pending working copy, the decision applies to the working copy: 1 publishes it (409 if the article changed after the copy was saved), 2 returns it. 409 if the article has a working copy that is not pending. `If-Match` takes the ETag of the working copy or the article being reviewed.',
  params,
  body: Type.Object({
    status: OneOf([1, 2], { description: '1 approve, 2 reject' }),
    reason: Type.Optional(Text({ max: 1000 })),
  }),
  problems: [...problems, 'working-copy-not-submitted', 'working-copy-outdated'],
  guarded: true,
})

export const listAudits = endpoint({
  method: 'GET',
  path: '/api/articles/{id}/audits',
  access: 'signed-in',
  tag,
  summary: 'List the review decisions of an article',
  params,
  query: PageQuery,
  answer: Paginated(
    Type.Object({
      id: Id,
      status: OneOf([1, 2]),
      reason: Type.String(),
      auditor: Type.Object({ id: IdOrNone, username: Type.String(), nickname: Type.String() }),
      ...Times('create'),
    }),
  ),
  problems,
})
