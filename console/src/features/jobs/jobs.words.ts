import { words } from '../../lib/words.tsx'

export const jobWords = words({
  title: ['Jobs', '后台任务'],
  hint: [
    'Background work. Completed jobs are kept for 1 day, failed jobs for 30 days.',
    '服务在后台执行的任务。已完成的保留 1 天，失败的保留 30 天。',
  ],
  kind: ['Type', '类型'],
  state: ['Status', '状态'],
  waiting: ['Waiting', '等待中'],
  running: ['Running', '运行中'],
  done: ['Done', '已完成'],
  failed: ['Failed', '失败'],
  tries: ['Attempts', '尝试次数'],
  due: ['Due', '计划时间'],
  ended: ['Finished', '结束时间'],
  created: ['Created', '创建时间'],
  node: ['Node', '节点'],
  given: ['Parameters', '参数'],
  lastError: ['Last error', '最近错误'],
  refresh: ['Refresh', '刷新'],
  details: ['Show details', '查看详情'],
  runNow: ['Run now', '立即运行'],
  started: ['The job will run shortly.', '任务将尽快运行。'],
  nothing: ['No jobs in the last days.', '最近没有后台任务。'],
})

/** The known kinds. Others are shown by their own name. */
export const jobKindWords = words({
  'tidy-up': ['Clean up expired data', '清理过期数据'],
  'content-upkeep': ['Upgrade stored content', '升级已存内容'],
  'imports.run': ['Import', '导入'],
  'backups.make': ['Create backup', '创建备份'],
  'purge-recycle-bins': ['Purge old items from the recycle bin', '清理回收站中的过期内容'],
  'empty-recycle-bin': ['Empty the recycle bin', '清空回收站'],
  'reindex-articles': ['Update the search index', '更新文章搜索索引'],
  'remove-stored-media': ['Remove a stored file', '删除存储的文件'],
  'make-media-variants': ['Create image sizes', '生成图片尺寸'],
  'dispatch-event': ['Dispatch an event', '分发事件'],
  'publish-due': ['Publish a scheduled article', '定时发布文章'],
  'accounts.mail': ['Send e-mail about an account', '发送账号邮件'],
  'accounts.forgot': ['Send a link for a forgotten password', '发送密码重置链接'],
  'comments.mail': ['Send e-mail about a comment', '发送评论邮件'],
  'messages.mail': ['Send a message by e-mail', '发送消息邮件'],
  'deliver-to-webhook': ['Deliver to a webhook', '投递 Webhook'],
})
