import { words } from '../../lib/words.tsx'

export const backupWords = words({
  title: ['Backups', '备份'],
  hint: [
    'Backups of the whole service, kept in its data folder. Copy them to another machine as well.',
    '整个服务的备份，保存在数据目录中。请另行复制到其他机器。',
  ],
  make: ['Make a backup', '立即备份'],
  database: ['Database', '数据库'],
  uploads: ['Uploaded files', '上传文件'],
  all: ['Both', '全部'],
  kind: ['Content', '内容'],
  size: ['Size', '大小'],
  engine: ['Engine', '数据库类型'],
  time: ['Time', '时间'],
  ordered: ['Backup started.', '正在创建备份。'],
  running: [
    'A backup is in progress. It appears here when it is complete.',
    '正在创建备份，完成后将显示在列表中。',
  ],
  failed: ['The last backup failed: {error}', '最近一次备份失败：{error}'],
  copyCommand: ['Copy restore command', '复制恢复命令'],
  restoreTitle: ['Restore', '恢复备份'],
  restoreHint: [
    'Stop the service, then restore a backup on the command line:',
    '请先停止服务，再通过命令行恢复：',
  ],
})
