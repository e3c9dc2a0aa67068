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
    description: 'Plain text. Escape it before showing it in HTML.',
    examples: ['写得真好，学到了很多！'],
  }),
  user: Type.Object({
    id: Type.Integer({ ...IdOrNone, description: '0 for a guest and for the site itself.' }),
    nickname: Type.String({ examples: ['李华'] }),
    avatar: Type.String({ examples: [''] }),
  }),
  parent_id: IdOrNone,
  is_site: Type.Unsafe<0 | 1>({ ...FlagShown, description: '1 if the comment was posted as the site.' }),
  like_count: Count,
  ...Times('create'),
}
export const Comment = Type.Recursive((Node) => Type.Object({ ...shown, children: Type.Array(Node) }), {
  $id: 'Comment',
})
export type Comment = Static<typeof Comment>

/** An upper bound for all sites. The limits of the site are checked later. */
const MAX_COMMENT_LENGTH = 20_000
const Content = Text({ min: 1, max: MAX_COMMENT_LENGTH, examples: ['写得真好，学到了很多！'] })

export const CommentFields = Type.Object(
  {
    article_id: Type.Optional(Type.Integer({ ...Id, description: 'The article to comment on.' })),
    page_id: Type.Optional(
      Type.Integer({
        ...Id,
        description: 'The page to comment on. Send exactly one of `article_id` and `page_id`.',
      }),
    ),
    content: Content,
    parent_id: Type.Optional(Type.Integer({ ...IdOrNone, default: 0 })),
    captcha: Type.Optional(Text({ max: 4000, examples: ['7KQXA'] })),
    captcha_id: Type.Optional(Text({ max: 100 })),
    nickname: Type.Optional(Nickname),
    email: Type.Optional(Type.String({ ...Email, pattern: `^$|${Email.pattern}` })),
  },
  // That not both are sent is checked later, because it has its own message.
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
  tokens: ['content'],
  tag,
  summary: 'List comments on an article',
  description:
    'Approved comments with their replies. Pagination counts top-level comments, and `total` counts all approved comments. `hot`: most liked first.',
  params,
  query: orderedPage,
  answer: Paginated(Comment),
  problems: ['article-not-found'],
})

export const listPageComments = endpoint({
  method: 'GET',
  path: '/api/pages/{alias}/comments',
  access: 'site.read',
  tokens: ['content'],
  tag,
  summary: 'List comments on a page',
  description: 'Works like the comments of an article. The page is given by its alias or id.',
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
    'Comments on an article (`article_id`) or a page (`page_id`). Guests must send `nickname` and `email`. If the site requires a captcha, everyone except moderators must solve one. Status 0 means waiting for review.',
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
  description: 'Counts once per user, or once per IP address for guests. Repeating it has no effect.',
  params,
  answer: Liked,
  problems,
})

export const unlikeComment = endpoint({
  method: 'DELETE',
  path: '/api/comments/{id}/like',
  access: 'comments.post',
  tag,
  summary: 'Remove a like',
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
    'Counts once per user, or once per IP address for guests. Five reports reset an approved comment to pending.',
  params,
  body: Type.Object({ reason: Text({ min: 1, max: 500, examples: ['广告'] }) }),
  problems,
})

export const replyToComment = endpoint({
  method: 'POST',
  path: '/api/comments/{id}/reply',
  access: 'comments.moderate',
  tag,
  summary: 'Reply to a comment as the site',
  params,
  body: Type.Object({ content: Content }),
  bodyLimit: COMMENT_BODY_LIMIT,
  answer: CommentPosted,
  problems: ['comment-not-found'],
  creates: true,
})
