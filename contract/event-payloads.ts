import { type TObject, Type } from '@sinclair/typebox'
import { articleStatuses } from './articles.ts'
import { CommentState } from './comments.ts'
import { type EventKind, eventKinds } from './events.ts'
import { FlagShown, Id, IdOrNone, Moment, Nullable, OneOf } from './schema.ts'

const Address = Type.String({
  description: 'The public URL. Only its path if the service does not know its own address.',
  examples: ['https://example.com/articles/hello'],
})
const Alias = Type.String({ examples: ['hello'] })
const Name = Type.String({ examples: ['Hello'] })
const Html = Type.String({ examples: ['<p>Hello.</p>'] })

/** The webhook payload for an article. */
export const ArticleEventData = Type.Object({
  id: Id,
  title: Name,
  content: Html,
  status: OneOf(articleStatuses, { description: '0 draft, 1 published, 2 pending review, 3 archived.' }),
  previous_status: Nullable(
    OneOf(articleStatuses, { description: 'The previous status. null for a new article.' }),
  ),
  site_id: Id,
  alias: Alias,
  category: Type.Object(
    { id: Id, name: Type.Optional(Name), alias: Type.Optional(Alias) },
    { description: 'Only the id if the article is in the recycle bin.' },
  ),
  tags: Type.Array(Type.Object({ id: Id, name: Name, alias: Alias })),
  author_id: Id,
  publish_at: Nullable(Moment),
  create_at: Moment,
  update_at: Moment,
  url: Address,
})

/** The webhook payload for a page. */
export const PageEventData = Type.Object({
  id: Id,
  title: Name,
  content: Html,
  alias: Alias,
  enabled: FlagShown,
  site_id: Id,
  url: Address,
})

/** The webhook payload for a category. */
export const CategoryEventData = Type.Object({
  id: Id,
  name: Name,
  alias: Alias,
  parent_id: IdOrNone,
  enabled: FlagShown,
  site_id: Id,
  url: Address,
})

/** The webhook payload for a tag. */
export const TagEventData = Type.Object({
  id: Id,
  name: Name,
  alias: Alias,
  color: Type.String({ examples: ['#1f6feb'] }),
  enabled: FlagShown,
  site_id: Id,
  url: Address,
})

/** The webhook payload for a comment. */
export const CommentEventData = Type.Object({
  id: Id,
  article_id: Type.Integer({ minimum: 0, description: '0 for a comment on a page.', examples: [1] }),
  page_id: Type.Integer({ minimum: 0, description: '0 for a comment on an article.', examples: [0] }),
  parent_id: IdOrNone,
  content: Type.String({ examples: ['Well said.'] }),
  status: CommentState,
  site_id: Id,
})

/** The webhook payload for a file. */
export const MediaEventData = Type.Object({
  id: Id,
  filename: Type.String({ examples: ['cover.jpg'] }),
  url: Type.String({ examples: ['https://example.com/uploads/cover.jpg'] }),
  size: Type.Integer({ minimum: 0, examples: [20480] }),
  mime_type: Type.String({ examples: ['image/jpeg'] }),
  alt: Type.String({ examples: ['A lake in the morning'] }),
  title: Type.String({ examples: ['Lake'] }),
  site_id: Id,
})

type Subject = EventKind extends `${infer Name}.${string}` ? Name : never

const dataOfSubject: Readonly<Record<Subject, TObject>> = {
  article: ArticleEventData,
  page: PageEventData,
  category: CategoryEventData,
  tag: TagEventData,
  comment: CommentEventData,
  media: MediaEventData,
}

const summaries: Readonly<Record<EventKind, string>> = {
  'article.created': 'An article was created',
  'article.updated': 'An article was changed',
  'article.published': 'An article was published',
  'article.unpublished': 'A published article was moved back to draft',
  'article.archived': 'An article was archived',
  'article.submitted': 'An article or its working copy was submitted for review',
  'article.audited': 'An article was approved or rejected',
  'article.deleted': 'An article was moved to the recycle bin',
  'article.restored': 'An article was restored from the recycle bin',
  'comment.created': 'A comment was posted',
  'comment.approved': 'A comment was approved',
  'comment.updated': 'A comment was rejected, marked as spam or reset to pending',
  'comment.deleted': 'A comment was moved to the recycle bin',
  'page.created': 'A page was created',
  'page.updated': 'A page was changed',
  'page.published': 'A disabled page was enabled',
  'page.deleted': 'A page was moved to the recycle bin',
  'category.created': 'A category was created',
  'category.updated': 'A category was changed',
  'category.deleted': 'A category was deleted',
  'tag.created': 'A tag was created',
  'tag.updated': 'A tag was changed',
  'tag.deleted': 'A tag was deleted',
  'media.created': 'A file was uploaded',
  'media.updated': 'The title or alternative text of a file was changed',
  'media.deleted': 'A file was moved to the recycle bin',
}

/** Every kind of event with its webhook payload, for the API reference. */
export const eventDescriptions = eventKinds.map((kind) => ({
  kind,
  summary: summaries[kind],
  data: dataOfSubject[kind.slice(0, kind.indexOf('.')) as Subject],
}))
