import { words } from '../../lib/words.tsx'

export const overviewWords = words({
  title: ['Overview', '概览'],
  welcome: ['Welcome, {name}', '你好，{name}'],
  drafts: ['Drafts', '草稿'],
  pending: ['In review', '待审核'],
  published: ['Published', '已发布'],
  comments: ['Pending comments', '待处理评论'],
  lately: ['Recent articles', '最近的文章'],
  write: ['New article', '写文章'],
  member: ['Your messages and favorites are in the menu.', '你是读者账号：左侧可以查看消息和收藏。'],
})
