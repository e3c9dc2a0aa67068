import { words } from '../../lib/words.tsx'

export const roleWords = words({
  member: ['Member', '会员'],
  editor: ['Editor', '编辑'],
  auditor: ['Auditor', '审核员'],
  admin: ['Administrator', '管理员'],
})
