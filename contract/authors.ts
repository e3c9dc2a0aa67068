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
  tokens: ['content', 'draft'],
  tag,
  summary: 'List the authors',
  description:
    'Everybody who has published articles on this site, those with the most first. Login names and addresses are never shown.',
  query: PageQuery,
  answer: Paginated(Author),
})

export const getAuthor = endpoint({
  method: 'GET',
  path: '/api/authors/{id}',
  access: 'articles.read',
  tokens: ['content', 'draft'],
  tag,
  summary: 'Read an author',
  description: '404 for who has no published article on this site.',
  params: Type.Object({ id: Id }),
  answer: Author,
  problems: ['author-not-found'],
})
