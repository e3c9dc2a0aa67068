import { words } from '../../lib/words.tsx'

export const overviewWords = words({
  title: ['Overview', '概览'],
  welcome: ['Welcome, {name}', '你好，{name}'],
  drafts: ['Drafts', '草稿'],
  pending: ['In review', '待审核'],
  published: ['Published', '已发布'],
  comments: ['Comments to decide on', '待处理评论'],
  lately: ['Written lately', '最近的文章'],
  write: ['New article', '写文章'],
  member: [
    'You read along: your messages and favorites are at the side.',
    '你是读者账号：左侧可以查看消息和收藏。',
  ],
})
