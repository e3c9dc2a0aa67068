import { type Static, Type } from '@sinclair/typebox'
import { textsShown } from './article-texts.ts'
import { ArticleChanges, ArticleDetail, PUBLISHED, reviewStatuses } from './articles.ts'
import { FormatQuery, Removed } from './content.ts'
import { CONTENT_BODY_LIMIT, endpoint } from './endpoint.ts'
import { Flag, FlagShown, Id, IdOrNone, Instant, Nullable, OneOf, Times, TimesOrNone } from './schema.ts'

const tag = 'Working copies'
const access = 'signed-in'
const path = '/api/articles/{id}/working-copy'
const params = Type.Object({ id: Id })
const problems = ['article-not-found', 'working-copy-not-found'] as const

const shown = ArticleDetail.properties

export const WorkingCopy = Type.Object({
  id: Type.Integer({ ...Id, description: 'That of the article.' }),
  alias: shown.alias,
  title: shown.title,
  content: shown.content,
  summary: shown.summary,
  cover: shown.cover,
  category: shown.category,
  category_id: Id,
  category_ids: shown.category_ids,
  tags: shown.tags,
  tag_ids: Type.Array(Id),
  ...textsShown,
  is_top: FlagShown,
  is_hot: FlagShown,
  is_recommend: FlagShown,
  allow_comment: FlagShown,
  status: OneOf([PUBLISHED], { description: 'That of the article.' }),
  ...TimesOrNone('publish', 'scheduled'),
  working_copy: FlagShown,
  review_status: OneOf(reviewStatuses),
  outdated: Type.Unsafe<0 | 1>({
    ...FlagShown,
    description:
      '1 if the article changed after the copy was saved. The copy must be saved again before it can be published.',
  }),
  editor: Type.Object(
    { id: IdOrNone, username: Type.String(), nickname: Type.String() },
    { description: 'Who saved it last.' },
  ),
  ...Times('create', 'update'),
})
export type WorkingCopy = Static<typeof WorkingCopy>

export const getWorkingCopy = endpoint({
  method: 'GET',
  path,
  access,
  tag,
  summary: 'Read the working copy of a published article',
  params,
  query: FormatQuery,
  answer: WorkingCopy,
  problems,
})

export const saveWorkingCopy = endpoint({
  method: 'PUT',
  path,
  access,
  tokens: ['draft'],
  tag,
  summary: 'Create or update the working copy of a published article',
  description:
    'Only the fields in the request change. Readers see the published article until the copy is published. Returns 422 if the article is not published. `publish_time` is when the copy will be published: a schedule, or a suggestion if the caller may not publish. A time in the past is ignored. `status` 2 submits the copy for review. Saving a pending copy withdraws it from review. `autosave=1` creates no audit log entry.',
  params,
  query: Type.Object({ autosave: Type.Optional(Flag), ...FormatQuery.properties }),
  body: Type.Omit(ArticleChanges, ['author_id', 'create_time']),
  bodyLimit: CONTENT_BODY_LIMIT,
  answer: Type.Object({ ...WorkingCopy.properties, removed: Removed }),
  problems,
  guarded: true,
  tagged: path,
})

export const dropWorkingCopy = endpoint({
  method: 'DELETE',
  path,
  access,
  tokens: ['draft'],
  tag,
  summary: 'Discard the working copy',
  params,
  problems,
  guarded: true,
})

export const publishWorkingCopy = endpoint({
  method: 'POST',
  path: '/api/articles/{id}/working-copy/publish',
  access,
  tag,
  summary: 'Publish the working copy now or at a given time',
  description:
    'Creates one revision and one `article.updated` event. The publish time of the article does not change. `scheduled_time` is when the copy will be published, or null if it is published. Returns 409 if the article changed after the copy was saved. `If-Match` takes the ETag of the copy.',
  params,
  body: Type.Object({ publish_time: Type.Optional(Nullable(Instant)) }),
  answer: Type.Object({
    id: Id,
    status: OneOf([PUBLISHED]),
    working_copy: FlagShown,
    review_status: OneOf(reviewStatuses),
    ...TimesOrNone('publish', 'scheduled'),
    ...Times('update'),
  }),
  problems: [...problems, 'working-copy-outdated'],
  guarded: true,
  tagged: '/api/articles/{id}',
})
