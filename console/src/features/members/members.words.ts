import { words } from '../../lib/words.tsx'

export const memberWords = words({
  title: ['Members', '站点成员'],
  hint: [
    'Users with a role on this site. Users whose role applies to all sites are listed under Users.',
    '在本站拥有角色的用户。角色适用于所有站点的用户见“用户”。',
  ],
  add: ['Add a member', '添加成员'],
  user: ['Member', '成员'],
  name: ['Username or e-mail', '用户名或邮箱'],
  nameHint: ['Must match exactly. The account must already exist.', '须完全一致，且账号已存在。'],
  role: ['Role on this site', '本站角色'],
  lastSeen: ['Last seen', '最近活动'],
  never: ['Never', '从未'],
  changeRole: ['Change role', '修改角色'],
  remove: ['Remove', '移除'],
  removed: ['Removed from this site.', '已从本站移除。'],
  removeQuestion: [
    'Remove “{name}” from this site? Their account and content are kept.',
    '将“{name}”从本站移除？账号及其内容会保留。',
  ],
  saved: ['Saved.', '已保存。'],
  disabled: ['Disabled', '已停用'],
  invited: ['Invited', '已邀请'],
  factor: ['Two-factor authentication', '两步验证'],
  nothing: ['Nobody has a role on this site only.', '还没有只在本站点拥有角色的用户。'],
})
