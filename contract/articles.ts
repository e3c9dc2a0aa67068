import { type Static, Type } from '@sinclair/typebox'
import { textsGiven, textsIncluded, textsShown } from './article-texts.ts'
import { ContentFormatField, Removed } from './content.ts'
import { ContentMedia, CoverMedia } from './media.ts'
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
  Text,
  Times,
  TimesOrNone,
  Url,
} from './schema.ts'

/** draft, published, pending review, archived */
export const articleStatuses = [0, 1, 2, 3] as const
export type ArticleStatus = (typeof articleStatuses)[number]
export const DRAFT = 0
export const PUBLISHED = 1
export const PENDING = 2
export const ARCHIVED = 3

/** The review state of an unpublished article, or of the working copy of a published one. */
export const reviewStatuses = ['none', 'pending', 'rejected'] as const
export type ReviewStatus = (typeof reviewStatuses)[number]

const MAX_TITLE_LENGTH = 100
const MAX_TAGS_IN_FILTER = 50

const Status = OneOf(articleStatuses, { description: '0 draft, 1 published, 2 pending review, 3 archived' })
/** Letters of any script, digits, _ and -, but not only digits. */
export const ARTICLE_ALIAS = '^(?!\\p{Nd}+$)[\\p{L}\\p{Nd}_-][\\p{L}\\p{M}\\p{Nd}_-]*$'
export const MAX_ARTICLE_ALIAS_LENGTH = 100
export const aliasExamples = ['ni-hao-shi-jie']
export const AliasShown = Type.String({ description: 'The name used in URLs.', examples: aliasExamples })
const Alias = Type.String({
  trim: true,
  nfc: true,
  maxLength: MAX_ARTICLE_ALIAS_LENGTH,
  pattern: ARTICLE_ALIAS,
  issue: 'not-alias',
  description: `Letters of any script, digits, _ and -, but not only digits. At most ${MAX_ARTICLE_ALIAS_LENGTH} characters. Unique within the site, ignoring case.`,
  examples: aliasExamples,
})
/** In a request: if empty or omitted, it is generated from the title. */
const AliasGiven = {
  ...Alias,
  pattern: `^$|${ARTICLE_ALIAS}`,
  description: `${Alias.description} If empty, it is generated from the title.`,
}

const Named = Type.Object({ id: Id, name: Type.String(), alias: Type.String() })
const Author = Type.Object({ id: Id, username: Type.String(), nickname: Type.String() })

/** The short form of an article in lists of related articles and search results. */
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
  {
    description:
      'What the caller may do with the article in its present state: an archived article cannot be submitted or audited, and a published one is submitted by its working copy. Omitted for anonymous callers.',
  },
)
export type Rights = Static<typeof Rights>

/** Fields for scheduling, review and working copies of an article. */
const Progress = {
  ...TimesOrNone('scheduled'),
  working_copy: Type.Unsafe<0 | 1>({
    ...FlagShown,
    description: '1 if the article has a working copy. Always 0 for callers who may not edit it.',
  }),
  review_status: OneOf(reviewStatuses, {
    description:
      'The review status of the working copy if the article is published. `none` for callers who may not edit it.',
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
  etag: Type.Optional(
    Type.String({
      description:
        'The version of the article in this list, for `If-Match`. Only for callers who may edit the article.',
      examples: ['"v3-"'],
    }),
  ),
  content: Type.Optional(Type.String({ description: 'HTML; with `include=content`.' })),
  category_ids: Type.Optional(
    Type.Array(Id, { description: 'Secondary categories; with `include=content`.' }),
  ),
  ...textsIncluded,
  old_aliases: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Former public aliases, which redirect to this article; with `include=content`.',
    }),
  ),
  media: Type.Optional(ContentMedia),
  related: Type.Optional(Type.Array(ArticleMention, { description: 'With `include=related`.' })),
})
export type ArticleItem = Static<typeof ArticleItem>

const { etag: _, ...itemAlone } = ArticleItem.properties
export const ArticleDetail = Type.Object({
  ...itemAlone,
  author: Type.Object({ ...Author.properties, avatar: Type.String() }),
  category_ids: Type.Array(Id, { description: 'Secondary categories.' }),
  content: Type.String({ description: 'HTML, or Markdown with `format=markdown`.', examples: ['<p>…</p>'] }),
  ...textsShown,
})
export type ArticleDetail = Static<typeof ArticleDetail>

export const MAX_TAGS = 50
export const Ids = Type.Array(Id, { maxItems: MAX_TAGS })

export const ArticleFields = Type.Object({
  title: Text({ min: 1, max: MAX_TITLE_LENGTH, examples: ['你好，世界'] }),
  content: Type.String({
    minLength: 1,
    maxLength: 2_000_000,
    pattern: '\\S',
    description:
      'HTML or Markdown. Scripts, event handlers, javascript: and data: URLs are removed. The response lists what was removed.',
    examples: ['<p>第一篇文章。</p>'],
  }),
  content_format: Type.Optional(ContentFormatField),
  alias: Type.Optional(AliasGiven),
  summary: Type.Optional(Text({ max: 1000 })),
  cover: Type.Optional(Url),
  category_id: Id,
  category_ids: Type.Optional(Ids),
  tag_ids: Type.Optional(Ids),
  ...textsGiven,
  is_top: Type.Optional(Flag),
  is_hot: Type.Optional(Flag),
  is_recommend: Type.Optional(Flag),
  allow_comment: Type.Optional(Flag),
  status: Type.Optional(Status),
  publish_time: Type.Optional(Nullable(Instant)),
  author_id: Type.Optional(
    Type.Integer({ ...Id, description: 'An author other than the caller. Administrators only.' }),
  ),
  create_time: Type.Optional(
    Type.Unsafe<number>({ ...Instant, description: 'Must not be in the future. Administrators only.' }),
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
export const ArticleCreated = Type.Object({ ...Saved, ...Times('create'), removed: Removed })
export const ArticleUpdated = Type.Object({ ...Saved, ...Times('update'), removed: Removed })

const articleSorts = [
  'create_time',
  'update_time',
  'publish_time',
  'view_count',
  'like_count',
  'comment_count',
] as const
export type ArticleSort = (typeof articleSorts)[number]

/** The filters of the list. The export uses them too. */
export const ArticleFilters = Type.Object({
  keyword: Type.Optional(Text({ max: 200 })),
  category_id: Type.Optional(Id),
  include_children: Type.Optional(Flag),
  category: Type.Optional(Text({ min: 1, max: 100, description: 'The alias of a category.' })),
  tag_id: Type.Optional(Id),
  tag: Type.Optional(Text({ min: 1, max: 100, description: 'The alias of a tag.' })),
  tag_ids: Type.Optional(IdList(MAX_TAGS_IN_FILTER)),
  tag_mode: Type.Optional(
    OneOf(['any', 'all'], {
      description: 'Whether an article needs any (default) or all of `tag_ids`.',
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
    Type.Unsafe<0 | 1>({ ...Flag, description: '1: scheduled drafts. 0: everything else.' }),
  ),
  start_time: Type.Optional(Instant),
  end_time: Type.Optional(InstantAsUpperBound),
  published_since: Type.Optional(Instant),
  published_until: Type.Optional(InstantAsUpperBound),
  updated_since: Type.Optional(Instant),
  updated_until: Type.Optional(InstantAsUpperBound),
  sort: Type.Optional(OneOf(articleSorts)),
  order: Type.Optional(
    OneOf(['asc', 'desc'], { description: 'Default: desc. Without `sort`, orders by newest.' }),
  ),
})
export type ArticleFilters = Static<typeof ArticleFilters>
