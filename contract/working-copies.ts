import { type Static, Type } from '@sinclair/typebox'
import { ArticleChanges, ArticleDetail, PUBLISHED, reviewStatuses } from './articles.ts'
import { Removed } from './content.ts'
import { CONTENT_BODY_LIMIT, endpoint } from './endpoint.ts'
import { Flag, FlagShown, Id, IdOrNone, Instant, Nullable, OneOf, Times, TimesOrNone } from './schema.ts'

const tag = 'Working copies'
const access = 'signed-in'
const path = '/api/articles/{id}/working-copy'
const params = Type.Object({ id: Id })
const problems = ['article-not-found', 'working-copy-not-found'] as const

const shown = ArticleDetail.properties

export const WorkingCopy = Type.Object({
  id: Type.Integer({ ...Id, description: 'Of the article.' }),
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
  seo_title: shown.seo_title,
  seo_keywords: shown.seo_keywords,
  seo_description: shown.seo_description,
  is_top: FlagShown,
  is_hot: FlagShown,
  is_recommend: FlagShown,
  allow_comment: FlagShown,
  template: shown.template,
  status: OneOf([PUBLISHED], { description: 'Of the article.' }),
  ...TimesOrNone('publish', 'scheduled'),
  working_copy: FlagShown,
  review_status: OneOf(reviewStatuses),
  outdated: Type.Unsafe<0 | 1>({
    ...FlagShown,
    description:
      '1 where the article was changed after the copy was saved: it is not published until it is saved again.',
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
  tokens: ['draft'],
  tag,
  summary: 'Read the working copy of a published article',
  params,
  answer: WorkingCopy,
  problems,
})

export const saveWorkingCopy = endpoint({
  method: 'PUT',
  path,
  access,
  tokens: ['draft'],
  tag,
  summary: 'Make or change the working copy of a published article',
  description:
    'Only the fields that are sent change; readers see the published article until the copy is published. An article that is not published: 422. `publish_time` is when the copy is to take the article’s place: its schedule, or a wish where the caller may not publish; one that is past means nothing. `status` 2 hands the copy in for review. Saving a pending copy takes it back. With `autosave=1` the audit log keeps no entry.',
  params,
  query: Type.Object({ autosave: Type.Optional(Flag) }),
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
  summary: 'Throw the working copy away',
  params,
  problems,
  guarded: true,
})

export const publishWorkingCopy = endpoint({
  method: 'POST',
  path: '/api/articles/{id}/working-copy/publish',
  access,
  tag,
  summary: 'Put the working copy in the article’s place, now or at a time',
  description:
    'One revision, one `article.updated`; the publish time of the article stays. `scheduled_time` is when the copy takes its place, null where it has done so. 409 where the article was changed after the copy was saved. `If-Match` takes the ETag of the copy.',
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
