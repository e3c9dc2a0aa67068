import { Type } from '@sinclair/typebox'
import { ArticleMention } from './articles.ts'
import { endpoint } from './endpoint.ts'
import { Count, Id, Instant, InstantAsUpperBound, OneOf, PageQuery, Text } from './schema.ts'

const tag = 'Search'
const Keyword = Text({ min: 1, max: 200, examples: ['全文 search'] })
const MOST_SUGGESTED = 20

const Highlighted = Type.String({
  description: 'HTML: the matched words in `<em>`, all else escaped.',
  examples: ['<em>全文</em>检索'],
})

export const searchArticles = endpoint({
  method: 'GET',
  path: '/api/articles/search',
  access: 'site.read',
  tokens: ['content', 'draft'],
  tag,
  summary: 'Search the published articles',
  description:
    'Every word must occur, in whatever order; a phrase in quotation marks as it stands. Where no article has all of the words, a word without quotation marks may be the beginning of a longer one (`caf` finds café); where that finds none either, those that have any of the words are answered, and `matched` says so. What matches in the title comes first, then in the summary or a tag, then in the text; the newer first among equals. Nothing in `keyword` is an operator.',
  query: Type.Object({
    keyword: Keyword,
    category_id: Type.Optional(Id),
    tag_id: Type.Optional(Id),
    start_time: Type.Optional(Instant),
    end_time: Type.Optional(InstantAsUpperBound),
    ...PageQuery.properties,
  }),
  answer: Type.Object({
    list: Type.Array(
      Type.Object({
        ...ArticleMention.properties,
        highlight: Type.Object({ title: Highlighted, content: Highlighted }),
      }),
    ),
    total: Count,
    page: PageQuery.properties.page,
    page_size: PageQuery.properties.page_size,
    matched: OneOf(['all', 'any'], {
      description: 'Whether all of the words occur, if only as beginnings, or just any of them.',
    }),
  }),
})

export const suggest = endpoint({
  method: 'GET',
  path: '/api/articles/search/suggest',
  access: 'site.read',
  tokens: ['content', 'draft'],
  tag,
  summary: 'Complete what is being typed',
  description:
    'Tags and titles of published articles that have these words, the last of them perhaps only begun. Tags first, those with most articles before the others; then titles, the newest first.',
  query: Type.Object({
    keyword: Keyword,
    limit: Type.Integer({ minimum: 1, default: 10, atMost: MOST_SUGGESTED }),
  }),
  answer: Type.Array(
    Type.Object({
      type: OneOf(['tag', 'article']),
      id: Id,
      text: Type.String({ description: 'The name of the tag, or the title of the article.' }),
    }),
  ),
})
