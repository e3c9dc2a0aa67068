import { words } from '../../lib/words.tsx'

export const messageWords = words({
  title: ['Messages', '消息'],
  all: ['All', '全部'],
  unread: ['Unread', '未读'],
  shown: ['Which messages', '筛选消息'],
  message: ['Message', '消息'],
  time: ['Time', '时间'],
  toArticle: ['Open article', '查看文章'],
  toPage: ['Open page', '查看单页'],
  isNew: ['New', '新'],
  markRead: ['Mark as read', '标为已读'],
  markReadOf: ['Mark “{title}” as read', '将“{title}”标为已读'],
  markAll: ['Mark all as read', '全部标为已读'],
  markedAll: ['{n} marked as read.', '已将 {n} 条消息标为已读。'],
  nothing: [
    'No messages yet. You get one when an article of yours is reviewed or someone comments on it.',
    '还没有消息。您的文章有审核结果或新评论时，会在这里通知您。',
  ],
  noUnread: ['No unread messages.', '没有未读消息。'],
})
