import { words } from '../../lib/words.tsx'

export const passkeyWords = words({
  title: ['Passkeys', '通行密钥'],
  hint: [
    'Sign in with your fingerprint, your face or a security key instead of the password and a code.',
    '用指纹、面容或安全密钥登录，无需密码和验证码。',
  ],
  none: ['You have no passkeys yet.', '您还没有通行密钥。'],
  add: ['Add a passkey', '添加通行密钥'],
  addText: [
    'Your browser will ask where to save it: on this device, on your phone or on a security key.',
    '浏览器将询问保存位置：本设备、手机或安全密钥。',
  ],
  name: ['Name', '名称'],
  nameHint: ['To recognise it later, for example “Work laptop”.', '便于日后辨认，例如“工作电脑”。'],
  goOn: ['Continue', '继续'],
  added: ['Passkey added.', '通行密钥已添加。'],
  stopped: ['No passkey was created. Try again.', '未创建通行密钥，请重试。'],
  rename: ['Rename', '重命名'],
  removed: ['Passkey deleted.', '通行密钥已删除。'],
  removeQuestion: [
    'Delete “{name}”? It can no longer be used to sign in. Delete it on the device too.',
    '删除“{name}”？将无法再用它登录。请同时在设备上删除。',
  ],
  since: ['Added {time}', '添加于 {time}'],
  lastUsed: ['last used {time}', '最近使用 {time}'],
  notUsed: ['not used yet', '尚未使用'],
  notOffered: ['Passkeys require the server setting PUBLIC_URL.', '通行密钥需要服务设置 PUBLIC_URL。'],
  notHere: ['This browser cannot create passkeys here.', '此浏览器在此处无法创建通行密钥。'],
})
