import { words } from '../../lib/words.tsx'

export const settingsWords = words({
  title: ['Settings', '设置'],
  hint: ['They hold for this site.', '仅对当前站点生效。'],
  saved: ['The settings are saved.', '设置已保存。'],
  changes: ['{n} not saved yet', '{n} 项未保存'],
  discard: ['Discard', '放弃修改'],
  seconds: ['seconds', '秒'],
  days: ['days', '天'],
  weeks: ['weeks', '周'],
  characters: ['characters', '个字符'],
  image: ['Letters in a picture', '图片验证码'],
  slider: ['Slider puzzle', '滑块拼图'],
  sms: ['Text message', '短信验证码'],
  replace: ['Replace the word', '替换敏感词'],
  reject: ['Refuse the comment', '拒绝评论'],
  optional: ['Whoever wants it', '自愿开启'],
  required_for_staff: ['Required for staff', '工作人员必须开启'],
  off: ['Not offered', '不提供'],
  searchUsers: ['Type a name', '输入用户名搜索'],
  nobody: ['Nobody found', '没有找到用户'],
})

export const groupWords = words({
  site: ['About the site', '站点信息'],
  addresses: ['Website and addresses', '网站与地址'],
  access: ['Reading and registration', '阅读与注册'],
  review: ['Review', '审核'],
  who: ['Comments', '评论'],
  limits: ['Limits on comments', '评论限制'],
  captcha: ['Captcha', '验证码'],
  approval: ['Approval of comments', '评论审核'],
  words: ['Sensitive words', '敏感词'],
  bin: ['Recycle bin', '回收站'],
  backups: ['Backups', '备份'],
})

export const groupHints = words({
  site: ['What readers, feeds and search engines are told.', '展示给读者、订阅源和搜索引擎的信息。'],
  addresses: ['Where readers find what you publish.', '读者访问已发布内容的地址。'],
  access: ['Who may read the site and who may join.', '谁可以阅读站点，谁可以注册。'],
  review: ['Whether somebody looks before an article appears.', '文章发布前是否需要他人审核。'],
  who: ['Who may say something about an article.', '谁可以评论文章。'],
  limits: ['How long comments may be, and how many.', '评论的长度与频率。'],
  captcha: ['Keeps programs from commenting.', '防止程序自动评论。'],
  approval: ['Which comments appear without anybody looking.', '哪些评论无需人工审核即可显示。'],
  words: ['What happens when a comment contains one.', '评论包含敏感词时如何处理。'],
  bin: ['For deleted articles, pages, comments and files.', '用于已删除的文章、单页、评论和文件。'],
  backups: ['Of the whole service, with all its sites.', '针对整个服务，包含所有站点。'],
})
