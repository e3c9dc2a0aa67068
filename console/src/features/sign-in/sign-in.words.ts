import { words } from '../../lib/words.tsx'

export const signInWords = words({
  signIn: ['Sign in', '登录'],
  username: ['Username or e-mail', '用户名或邮箱'],
  password: ['Password', '密码'],
  wrong: ['Wrong username or password.', '用户名或密码错误。'],
  otp: ['Authentication code', '验证码'],
  otpHint: ['The six-digit code shown in your authenticator app.', '验证器应用显示的六位数字。'],
  recovery: ['Recovery code', '恢复码'],
  recoveryHint: [
    'One of your ten saved codes. Each works once.',
    '您保存的十个恢复码之一，每个只能使用一次。',
  ],
  useRecovery: ['Use a recovery code', '使用恢复码'],
  useOtp: ['Use the authenticator app', '使用验证器应用'],
  forgot: ['Forgot your password?', '忘记密码？'],
  or: ['or', '或'],
  passkey: ['Sign in with a passkey', '使用通行密钥登录'],
  passkeyStopped: [
    'The passkey was not used. Try again, or sign in another way.',
    '未使用通行密钥。请重试，或使用其他方式登录。',
  ],
  noPasskeys: ['This browser cannot use passkeys.', '此浏览器不支持通行密钥。'],
  provider: ['Single sign-on', '单点登录'],
  forgotTitle: ['Forgot password', '忘记密码'],
  forgotText: [
    'Enter the e-mail address of your account. We will send you a link to set a new password.',
    '请输入账号的邮箱，系统会发送用于设置新密码的链接。',
  ],
  email: ['E-mail', '邮箱'],
  sendLink: ['Send link', '发送链接'],
  sent: [
    'If an account with this address exists, an e-mail is on its way. The link works once and is valid for 30 minutes.',
    '如果该邮箱有对应的账号，邮件已发出。链接仅可使用一次，30 分钟内有效。',
  ],
  noMail: [
    'E-mail is not configured on this service. Ask an administrator for a link to set a new password.',
    '本服务未配置邮件发送。请联系管理员获取用于设置新密码的链接。',
  ],
  back: ['Back to sign-in', '返回登录'],
  setTitle: ['Set your password', '设置密码'],
  setFor: ['For your account on “{site}”.', '用于您在“{site}”的账号。'],
  newPasswordHint: ['8 to 128 characters.', '8 到 128 个字符。'],
  set: ['Set password', '设置密码'],
  isSet: [
    'Password saved. You can sign in with it now. If you were signed in somewhere, you have been signed out there.',
    '密码已设置，现在可以用它登录。如果之前在其他地方登录过，均已退出。',
  ],
  linkEnded: [
    'This link is no longer valid. It has expired or was already used.',
    '链接已失效：可能已被使用或已过期。',
  ],
  setEnded: [
    'Request a new link. If you were invited, you can also ask the administrator for a new invitation.',
    '请重新获取链接；如果是受邀注册，也可请管理员重新邀请。',
  ],
  confirmEnded: [
    'If you have just registered, request a link for a new password: it confirms your address too. If you are changing your address, sign in and enter it again in your profile.',
    '如果您刚刚注册，请申请设置新密码的链接，它同时会确认您的邮箱；如果是更换邮箱，请登录后在个人资料中重新填写。',
  ],
  toProfile: ['Open my profile', '打开个人资料'],
  linkCode: ['Code from the e-mail', '邮件中的代码'],
  anotherLink: ['Request a new link', '重新获取链接'],
  confirmTitle: ['Confirm your address', '确认邮箱'],
  confirmText: [
    'Confirm that the e-mail address that received this link is yours.',
    '请确认收到此链接的邮箱属于您。',
  ],
  confirm: ['Confirm', '确认'],
  confirmed: ['E-mail address confirmed.', '邮箱已确认。'],
  goOn: ['Continue', '继续'],
  register: ['Create an account', '注册账号'],
  registerTitle: ['Create an account', '注册账号'],
  registerName: ['Username', '用户名'],
  registerNameHint: ['Letters, digits, dot, hyphen and underscore.', '可用文字、数字、点、连字符和下划线。'],
  registered: ['Account created. You can sign in now.', '账号已创建，现在可以登录。'],
  registeredConfirm: [
    'Account created. If you receive an e-mail with a link, open the link before you sign in.',
    '账号已创建。如果收到带链接的邮件，请先打开链接再登录。',
  ],
  closed: ['Registration is closed. Ask an administrator to invite you.', '注册已关闭，请联系管理员邀请您。'],
  captcha: ['Characters in the picture', '图中的字符'],
  anotherPicture: ['Another picture', '换一张'],
  slider: ['Drag the piece into the gap', '拖动滑块到缺口'],
  mobile: ['Mobile number', '手机号'],
  sendCode: ['Send code', '发送验证码'],
  codeSent: ['Code sent.', '验证码已发送。'],
  smsCode: ['Code from the text message', '短信验证码'],
  againTitle: ['Confirm your identity', '确认身份'],
  againText: [
    'This action requires your second factor again. You will not be asked again for ten minutes.',
    '此操作需要再次完成两步验证，之后十分钟内不再询问。',
  ],
  usePasskey: ['Use a passkey', '使用通行密钥'],
  passkeyNotUsed: ['The passkey was not used. Try again.', '未使用通行密钥，请重试。'],
  setUpTitle: ['Set up two-factor authentication', '设置两步验证'],
  setUpText: [
    'This site requires two-factor authentication for staff. Set it up to continue.',
    '本站要求工作人员开启两步验证，请先完成设置。',
  ],
  signOut: ['Sign out', '退出登录'],
})

/** Why a login at the OpenID provider failed. */
export const providerWords = words({
  'single-sign-on-refused': [
    'The login with the provider failed or took too long. Please try again.',
    '单点登录未成功或已超时，请重试。',
  ],
  'email-not-verified': [
    'The provider has not verified your e-mail address.',
    '身份提供方未确认您的邮箱地址。',
  ],
  'link-first': [
    'An account with this e-mail address already exists. Sign in with its password, then link it in your profile.',
    '该邮箱已有账号。请先用密码登录该账号，再在个人资料中关联。',
  ],
  'identity-taken': [
    'This provider account is already linked to another user.',
    '该外部账号已与其他用户关联。',
  ],
  'registration-closed': [
    'You have no account here, and registration is closed. Ask an administrator to invite you.',
    '没有您的账号且注册已关闭，请联系管理员邀请您。',
  ],
  'too-many-logins': ['Too many failed logins. Please try again later.', '登录失败次数过多，请稍后再试。'],
  'user-disabled': ['This account is disabled.', '该账号已被禁用。'],
  unavailable: ['The provider is not responding. Try again in a moment.', '身份提供方无响应，请稍后重试。'],
})
