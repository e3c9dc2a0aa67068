import { words } from '../../lib/words.tsx'

export const favoriteWords = words({
  title: ['Favorites', '收藏'],
  hint: ['Articles you have saved.', '您收藏的文章。'],
  article: ['Article', '文章'],
  author: ['Author', '作者'],
  category: ['Category', '分类'],
  published: ['Published', '发布时间'],
  takeBack: ['Remove from favorites', '取消收藏'],
  takeBackOf: ['Remove “{title}” from favorites', '取消收藏“{title}”'],
  takenBack: ['Removed from favorites.', '已取消收藏。'],
  nothing: ['No favorites yet.', '还没有收藏。'],
})
