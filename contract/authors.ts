import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Count, Id, PageQuery, Paginated } from './schema.ts'

const Author = Type.Object(
  {
    id: Id,
    nickname: Type.String({ examples: ['李华'] }),
    avatar: Type.String({ examples: [''] }),
    bio: Type.String({ examples: ['Writes about gardens.'] }),
    article_count: Count,
  },
  { title: 'Author' },
)

const tag = 'Authors'

export const listAuthors = endpoint({
  method: 'GET',
  path: '/api/authors',
  access: 'articles.read',
  tokens: ['content'],
  tag,
  summary: 'List authors',
  description:
    'All users with published articles on this site, most articles first. Usernames and e-mail addresses are never included.',
  query: PageQuery,
  answer: Paginated(Author),
})

export const getAuthor = endpoint({
  method: 'GET',
  path: '/api/authors/{id}',
  access: 'articles.read',
  tokens: ['content'],
  tag,
  summary: 'Read an author',
  description: 'Returns 404 for a user without a published article on this site.',
  params: Type.Object({ id: Id }),
  answer: Author,
  problems: ['author-not-found'],
})
