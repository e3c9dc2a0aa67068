import { words } from '../../lib/words.tsx'

export const backupWords = words({
  title: ['Backups', '备份'],
  hint: [
    'Backups of the whole service, kept in its data folder. Copy them to another machine as well.',
    '整个服务的备份，保存在数据目录中。请另行复制到其他机器。',
  ],
  make: ['Create backup', '立即备份'],
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
  download: ['Download', '下载'],
  downloading: ['The download will start in a moment.', '即将开始下载。'],
  restore: ['Restore…', '恢复…'],
  restoreTitle: ['Restore a backup', '恢复备份'],
  lostTitle: ['Changes made after {time} will be lost', '{time} 之后的更改将丢失'],
  lostNothing: ['Nothing has changed since.', '此后没有任何更改。'],
  lostArticles: ['{n} {n|article|articles} created or changed', '{n} 篇新建或修改的文章'],
  lostPages: ['{n} {n|page|pages} created or changed', '{n} 个新建或修改的单页'],
  lostComments: ['{n} {n|comment|comments}', '{n} 条评论'],
  lostMedia: ['{n} uploaded {n|file|files}', '{n} 个上传的文件'],
  lostUsers: ['{n} {n|user|users}', '{n} 个用户'],
  lostDatabase: [
    'Settings are restored too, and everyone has to sign in again. The current database is kept as a backup.',
    '设置也会恢复到当时的状态，所有人需要重新登录。当前数据库会另存为备份。',
  ],
  lostUploads: ['The current files are kept as a backup.', '当前文件会另存为备份。'],
  restoreHint: [
    'A running service cannot replace its own database. Stop the service, run this command on its server, then start it again:',
    '服务运行时无法替换自己的数据库。请停止服务，在安装服务的机器上运行以下命令，然后重新启动：',
  ],
})
