import { words } from '../../lib/words.tsx'

export const factorWords = words({
  title: ['Second factor', '两步验证'],
  hint: [
    'A code of an app on your phone, beside the password. Whoever learns your password cannot sign in with it alone.',
    '除密码外，还需要手机应用中的验证码。仅知道密码的人无法登录。',
  ],
  isOff: ['Off: the password alone is enough to sign in.', '未开启：仅凭密码即可登录。'],
  isOn: ['On: a code is asked for at each sign-in.', '已开启：每次登录都需要验证码。'],
  setUp: ['Set up', '设置'],
  begin: ['Begin', '开始'],
  scan: [
    'Scan this picture with an authenticator app, such as the one that manages your passwords.',
    '请用验证器应用（例如您的密码管理器）扫描此二维码。',
  ],
  qr: ['QR code for the authenticator app', '验证器应用的二维码'],
  secret: ['Or type this key', '或手动输入此密钥'],
  code: ['The six digits that the app shows now', '应用当前显示的六位数字'],
  switchOn: ['Switch on', '开启'],
  switchOff: ['Switch off', '关闭'],
  switchedOff: ['The second factor is off.', '两步验证已关闭。'],
  offQuestion: [
    'Enter a code of your authenticator app, or a recovery code.',
    '请输入验证器应用中的验证码，或一个恢复码。',
  ],
  codesTitle: ['Your recovery codes', '恢复码'],
  codesText: [
    'Keep them where you find them without your phone. Each replaces one code, once. They are not shown again.',
    '请保存在手机以外的地方。每个恢复码可代替一次验证码，关闭后将无法再次查看。',
  ],
  download: ['Download', '下载'],
  kept: ['I have kept them', '我已保存'],
  isOffHere: ['This site does not offer a second factor.', '本站未开放两步验证。'],
})
