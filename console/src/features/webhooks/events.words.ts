import type { EventKind } from '@inkstone/contract/events.ts'
import { type Dictionary, words } from '../../lib/words.tsx'

export const eventWords: Dictionary<EventKind | 'ping'> = words({
  'article.created': ['Article created', '文章已创建'],
  'article.updated': ['Article changed', '文章已修改'],
  'article.published': ['Article published', '文章已发布'],
  'article.deleted': ['Article deleted', '文章已删除'],
  'article.restored': ['Article restored', '文章已恢复'],
  'comment.created': ['Comment posted', '收到评论'],
  'comment.approved': ['Comment approved', '评论已通过'],
  'page.created': ['Page created', '单页已创建'],
  'page.updated': ['Page changed', '单页已修改'],
  'page.deleted': ['Page deleted', '单页已删除'],
  'media.created': ['File uploaded', '文件已上传'],
  'media.deleted': ['File deleted', '文件已删除'],
  ping: ['Test', '测试'],
})
