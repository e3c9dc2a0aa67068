import { Type } from '@sinclair/typebox'
import {
  AliasShown,
  ArticleChanges,
  ArticleCreated,
  ArticleDetail,
  ArticleFields,
  ArticleFilters,
  ArticleItem,
  ArticleMention,
  ArticleUpdated,
  aliasExamples,
  Ids,
} from './articles.ts'
import { FormatQuery } from './content.ts'
import { CONTENT_BODY_LIMIT, endpoint } from './endpoint.ts'
import { Count, Flag, Id, IdList, PageQuery, Paginated, Times, WordList } from './schema.ts'

const MAX_IN_BATCH = 100
const tag = 'Articles'
const params = Type.Object({ id: Id })

const Failures = Type.Record(Type.String(), Type.Record(Type.String(), Type.Array(Type.String())), {
  description: 'Errors by id (or by index when creating), then by field.',
})
const BatchResult = { success_count: Count, failed_count: Count, errors: Failures }
const BatchIds = Type.Array(Id, { minItems: 1, maxItems: MAX_IN_BATCH })

const included = ['content', 'related', 'media'] as const
const WholeQuery = Type.Object({
  include: Type.Optional(
    WordList(
      included,
      'Include the former aliases (`content`; the text is always included), five related articles, or the files of this site that the content uses, with their sizes.',
    ),
  ),
  ...FormatQuery.properties,
})

export const listArticles = endpoint({
  method: 'GET',
  path: '/api/articles',
  access: 'articles.read',
  tokens: ['content'],
  tag,
  summary: 'List articles',
  description:
    'Members see published articles. Editors also see their own. Auditors and administrators see all. Newest means by publish time for published articles and by creation time for the rest. Without `sort` and `order`: pinned first, then newest. `start_time` and `end_time` filter by creation time, `published_since` and `published_until` by publish time of published articles.',
  query: Type.Object({
    ...PageQuery.properties,
    ids: Type.Optional(IdList(MAX_IN_BATCH)),
    include: Type.Optional(
      WordList(
        included,
        'Include the content of each article with its SEO fields, template and secondary categories, five related articles, or the files of this site that the content uses, with their sizes.',
      ),
    ),
    ...ArticleFilters.properties,
  }),
  answer: Paginated(ArticleItem),
})

export const getArticle = endpoint({
  method: 'GET',
  path: '/api/articles/{id}',
  access: 'articles.read',
  tokens: ['content'],
  tag,
  summary: 'Read an article',
  params,
  query: WholeQuery,
  answer: ArticleDetail,
  problems: ['article-not-found'],
})

export const getArticleByAlias = endpoint({
  method: 'GET',
  path: '/api/articles/by-alias/{alias}',
  access: 'articles.read',
  tokens: ['content'],
  tag,
  summary: 'Read an article by its alias',
  description:
    'Case-insensitive. A former public alias returns 301 with the current one in `Location`, until another article uses it.',
  params: Type.Object({ alias: Type.String({ minLength: 1, maxLength: 500, examples: aliasExamples }) }),
  query: WholeQuery,
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
    'Status 1 publishes immediately. If `publish_time` is in the future, the article is scheduled and its status stays 0 until then.',
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
    'Only the fields in the request change. If the caller may not publish, a published article is not changed: its working copy is updated instead, and the response has `working_copy` 1 and the ETag of the unchanged article. `autosave=1` (own drafts only) creates no revision, no event and no audit log entry. The next normal save creates one revision for all autosaves.',
  params,
  query: Type.Object({
    autosave: Type.Optional(Flag),
    unpublished: Type.Optional(
      Type.Unsafe<0 | 1>({
        ...Flag,
        description:
          '1: fails with 409 if the article is already published and would be changed itself, instead of its working copy.',
      }),
    ),
  }),
  body: ArticleChanges,
  bodyLimit: CONTENT_BODY_LIMIT,
  answer: ArticleUpdated,
  problems: ['article-not-found', 'article-published'],
  guarded: true,
  tagged: '/api/articles/{id}',
} as const
export const updateArticle = endpoint({ method: 'PUT', summary: 'Update an article', ...update })
export const patchArticle = endpoint({
  method: 'PATCH',
  summary: 'Update an article (same as PUT)',
  ...update,
})

export const deleteArticle = endpoint({
  method: 'DELETE',
  path: '/api/articles/{id}',
  access: 'signed-in',
  tokens: ['draft'],
  tag,
  summary: 'Move an article to the recycle bin',
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
  description: 'Each article is created independently: an error in one does not affect the others.',
  body: Type.Object({
    articles: Type.Array(
      Type.Unknown({
        description: 'The fields of an article, as in POST /api/articles.',
        examples: [{ title: '研墨的十分钟', content: '<p>清晨研墨。</p>', category_id: 1 }],
      }),
      { minItems: 1, maxItems: MAX_IN_BATCH },
    ),
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
  summary: 'Update several articles at once',
  description:
    'Applies `data` to each article. `add_tag_ids` and `remove_tag_ids` keep all other tags. They cannot be combined with `tag_ids`.',
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
  summary: 'Move several articles to the recycle bin',
  body: Type.Object({ ids: BatchIds }),
  answer: Type.Object(BatchResult),
})

export const relatedArticles = endpoint({
  method: 'GET',
  path: '/api/articles/{id}/related',
  access: 'site.read',
  tokens: ['content'],
  tag,
  summary: 'List related articles',
  description:
    'Published articles with shared tags first, then articles in the same category, then the newest.',
  params,
  query: Type.Object({ limit: Type.Integer({ minimum: 1, default: 5, atMost: 50 }) }),
  answer: Type.Array(ArticleMention),
  problems: ['article-not-found'],
})
