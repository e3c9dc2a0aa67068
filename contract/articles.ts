import { type Static, Type } from '@sinclair/typebox'
import { ContentFormatField, ContentQuery, Removed } from './content.ts'
import { CONTENT_BODY_LIMIT, endpoint } from './endpoint.ts'
import { CoverMedia } from './media.ts'
import {
  Changes,
  Count,
  Flag,
  FlagShown,
  Id,
  IdList,
  Instant,
  InstantAsUpperBound,
  Nullable,
  OneOf,
  PageQuery,
  Paginated,
  TemplateName,
  Text,
  Times,
  TimesOrNone,
  Url,
  WordList,
} from './schema.ts'

/** draft, published, pending review, archived */
export const articleStatuses = [0, 1, 2, 3] as const
export type ArticleStatus = (typeof articleStatuses)[number]
export const DRAFT = 0
export const PUBLISHED = 1
export const PENDING = 2
export const ARCHIVED = 3

/** How a review stands: of an article that is not public, or of the working copy of one that is. */
export const reviewStatuses = ['none', 'pending', 'rejected'] as const
export type ReviewStatus = (typeof reviewStatuses)[number]

const MOST_IN_BATCH = 100
const LONGEST_TITLE = 100
const MOST_TAGS_ASKED = 50

const Status = OneOf(articleStatuses, { description: '0 draft, 1 published, 2 pending review, 3 archived' })
/** Letters of any script, digits, _ and -, of which at least one is no digit. */
export const ARTICLE_ALIAS = '^(?!\\p{Nd}+$)[\\p{L}\\p{Nd}_-][\\p{L}\\p{M}\\p{Nd}_-]*$'
export const LONGEST_ARTICLE_ALIAS = 100
const aliasExamples = ['ni-hao-shi-jie']
const AliasShown = Type.String({ description: 'Its name in addresses.', examples: aliasExamples })
const Alias = Type.String({
  trim: true,
  nfc: true,
  maxLength: LONGEST_ARTICLE_ALIAS,
  pattern: ARTICLE_ALIAS,
  issue: 'not-alias',
  description: `Letters of any script, digits, _ and -, not digits alone, at most ${LONGEST_ARTICLE_ALIAS}; unique in its site without regard to case.`,
  examples: aliasExamples,
})
/** As it is given: empty, or left out, it is made from the title. */
const AliasGiven = {
  ...Alias,
  pattern: `^$|${ARTICLE_ALIAS}`,
  description: `${Alias.description} Empty: made from the title.`,
}

const Named = Type.Object({ id: Id, name: Type.String(), alias: Type.String() })
const Author = Type.Object({ id: Id, username: Type.String(), nickname: Type.String() })

/** What is shown of an article where it is one among others: related ones, what a search finds. */
export const ArticleMention = Type.Object({
  id: Id,
  alias: AliasShown,
  title: Type.String(),
  summary: Type.String(),
  cover: Type.String(),
  cover_media: CoverMedia,
  author: Author,
  category: Named,
  tags: Type.Array(Named),
  ...TimesOrNone('publish'),
  ...Times('create'),
})

const Rights = Type.Object(
  {
    edit: FlagShown,
    publish: FlagShown,
    submit: FlagShown,
    audit: FlagShown,
    archive: FlagShown,
    delete: FlagShown,
  },
  { description: 'What the caller may do with it; left out for who is not logged in.' },
)
export type Rights = Static<typeof Rights>

/** What is said of an article that publishes itself, is reviewed, or has a working copy. */
const Progress = {
  ...TimesOrNone('scheduled'),
  working_copy: Type.Unsafe<0 | 1>({
    ...FlagShown,
    description: '1 where it has a working copy; 0 for who may not change it.',
  }),
  review_status: OneOf(reviewStatuses, {
    description: 'Of the working copy while the article is published; none for who may not change it.',
  }),
}

export const ArticleItem = Type.Object({
  id: Id,
  alias: AliasShown,
  title: Type.String({ examples: ['你好，世界'] }),
  summary: Type.String(),
  cover: Type.String(),
  cover_media: CoverMedia,
  author: Author,
  category: Named,
  tags: Type.Array(Named),
  view_count: Count,
  like_count: Count,
  favorite_count: Count,
  comment_count: Count,
  is_top: FlagShown,
  is_hot: FlagShown,
  is_recommend: FlagShown,
  allow_comment: FlagShown,
  status: Status,
  ...TimesOrNone('publish'),
  ...Times('create', 'update'),
  ...Progress,
  can: Type.Optional(Rights),
  content: Type.Optional(Type.String({ description: 'HTML; with `include=content`.' })),
  related: Type.Optional(Type.Array(ArticleMention, { description: 'With `include=related`.' })),
})
export type ArticleItem = Static<typeof ArticleItem>

const { related: _, ...itemAlone } = ArticleItem.properties
export const ArticleDetail = Type.Object({
  ...itemAlone,
  author: Type.Object({ ...Author.properties, avatar: Type.String() }),
  category_ids: Type.Array(Id, { description: 'Secondary categories.' }),
  content: Type.String({ description: 'HTML, or Markdown with `format=markdown`.', examples: ['<p>…</p>'] }),
  seo_title: Type.String(),
  seo_keywords: Type.String(),
  seo_description: Type.String(),
  template: Type.String(),
})
export type ArticleDetail = Static<typeof ArticleDetail>

export const MOST_TAGS = 50
const Ids = Type.Array(Id, { maxItems: MOST_TAGS })

export const ArticleFields = Type.Object({
  title: Text({ min: 1, max: LONGEST_TITLE, examples: ['你好，世界'] }),
  content: Type.String({
    minLength: 1,
    maxLength: 2_000_000,
    pattern: '\\S',
    description:
      'HTML, or Markdown. Scripts, handlers, javascript: and data: addresses are taken out; the answer names what went.',
    examples: ['<p>第一篇文章。</p>'],
  }),
  content_format: Type.Optional(ContentFormatField),
  alias: Type.Optional(AliasGiven),
  summary: Type.Optional(Text({ max: 1000 })),
  cover: Type.Optional(Url),
  category_id: Id,
  category_ids: Type.Optional(Ids),
  tag_ids: Type.Optional(Ids),
  seo_title: Type.Optional(Text({ max: 200 })),
  seo_keywords: Type.Optional(Text({ max: 500 })),
  seo_description: Type.Optional(Text({ max: 1000 })),
  is_top: Type.Optional(Flag),
  is_hot: Type.Optional(Flag),
  is_recommend: Type.Optional(Flag),
  allow_comment: Type.Optional(Flag),
  status: Type.Optional(Status),
  publish_time: Type.Optional(Nullable(Instant)),
  template: Type.Optional(TemplateName),
  author_id: Type.Optional(
    Type.Integer({ ...Id, description: 'Another author than the caller: administrators only.' }),
  ),
  create_time: Type.Optional(
    Type.Unsafe<number>({ ...Instant, description: 'Not in the future; administrators only.' }),
  ),
})
export type ArticleFields = Static<typeof ArticleFields>
export const ArticleChanges = Changes(ArticleFields)
export type ArticleChanges = Static<typeof ArticleChanges>

const Saved = {
  id: Id,
  alias: AliasShown,
  title: Type.String(),
  status: Status,
  ...TimesOrNone('publish'),
  ...Progress,
}
const ArticleCreated = Type.Object({ ...Saved, ...Times('create'), removed: Removed })
const ArticleUpdated = Type.Object({ ...Saved, ...Times('update'), removed: Removed })

const articleSorts = [
  'create_time',
  'update_time',
  'publish_time',
  'view_count',
  'like_count',
  'comment_count',
] as const
export type ArticleSort = (typeof articleSorts)[number]

/** The filters of the list, which the export takes too. */
export const ArticleFilters = Type.Object({
  keyword: Type.Optional(Text({ max: 200 })),
  category_id: Type.Optional(Id),
  include_children: Type.Optional(Flag),
  category: Type.Optional(Text({ min: 1, max: 100, description: 'The alias of a category.' })),
  tag_id: Type.Optional(Id),
  tag: Type.Optional(Text({ min: 1, max: 100, description: 'The alias of a tag.' })),
  tag_ids: Type.Optional(IdList(MOST_TAGS_ASKED)),
  tag_mode: Type.Optional(
    OneOf(['any', 'all'], {
      description: 'Whether any of `tag_ids` will do (the default) or all must be there.',
    }),
  ),
  alias: Type.Optional(Alias),
  status: Type.Optional(Status),
  is_top: Type.Optional(Flag),
  is_hot: Type.Optional(Flag),
  is_recommend: Type.Optional(Flag),
  author_id: Type.Optional(Id),
  review_status: Type.Optional(OneOf(reviewStatuses)),
  scheduled: Type.Optional(
    Type.Unsafe<0 | 1>({ ...Flag, description: '1: drafts that publish themselves; 0: everything else.' }),
  ),
  start_time: Type.Optional(Instant),
  end_time: Type.Optional(InstantAsUpperBound),
  published_since: Type.Optional(Instant),
  published_until: Type.Optional(InstantAsUpperBound),
  updated_since: Type.Optional(Instant),
  updated_until: Type.Optional(InstantAsUpperBound),
  sort: Type.Optional(OneOf(articleSorts)),
  order: Type.Optional(
    OneOf(['asc', 'desc'], { description: 'desc by default. Without `sort` it orders by newest.' }),
  ),
})
export type ArticleFilters = Static<typeof ArticleFilters>

const tag = 'Articles'
const params = Type.Object({ id: Id })

const Failures = Type.Record(Type.String(), Type.Record(Type.String(), Type.Array(Type.String())), {
  description: 'What was wrong, by id (or by index when creating) and then by field.',
})
const BatchResult = { success_count: Count, failed_count: Count, errors: Failures }
const BatchIds = Type.Array(Id, { minItems: 1, maxItems: MOST_IN_BATCH })

export const listArticles = endpoint({
  method: 'GET',
  path: '/api/articles',
  access: 'articles.read',
  tokens: ['content', 'draft'],
  tag,
  summary: 'List articles',
  description:
    'Members see what is published, editors their own beside it, auditors and administrators everything. Newest means by publish time for what is published and by creation for the rest. Without `sort` and `order`: top first, then newest. `start_time` and `end_time` bound the creation, `published_since` and `published_until` the publication of published articles.',
  query: Type.Object({
    ...PageQuery.properties,
    ids: Type.Optional(IdList(MOST_IN_BATCH)),
    include: Type.Optional(
      WordList(['content', 'related'], 'What comes with each article: its text, or five articles like it.'),
    ),
    ...ArticleFilters.properties,
  }),
  answer: Paginated(ArticleItem),
})

export const getArticle = endpoint({
  method: 'GET',
  path: '/api/articles/{id}',
  access: 'articles.read',
  tokens: ['content', 'draft'],
  tag,
  summary: 'Read an article',
  params,
  query: ContentQuery,
  answer: ArticleDetail,
  problems: ['article-not-found'],
})

export const getArticleByAlias = endpoint({
  method: 'GET',
  path: '/api/articles/by-alias/{alias}',
  access: 'articles.read',
  tokens: ['content', 'draft'],
  tag,
  summary: 'Read an article by its alias',
  description:
    'Without regard to case. An alias that the article was public under before answers 301 with `Location` on the present one, until another article takes it.',
  params: Type.Object({ alias: Type.String({ minLength: 1, maxLength: 500, examples: aliasExamples }) }),
  query: ContentQuery,
  answer: ArticleDetail,
  problems: ['article-not-found', 'article-moved'],
})

export const createArticle = endpoint({
  method: 'POST',
  path: '/api/articles',
  access: 'articles.create',
  tokens: ['draft'],
  tag,
  summary: 'Create an article',
  description:
    'Status 1 publishes at once, or schedules where `publish_time` is in the future: the status then stays 0 until that second.',
  body: ArticleFields,
  bodyLimit: CONTENT_BODY_LIMIT,
  answer: ArticleCreated,
  status: 201,
  creates: true,
  tagged: '/api/articles/{id}',
})

const update = {
  path: '/api/articles/{id}',
  access: 'signed-in',
  tokens: ['draft'],
  tag,
  description:
    'Only the fields that are sent change. Who may not publish changes the working copy of a published article instead: the answer then says `working_copy` 1 and has the ETag of the article, which stays as it is. With `autosave=1` (own drafts only) neither a revision nor an event nor an audit-log entry is made; the next plain save keeps one revision for all of them.',
  params,
  query: Type.Object({ autosave: Type.Optional(Flag) }),
  body: ArticleChanges,
  bodyLimit: CONTENT_BODY_LIMIT,
  answer: ArticleUpdated,
  problems: ['article-not-found'],
  guarded: true,
  tagged: '/api/articles/{id}',
} as const
export const updateArticle = endpoint({ method: 'PUT', summary: 'Change an article', ...update })
export const patchArticle = endpoint({
  method: 'PATCH',
  summary: 'Change an article (the same as PUT)',
  ...update,
})

export const deleteArticle = endpoint({
  method: 'DELETE',
  path: '/api/articles/{id}',
  access: 'signed-in',
  tokens: ['draft'],
  tag,
  summary: 'Put an article into the recycle bin',
  params,
  problems: ['article-not-found'],
})

export const createArticles = endpoint({
  method: 'POST',
  path: '/api/articles/batch',
  access: 'articles.create',
  tokens: ['draft'],
  tag,
  summary: 'Create several articles',
  description: 'Each stands alone: what is wrong with one does not stop the others.',
  body: Type.Object({
    articles: Type.Array(Type.Unknown({ description: 'The fields of an article.' }), {
      minItems: 1,
      maxItems: MOST_IN_BATCH,
    }),
  }),
  bodyLimit: CONTENT_BODY_LIMIT,
  answer: Type.Object({
    ...BatchResult,
    list: Type.Array(Type.Object({ id: Id, alias: AliasShown, title: Type.String(), ...Times('create') })),
  }),
  status: 201,
  creates: true,
})

export const updateArticles = endpoint({
  method: 'PUT',
  path: '/api/articles/batch',
  access: 'articles.create',
  tokens: ['draft'],
  tag,
  summary: 'Change several articles in the same way',
  description:
    'Each article gets `data`. `add_tag_ids` and `remove_tag_ids` change its tags and leave the others; they do not go with `tag_ids`.',
  body: Type.Object({
    ids: BatchIds,
    data: ArticleChanges,
    add_tag_ids: Type.Optional(Ids),
    remove_tag_ids: Type.Optional(Ids),
  }),
  bodyLimit: CONTENT_BODY_LIMIT,
  answer: Type.Object(BatchResult),
})

export const deleteArticles = endpoint({
  method: 'DELETE',
  path: '/api/articles/batch',
  access: 'articles.create',
  tokens: ['draft'],
  tag,
  summary: 'Put several articles into the recycle bin',
  body: Type.Object({ ids: BatchIds }),
  answer: Type.Object(BatchResult),
})

export const relatedArticles = endpoint({
  method: 'GET',
  path: '/api/articles/{id}/related',
  access: 'site.read',
  tokens: ['content', 'draft'],
  tag,
  summary: 'Articles like this one',
  description:
    'Those that share tags first, then those of its category, then the newest; published ones only.',
  params,
  query: Type.Object({ limit: Type.Integer({ minimum: 1, default: 5, atMost: 50 }) }),
  answer: Type.Array(ArticleMention),
  problems: ['article-not-found'],
})
