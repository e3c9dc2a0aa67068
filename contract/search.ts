import { Type } from '@sinclair/typebox'
import { ArticleMention } from './articles.ts'
import { endpoint } from './endpoint.ts'
import { Count, Id, Instant, InstantAsUpperBound, OneOf, PageQuery, Text } from './schema.ts'

const tag = 'Search'
const Keyword = Text({ min: 1, max: 200, examples: ['全文 search'] })
const MAX_SUGGESTED = 20

const Highlighted = Type.String({
  description: 'HTML with the matched words in `<em>`. Everything else is escaped.',
  examples: ['<em>全文</em>检索'],
})

export const searchArticles = endpoint({
  method: 'GET',
  path: '/api/articles/search',
  access: 'site.read',
  tokens: ['content'],
  tag,
  summary: 'Search published articles',
  description:
    'All words must occur, in any order. A phrase in quotation marks must occur exactly. If no article has all words, a word without quotation marks may be the beginning of a longer one (`caf` finds café). If that finds nothing either, articles with any of the words are returned, and `matched` shows this. Matches in the title come first, then in the summary or a tag, then in the content. Newer articles come first among equal matches. `keyword` has no operators.',
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
      description: 'Whether the results contain all words (also as prefixes) or any of them.',
    }),
  }),
})

export const suggest = endpoint({
  method: 'GET',
  path: '/api/articles/search/suggest',
  access: 'site.read',
  tokens: ['content'],
  tag,
  summary: 'Suggest search terms',
  description:
    'Tags and titles of published articles with these words. The last word may be incomplete. Tags come first, most used first, then titles, newest first.',
  query: Type.Object({
    keyword: Keyword,
    limit: Type.Integer({ minimum: 1, default: 10, atMost: MAX_SUGGESTED }),
  }),
  answer: Type.Array(
    Type.Object({
      type: OneOf(['tag', 'article']),
      id: Id,
      text: Type.String({ description: 'The name of the tag, or the title of the article.' }),
    }),
  ),
})
