import * as contract from '@inkstone/contract/counters.ts'
import { acts, reads, writes } from '../../database.ts'
import { paginated } from '../../platform/core/page.ts'
import { showArticleItem } from '../articles/articles.view.ts'
import { favoritesOf, react, undoReaction } from './counters.actions.ts'
import type { CountView } from './views.actions.ts'

export const counterRoutes = ({ countView }: { countView: CountView }) => [
  acts(contract.viewArticle, async (_engine, { actor, params }) => ({
    view_count: await countView(actor, params.id),
  })),
  writes(contract.likeArticle, async (tx, { actor, params }) => ({
    like_count: await react(tx, actor, 'article_likes', params.id),
    liked: 1 as const,
  })),
  writes(contract.unlikeArticle, async (tx, { actor, params }) => ({
    like_count: await undoReaction(tx, actor, 'article_likes', params.id),
    liked: 0 as const,
  })),
  writes(contract.favoriteArticle, async (tx, { actor, params }) => ({
    favorite_count: await react(tx, actor, 'article_favorites', params.id),
    favorited: 1 as const,
  })),
  writes(contract.unfavoriteArticle, async (tx, { actor, params }) => ({
    favorite_count: await undoReaction(tx, actor, 'article_favorites', params.id),
    favorited: 0 as const,
  })),
  reads(contract.listFavorites, async (db, { actor, query, zone }) =>
    paginated(await favoritesOf(db, actor, query), query, showArticleItem(zone, actor)),
  ),
]
