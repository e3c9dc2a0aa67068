import { Type } from '@sinclair/typebox'
import { CommentState } from './comments.ts'
import { endpoint } from './endpoint.ts'
import { Reason } from './moderation.ts'
import {
  Count,
  Flag,
  FlagShown,
  Id,
  IdOrNone,
  PageQuery,
  Paginated,
  Text,
  Times,
  TimesOrNone,
} from './schema.ts'

const tag = 'Moderation'
const access = 'comments.moderate'
const params = Type.Object({ id: Id })
const MAX_IN_BATCH = 100

const ModeratedComment = Type.Object({
  id: Id,
  article: Type.Object(
    { id: IdOrNone, title: Type.String(), alias: Type.String() },
    { description: 'The commented article. The id is 0 for a comment on a page.' },
  ),
  page: Type.Object(
    { id: IdOrNone, title: Type.String(), alias: Type.String() },
    { description: 'The commented page. The id is 0 for a comment on an article.' },
  ),
  parent_id: IdOrNone,
  content: Type.String(),
  status: CommentState,
  user: Type.Object({
    id: IdOrNone,
    username: Type.String(),
    nickname: Type.String(),
    avatar: Type.String(),
    email: Type.String({ examples: ['guest@example.com'] }),
  }),
  ip: Type.String({ examples: ['203.0.113.9'] }),
  is_site: FlagShown,
  like_count: Count,
  report_count: Type.Integer({ ...Count, description: 'Reports since the last decision.' }),
  reason: Type.String({ description: 'The reason of the last decision.' }),
  ...Times('create'),
  ...TimesOrNone('audit'),
})

export const moderateComments = endpoint({
  method: 'GET',
  path: '/api/comments',
  access,
  tag,
  summary: 'List the comments of the site, newest first',
  query: Type.Object({
    ...PageQuery.properties,
    status: Type.Optional(CommentState),
    article_id: Type.Optional(Id),
    page_id: Type.Optional(Id),
    user_id: Type.Optional(Id),
    keyword: Type.Optional(Text({ max: 200 })),
  }),
  answer: Paginated(ModeratedComment),
})

const Decision = { status: CommentState, reason: Type.Optional(Reason) }

export const auditComment = endpoint({
  method: 'POST',
  path: '/api/comments/{id}/audit',
  access,
  tag,
  summary: 'Approve, reject, mark as spam or reset to pending',
  params,
  body: Type.Object(Decision),
  problems: ['comment-not-found'],
})

export const auditComments = endpoint({
  method: 'POST',
  path: '/api/comments/batch/audit',
  access,
  tag,
  summary: 'Moderate several comments at once',
  body: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: MAX_IN_BATCH }), ...Decision }),
  answer: Type.Object({
    success_count: Count,
    failed_count: Count,
    errors: Type.Record(Type.String(), Type.Record(Type.String(), Type.Array(Type.String())), {
      description: 'Errors by id, then by field.',
    }),
  }),
})

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/api/comments/{id}',
  access,
  tag,
  summary: 'Move a comment and its replies to the recycle bin',
  params,
  problems: ['comment-not-found'],
})

export const listReports = endpoint({
  method: 'GET',
  path: '/api/comments/reports',
  access,
  tag,
  summary: 'List comment reports, newest first',
  description: 'Lists open reports. `all=1` includes handled reports.',
  query: Type.Object({ ...PageQuery.properties, all: Type.Optional(Flag) }),
  answer: Paginated(
    Type.Object({
      id: Id,
      reason: Type.String(),
      comment: Type.Object({
        id: Id,
        article_id: IdOrNone,
        page_id: IdOrNone,
        content: Type.String(),
        status: CommentState,
      }),
      reporter: Type.Object({ id: IdOrNone, nickname: Type.String() }),
      ip: Type.String(),
      handled: FlagShown,
      ...Times('create'),
    }),
  ),
})

const Counts = { total: Count, pending: Count, approved: Count, rejected: Count, spam: Count }
export const commentStatistics = endpoint({
  method: 'GET',
  path: '/api/comments/statistics',
  access,
  tag,
  summary: 'Count comments by status and day',
  query: Type.Object({ days: Type.Integer({ minimum: 1, default: 30, atMost: 90 }) }),
  answer: Type.Object({
    ...Counts,
    days: Type.Array(
      Type.Object({
        date: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', examples: ['2026-03-01'] }),
        ...Counts,
      }),
      { description: 'Recent days in the time zone of the setting TIMEZONE, today last.' },
    ),
  }),
})
