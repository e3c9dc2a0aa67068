import { words } from '../../lib/words.tsx'

export const binWords = words({
  title: ['Recycle bin', '回收站'],
  hint: [
    'Deleted items that can still be restored until the date shown.',
    '已删除但在到期前仍可恢复的内容。',
  ],
  type: ['Type', '类型'],
  article: ['Article', '文章'],
  page: ['Page', '单页'],
  comment: ['Comment', '评论'],
  media: ['Media', '媒体'],
  name: ['Title', '标题'],
  untitled: ['Untitled', '无标题'],
  deletedBy: ['Deleted by', '删除者'],
  deletedAt: ['Deleted', '删除时间'],
  purgeAt: ['Kept until', '保留至'],
  bySystem: ['System', '系统'],
  restore: ['Restore', '恢复'],
  restored: ['Restored.', '已恢复。'],
  restoredMany: ['{n} {n|item|items} restored.', '已恢复 {n} 项。'],
  purge: ['Delete permanently', '彻底删除'],
  purgeQuestion: [
    'Permanently delete “{name}” and everything that belongs to it? This cannot be undone.',
    '彻底删除“{name}”及其所属的一切？此操作无法撤销。',
  ],
  purged: ['Permanently deleted.', '已彻底删除。'],
  empty: ['Empty the bin', '清空回收站'],
  emptyType: ['Delete all of this type', '清空此类型'],
  emptyQuestion: [
    'Permanently delete everything in the bin ({n})? This cannot be undone.',
    '彻底删除回收站中的全部 {n} 项？此操作无法撤销。',
  ],
  emptyTypeQuestion: [
    'Permanently delete everything of this type in the bin ({n})? This cannot be undone.',
    '彻底删除回收站中此类型的全部 {n} 项？此操作无法撤销。',
  ],
  emptied: ['Permanently deleted: {n}.', '已彻底删除 {n} 项。'],
  nothing: ['The recycle bin is empty.', '回收站是空的。'],
})
