import type { Language } from '../../platform/core/problem.ts'

/** The data of a message: names at the time of the event, and ids. */
export type MessageDetails = Readonly<Record<string, string | number>>

interface Words {
  readonly title: string
  readonly content: string
}
type Wording = Readonly<Record<Language, (detail: (name: string) => string) => Words>>

const enBecause = (text: string, reason: string) => (reason === '' ? text : `${text} Reason: ${reason}`)
const zhBecause = (text: string, reason: string) => {
  // A full-width sign brings its own space.
  const gap = /[。！？]$/.test(text) ? '' : ' '
  return reason === '' ? text : `${text}${gap}原因：${reason}`
}

/** The kinds of messages. The text is chosen when a message is read. */
const wordings = {
  'article-passed': {
    en: (detail) => ({
      title: `Your article “${detail('title')}” was approved`,
      content: enBecause('It is published or scheduled.', detail('reason')),
    }),
    zh: (detail) => ({
      title: `您的文章《${detail('title')}》已通过审核`,
      content: zhBecause('文章已发布，或将在设定的时间发布。', detail('reason')),
    }),
  },
  'article-rejected': {
    en: (detail) => ({
      title: `Your article “${detail('title')}” was sent back`,
      content: enBecause('It is a draft again.', detail('reason')),
    }),
    zh: (detail) => ({
      title: `您的文章《${detail('title')}》未通过审核`,
      content: zhBecause('文章已退回为草稿。', detail('reason')),
    }),
  },
  'article-submitted': {
    en: (detail) => ({
      title: `“${detail('title')}” is waiting for review`,
      content: `${detail('nickname')} submitted it.`,
    }),
    zh: (detail) => ({
      title: `《${detail('title')}》等待审核`,
      content: `由${detail('nickname')}提交。`,
    }),
  },
  'copy-passed': {
    en: (detail) => ({
      title: `Your changes to “${detail('title')}” were approved`,
      content: enBecause('They are published or scheduled.', detail('reason')),
    }),
    zh: (detail) => ({
      title: `《${detail('title')}》的修改已通过审核`,
      content: zhBecause('修改已发布，或将在设定的时间发布。', detail('reason')),
    }),
  },
  'copy-rejected': {
    en: (detail) => ({
      title: `Your changes to “${detail('title')}” were sent back`,
      content: enBecause('The published article has not changed.', detail('reason')),
    }),
    zh: (detail) => ({
      title: `《${detail('title')}》的修改未通过审核`,
      content: zhBecause('已发布的文章保持不变。', detail('reason')),
    }),
  },
  'copy-outdated': {
    en: (detail) => ({
      title: `Your changes to “${detail('title')}” were not published`,
      content:
        'The article has changed since the working copy was saved. Compare both, save the working copy again, then publish it.',
    }),
    zh: (detail) => ({
      title: `《${detail('title')}》的修改未能发布`,
      content: '保存工作副本之后文章已被修改。请对照后重新保存副本，再发布。',
    }),
  },
  'copy-without-alias': {
    en: (detail) => ({
      title: `Your changes to “${detail('title')}” were published without the new alias`,
      content: 'Another article has that alias now. The article kept its own.',
    }),
    zh: (detail) => ({
      title: `《${detail('title')}》的修改已发布，但未使用新别名`,
      content: '该别名已被另一篇文章使用，文章保留原有别名。',
    }),
  },
  'comment-new': {
    en: (detail) => ({
      title: `${detail('nickname')} commented on “${detail('title')}”${detail('pending') === '1' ? ' (submitted for review)' : ''}`,
      content: detail('content'),
    }),
    zh: (detail) => ({
      title: `${detail('nickname')}评论了《${detail('title')}》${detail('pending') === '1' ? '（已提交审核）' : ''}`,
      content: detail('content'),
    }),
  },
  'comment-answer': {
    en: (detail) => ({
      title: `${detail('nickname')} replied to your comment on “${detail('title')}”`,
      content: detail('content'),
    }),
    zh: (detail) => ({
      title: `${detail('nickname')}回复了您在《${detail('title')}》下的评论`,
      content: detail('content'),
    }),
  },
  'comment-passed': {
    en: (detail) => ({
      title: `Your comment on “${detail('title')}” was approved`,
      content: enBecause(detail('content'), detail('reason')),
    }),
    zh: (detail) => ({
      title: `您在《${detail('title')}》下的评论已通过审核`,
      content: zhBecause(detail('content'), detail('reason')),
    }),
  },
  'comment-rejected': {
    en: (detail) => ({
      title: `Your comment on “${detail('title')}” was rejected`,
      content: enBecause(detail('content'), detail('reason')),
    }),
    zh: (detail) => ({
      title: `您在《${detail('title')}》下的评论未通过审核`,
      content: zhBecause(detail('content'), detail('reason')),
    }),
  },
  'webhook-switched-off': {
    en: (detail) => ({
      title: 'A webhook was disabled',
      content:
        detail('cause') === 'gone'
          ? `${detail('url')} answered 410 Gone.`
          : `${detail('url')} has failed for three days.`,
    }),
    zh: (detail) => ({
      title: '一个 Webhook 已被停用',
      content:
        detail('cause') === 'gone'
          ? `${detail('url')} 返回了 410 Gone。`
          : `${detail('url')} 已连续三天投递失败。`,
    }),
  },
} as const satisfies Record<string, Wording>

export type MessageKind = keyof typeof wordings

const known: ReadonlyMap<string, Wording> = new Map(Object.entries(wordings))

export function wordsFor(kind: string, details: MessageDetails, language: Language): Words {
  const wording = known.get(kind)
  return wording ? wording[language]((name) => String(details[name] ?? '')) : { title: kind, content: '' }
}
