import { type Static, Type } from '@sinclair/typebox'
import { COMMENT_BODY_LIMIT, endpoint } from './endpoint.ts'
import { PageParams } from './pages.ts'
import { Count, FlagShown, Id, IdOrNone, OneOf, PageQuery, Paginated, Text, Times } from './schema.ts'
import { Email, Nickname } from './users.ts'

/** pending, approved, rejected, spam */
const commentStatuses = [0, 1, 2, 3] as const
export type CommentStatus = (typeof commentStatuses)[number]
export const PENDING_COMMENT = 0
export const APPROVED_COMMENT = 1
export const REJECTED_COMMENT = 2

export const CommentState = OneOf(commentStatuses, {
  description: '0 pending, 1 approved, 2 rejected, 3 spam',
})

const commentOrders = ['latest', 'oldest', 'hot'] as const
export type CommentOrder = (typeof commentOrders)[number]

const shown = {
  id: Id,
  content: Type.String({
    description: 'Plain text: whoever shows it escapes it.',
    examples: ['写得真好，学到了很多！'],
  }),
  user: Type.Object({
    id: Type.Integer({ ...IdOrNone, description: '0 for a guest, and for the site itself.' }),
    nickname: Type.String({ examples: ['李华'] }),
    avatar: Type.String({ examples: [''] }),
  }),
  parent_id: IdOrNone,
  is_site: Type.Unsafe<0 | 1>({ ...FlagShown, description: '1 where the site itself answers.' }),
  like_count: Count,
  ...Times('create'),
}
export const Comment = Type.Recursive((Node) => Type.Object({ ...shown, children: Type.Array(Node) }), {
  $id: 'Comment',
})
export type Comment = Static<typeof Comment>

/** Beyond every setting; the site's own limits are looked at later. */
const LONGEST_EVER = 20_000
const Content = Text({ min: 1, max: LONGEST_EVER, examples: ['写得真好，学到了很多！'] })

export const CommentFields = Type.Object(
  {
    article_id: Type.Optional(Type.Integer({ ...Id, description: 'The article that the comment is on.' })),
    page_id: Type.Optional(
      Type.Integer({
        ...Id,
        description: 'The page that the comment is on. Exactly one of `article_id` and `page_id` is sent.',
      }),
    ),
    content: Content,
    parent_id: Type.Optional(Type.Integer({ ...IdOrNone, default: 0 })),
    captcha: Type.Optional(Text({ max: 4000, examples: ['7KQXA'] })),
    captcha_id: Type.Optional(Text({ max: 100 })),
    nickname: Type.Optional(Nickname),
    email: Type.Optional(Type.String({ ...Email, pattern: `^$|${Email.pattern}` })),
  },
  // That not both are sent is looked at later: it needs a text of its own.
  {
    anyOf: [{ required: ['article_id'] }, { required: ['page_id'] }],
    examples: [{ article_id: 1, content: '写得真好，学到了很多！', captcha: '7KQXA' }],
  },
)
export type CommentFields = Static<typeof CommentFields>

const CommentPosted = Type.Object({ id: Id, status: CommentState })

const tag = 'Comments'
const params = Type.Object({ id: Id })

const orderedPage = Type.Object({
  ...PageQuery.properties,
  order: Type.Optional(OneOf(commentOrders, { default: 'latest' })),
})

export const listComments = endpoint({
  method: 'GET',
  path: '/api/articles/{id}/comments',
  access: 'site.read',
  tokens: ['content', 'draft'],
  tag,
  summary: 'The comments of an article',
  description:
    'Approved ones, each with its answers; a page counts the top-level ones. `total` counts all approved. `hot`: the most liked first.',
  params,
  query: orderedPage,
  answer: Paginated(Comment),
  problems: ['article-not-found'],
})

export const listPageComments = endpoint({
  method: 'GET',
  path: '/api/pages/{alias}/comments',
  access: 'site.read',
  tokens: ['content', 'draft'],
  tag,
  summary: 'The comments of a page',
  description: 'As those of an article. The page is named by its alias or its id.',
  params: PageParams,
  query: orderedPage,
  answer: Paginated(Comment),
  problems: ['page-not-found'],
})

export const postComment = endpoint({
  method: 'POST',
  path: '/api/comments',
  access: 'comments.post',
  tag,
  summary: 'Post a comment',
  description:
    'On an article (`article_id`) or on a page (`page_id`). Guests give `nickname` and `email`. Where the site asks for a captcha, everybody but moderators solves one. Status 0 waits for review.',
  body: CommentFields,
  bodyLimit: COMMENT_BODY_LIMIT,
  answer: CommentPosted,
  problems: [
    'article-not-found',
    'page-not-found',
    'comments-closed',
    'address-blocked',
    'login-required',
    'too-many-captchas',
    'commenting-too-fast',
    'too-many-comments-today',
  ],
  creates: true,
})

const Liked = Type.Object({ like_count: Count, liked: FlagShown })
const problems = ['comment-not-found', 'address-blocked'] as const

export const likeComment = endpoint({
  method: 'POST',
  path: '/api/comments/{id}/like',
  access: 'comments.post',
  tag,
  summary: 'Like a comment',
  description: 'Once per user, or per address for guests: repeating changes nothing.',
  params,
  answer: Liked,
  problems,
})

export const unlikeComment = endpoint({
  method: 'DELETE',
  path: '/api/comments/{id}/like',
  access: 'comments.post',
  tag,
  summary: 'Take a like back',
  params,
  answer: Liked,
  problems,
})

export const reportComment = endpoint({
  method: 'POST',
  path: '/api/comments/{id}/report',
  access: 'comments.post',
  tag,
  summary: 'Report a comment',
  description:
    'Once per user, or per address for guests. Five reports put an approved comment back to pending.',
  params,
  body: Type.Object({ reason: Text({ min: 1, max: 500, examples: ['广告'] }) }),
  problems,
})

export const replyToComment = endpoint({
  method: 'POST',
  path: '/api/comments/{id}/reply',
  access: 'comments.moderate',
  tag,
  summary: 'Answer a comment as the site',
  params,
  body: Type.Object({ content: Content }),
  bodyLimit: COMMENT_BODY_LIMIT,
  answer: CommentPosted,
  problems: ['comment-not-found'],
  creates: true,
})
