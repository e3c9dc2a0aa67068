import { words } from '../../lib/words.tsx'

export const favoriteWords = words({
  title: ['Favorites', '收藏'],
  hint: ['Published articles that you have marked.', '您收藏的已发布文章。'],
  article: ['Article', '文章'],
  author: ['Author', '作者'],
  category: ['Category', '分类'],
  published: ['Published', '发布时间'],
  takeBack: ['Take it from the favorites', '取消收藏'],
  takeBackOf: ['Take “{title}” from the favorites', '取消收藏“{title}”'],
  takenBack: ['It is no longer among your favorites.', '已取消收藏。'],
})
