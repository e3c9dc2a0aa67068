/** The interface texts of the public site: Chinese for `zh`, English for all other languages. */

const english = {
  skip: 'Skip to content',
  menu: 'Menu',
  trail: 'You are here',
  search: 'Search',
  search_hint: 'Search articles',
  search_results: 'Results',
  colon: ': ',
  search_none: 'Nothing was found.',
  home: 'Home',
  archive: 'Archive',
  author: 'Author',
  tags: 'Tags',
  feed: 'Feed',
  newer: 'Newer',
  older: 'Older',
  page: 'Page',
  of: 'of',
  previous: 'Previous',
  next: 'Next',
  related: 'Related',
  pinned: 'Pinned',
  minutes: 'min read',
  by: 'by',
  updated: 'Updated',
  articles: 'articles',
  nothing: 'Nothing has been published here yet.',
  comments: 'Comments',
  no_comments: 'No comments yet.',
  comments_closed: 'Comments are closed.',
  write_comment: 'Write a comment',
  answer: 'Reply',
  answering: 'Reply to',
  cancel: 'Cancel',
  nickname: 'Name',
  email: 'E-mail (not shown)',
  content: 'Comment',
  captcha: 'Characters in the picture',
  captcha_new: 'Another picture',
  captcha_alt: 'A picture with characters',
  slider: 'Move the piece into its place',
  slider_script: 'To comment here, allow this site to run its script: it shows a small puzzle.',
  mobile: 'Mobile number',
  code: 'Code from the text message',
  send_code: 'Send code',
  code_sent: 'The code was sent.',
  send: 'Send',
  like: 'Like',
  pending: 'Thank you. Your comment will be shown once it has been reviewed.',
  posted: 'Thank you for your comment.',
  not_sent: 'The comment was not sent:',
  sign_in_to_comment: 'Only people who are signed in may comment.',
  site_answer: 'Site',
  edit: 'Edit',
  not_found: 'Page not found',
  not_found_text: 'There is nothing at this address. It may have moved, or it was never there.',
  preview: 'Preview',
  preview_text: 'This is a preview. Readers do not see it yet.',
  preview_ended: 'This preview link has ended, or what it showed is gone.',
  ask_failed: 'Something went wrong. Please try again.',
  powered: 'Published with Inkstone',
} as const

export type Words = Readonly<Record<keyof typeof english, string>>

const chinese: Words = {
  skip: '跳到正文',
  menu: '菜单',
  trail: '当前位置',
  search: '搜索',
  search_hint: '搜索文章',
  search_results: '搜索结果',
  colon: '：',
  search_none: '没有找到相关文章。',
  home: '首页',
  archive: '归档',
  author: '作者',
  tags: '标签',
  feed: '订阅',
  newer: '较新',
  older: '较早',
  page: '页码',
  of: '/',
  previous: '上一篇',
  next: '下一篇',
  related: '相关文章',
  pinned: '置顶',
  minutes: '分钟阅读',
  by: '作者',
  updated: '更新于',
  articles: '篇文章',
  nothing: '这里还没有发布文章。',
  comments: '评论',
  no_comments: '还没有评论。',
  comments_closed: '评论已关闭。',
  write_comment: '发表评论',
  answer: '回复',
  answering: '回复',
  cancel: '取消',
  nickname: '昵称',
  email: '邮箱（不会公开）',
  content: '评论内容',
  captcha: '图中的字符',
  captcha_new: '换一张',
  captcha_alt: '带字符的图片',
  slider: '把拼图移到缺口处',
  slider_script: '在这里评论需要允许本站运行脚本：会显示一个小拼图。',
  mobile: '手机号',
  code: '短信验证码',
  send_code: '发送验证码',
  code_sent: '验证码已发送。',
  send: '提交',
  like: '赞',
  pending: '谢谢，您的评论将在审核后显示。',
  posted: '谢谢您的评论。',
  not_sent: '评论没有发出：',
  sign_in_to_comment: '登录后才能评论。',
  site_answer: '本站',
  edit: '编辑',
  not_found: '页面不存在',
  not_found_text: '这个地址没有内容，可能已经移走，也可能从来没有过。',
  preview: '预览',
  preview_text: '这是预览，读者还看不到。',
  preview_ended: '预览链接已失效，或者内容已被删除。',
  ask_failed: '出了点问题，请重试。',
  powered: '由 Inkstone 发布',
}

for (const words of [english, chinese]) Object.freeze(words)

export function wordsOf(language: string): Words {
  return isChinese(language) ? chinese : english
}

export function isChinese(language: string): boolean {
  return /^zh\b/i.test(language)
}

const RIGHT_TO_LEFT = /^(?:ar|dv|fa|he|ku|ps|sd|ug|ur|yi)\b/i

export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr'
}

/** Reading time: about 400 Chinese, Japanese or Korean characters per minute, or 220 words of other languages. */
export function minutesToRead(html: string): number {
  const text = html.replace(/<[^>]*>/g, ' ')
  const wide = text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0
  const words =
    text.replace(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  return Math.max(1, Math.round(wide / 400 + words / 220))
}
