import { words } from '../../lib/words.tsx'

export const firstRunWords = words({
  readersTitle: ['Who can read?', '谁可以阅读？'],
  readersHint: [
    'This changes two settings: whether visitors can read articles, and whether they can register.',
    '一次选择同时决定两项设置：游客能否阅读文章，以及能否注册。',
  ],
  everybody: ['Everyone', '所有人'],
  everybodyHint: [
    'Published articles are public, including for search engines. Readers who want to like or save articles can register.',
    '已发布的文章对所有人公开，搜索引擎也可收录。需要点赞或收藏的读者可以注册。',
  ],
  members: ['Registered members', '注册会员'],
  membersHint: [
    'Readers must sign in, but anyone can register. This keeps out bots and casual visitors, but no one who wants to read.',
    '登录后才能阅读文章，但任何人都可以注册。这只能挡住程序和随意浏览者，挡不住想阅读的人。',
  ],
  invited: ['Only people I invite', '仅限我邀请的人'],
  invitedHint: [
    'Readers must sign in, and only administrators can create accounts.',
    '登录后才能阅读文章，账号只能由管理员创建。',
  ],
  stillPublic: [
    'In all cases, search shows titles and excerpts of published articles to everyone, and related articles, categories, tags, pages, comments and uploaded files are public. Do not publish anything here that must stay secret.',
    '无论选择哪一项，搜索都会向所有人显示已发布文章的标题和摘要，相关文章、分类、标签、单页、评论和已上传的文件也始终公开。请勿在此发布必须保密的内容。',
  ],
  confirm: ['Require e-mail confirmation to register', '注册需要确认邮箱'],
  noMail: ['Requires SMTP_URL: e-mail is not configured.', '需要设置 SMTP_URL：服务目前不发送邮件。'],
  captcha: ['Require a captcha to register', '注册需要验证码'],
  decided: ['Saved.', '已设置。'],
  adminTitle: ['Secure your account', '完善您的账号'],
  adminHint: [
    'The first administrator has a placeholder e-mail address and a password that appeared in a log or a configuration file.',
    '首个管理员使用占位邮箱，其密码曾出现在日志或配置文件中。',
  ],
  adminBanner: [
    'This account has no real e-mail address yet. Without one you cannot reset a forgotten password.',
    '此账号还没有真实邮箱。忘记密码时将无法找回。',
  ],
  adminAction: ['Set e-mail and password', '设置邮箱和密码'],
  email: ['Your e-mail address', '您的邮箱'],
  oldPassword: ['Current password', '当前密码'],
  adminDone: ['E-mail address and password saved.', '邮箱和密码已设置。'],
  adminPending: [
    'Password saved. To confirm your e-mail address, open the link sent to {email}.',
    '密码已设置。请打开发送到 {email} 的链接以确认邮箱。',
  ],
})
