import { words } from '../../lib/words.tsx'

export const factorWords = words({
  title: ['Two-factor authentication', '两步验证'],
  hint: [
    'Requires a code from an app on your phone in addition to your password. A stolen password alone is not enough to sign in.',
    '除密码外，还需要手机应用中的验证码。仅知道密码的人无法登录。',
  ],
  isOff: ['Off: only the password is needed to sign in.', '未开启：仅凭密码即可登录。'],
  isOn: ['On: a code is required at each sign-in.', '已开启：每次登录都需要验证码。'],
  setUp: ['Set up', '设置'],
  scan: [
    'Scan this QR code with an authenticator app, such as your password manager.',
    '请用验证器应用（例如您的密码管理器）扫描此二维码。',
  ],
  qr: ['QR code for the authenticator app', '验证器应用的二维码'],
  secret: ['Or enter this key', '或手动输入此密钥'],
  code: ['Six-digit code from the app', '应用当前显示的六位数字'],
  switchOn: ['Turn on', '开启'],
  switchOff: ['Turn off', '关闭'],
  offTitle: ['Turn off two-factor authentication', '关闭两步验证'],
  switchedOff: ['Two-factor authentication is off.', '两步验证已关闭。'],
  offQuestion: [
    'Enter a code from your authenticator app, or a recovery code.',
    '请输入验证器应用中的验证码，或一个恢复码。',
  ],
  codesTitle: ['Your recovery codes', '恢复码'],
  codesText: [
    'Store them somewhere other than your phone. Each code works once in place of an authentication code. They are not shown again.',
    '请保存在手机以外的地方。每个恢复码可代替一次验证码，关闭后将无法再次查看。',
  ],
  download: ['Download', '下载'],
  kept: ['I have saved them', '我已保存'],
  isOffHere: ['Two-factor authentication is turned off on this site.', '本站未开放两步验证。'],
})
