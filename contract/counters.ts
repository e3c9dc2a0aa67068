import { Type } from '@sinclair/typebox'
import { ArticleItem } from './articles.ts'
import { endpoint } from './endpoint.ts'
import { Count, FlagShown, Id, PageQuery, Paginated } from './schema.ts'

const tag = 'Counters'
const params = Type.Object({ id: Id })
const problems = ['article-not-found'] as const
const Liked = Type.Object({ like_count: Count, liked: FlagShown })
const Favorited = Type.Object({ favorite_count: Count, favorited: FlagShown })

export const viewArticle = endpoint({
  method: 'POST',
  path: '/api/articles/{id}/view',
  access: 'site.read',
  tag,
  summary: 'Count a view',
  params,
  answer: Type.Object({ view_count: Count }),
  problems,
})

export const likeArticle = endpoint({
  method: 'POST',
  path: '/api/articles/{id}/like',
  access: 'articles.like',
  tag,
  summary: 'Like an article',
  description: 'Counts once per user. Repeating it has no effect.',
  params,
  answer: Liked,
  problems,
})

export const unlikeArticle = endpoint({
  method: 'DELETE',
  path: '/api/articles/{id}/like',
  access: 'articles.like',
  tag,
  summary: 'Remove a like',
  params,
  answer: Liked,
  problems,
})

export const favoriteArticle = endpoint({
  method: 'POST',
  path: '/api/articles/{id}/favorite',
  access: 'articles.favorite',
  tag,
  summary: 'Add an article to my favorites',
  params,
  answer: Favorited,
  problems,
})

export const unfavoriteArticle = endpoint({
  method: 'DELETE',
  path: '/api/articles/{id}/favorite',
  access: 'articles.favorite',
  tag,
  summary: 'Remove an article from my favorites',
  params,
  answer: Favorited,
  problems,
})

export const listFavorites = endpoint({
  method: 'GET',
  path: '/api/users/me/favorites',
  access: 'articles.favorite',
  tag,
  summary: 'List my favorites',
  description: 'Published articles of this site, latest first.',
  query: PageQuery,
  answer: Paginated(ArticleItem),
})
