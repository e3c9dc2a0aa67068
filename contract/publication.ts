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

export const publishArticle = endpoint({
  method: 'POST',
  path: '/api/articles/{id}/publish',
  access: 'signed-in',
  tag,
  summary: 'Publish an article, now or at a time',
  description:
    'A future `publish_time` schedules: the status stays 0 until that second. Publishing what is published changes nothing.',
  params,
  body: Type.Object({ publish_time: Type.Optional(Nullable(Instant)) }),
  answer: State,
  problems,
})

export const unpublishArticle = endpoint({
  method: 'POST',
  path: '/api/articles/{id}/unpublish',
  access: 'signed-in',
  tag,
  summary: 'Take an article back to draft',
  description:
    'Cancels a schedule too. The writing of a working copy becomes that of the draft. Who may not publish cannot take back what is public.',
  params,
  answer: State,
  problems,
})

export const archiveArticle = endpoint({
  method: 'POST',
  path: '/api/articles/{id}/archive',
  access: 'signed-in',
  tag,
  summary: 'Archive an article',
  description:
    'The writing of a working copy becomes that of the article. Who may not publish cannot archive what is public.',
  params,
  answer: State,
  problems,
})

export const submitArticle = endpoint({
  method: 'POST',
  path: '/api/articles/{id}/submit',
  access: 'signed-in',
  tokens: ['draft'],
  tag,
  summary: 'Submit an article for review',
  description: 'Of a published article its working copy is handed in; without one: 422.',
  params,
  answer: State,
  problems,
})

export const auditArticle = endpoint({
  method: 'POST',
  path: '/api/articles/{id}/audit',
  access: 'signed-in',
  tag,
  summary: 'Pass or reject an article',
  description:
    '1 publishes it (or schedules, where a future time is set), 2 sends it back to its author as a draft. An archived article is 422. Of a published article whose working copy is pending, the copy is meant: 1 puts it in the article’s place (409 where the article was changed after the copy was saved), 2 sends it back. `If-Match` takes the ETag of what is decided on: of the copy, or of the article.',
  params,
  body: Type.Object({
    status: OneOf([1, 2], { description: '1 pass, 2 reject' }),
    reason: Type.Optional(Text({ max: 1000 })),
  }),
  problems: [...problems, 'working-copy-outdated'],
  guarded: true,
})

export const listAudits = endpoint({
  method: 'GET',
  path: '/api/articles/{id}/audits',
  access: 'signed-in',
  tokens: ['draft'],
  tag,
  summary: "The decisions of an article's reviewers",
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
