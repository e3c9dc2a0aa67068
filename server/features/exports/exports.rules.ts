import { ARCHIVED, DRAFT, PENDING, PUBLISHED } from '@inkstone/contract/articles.ts'
import { type ExportFormat, exportFormats } from '@inkstone/contract/exports.ts'
import type { Language } from '../../platform/core/problem.ts'
import type { Column, Row } from '../../platform/documents/cells.ts'
import type { Zone } from '../../platform/times/times.ts'
import type { ArticleDetailRow } from '../articles/reading.actions.ts'

const WORDS = {
  en: {
    file: 'articles',
    document: 'Articles',
    id: 'ID',
    alias: 'Alias',
    title: 'Title',
    summary: 'Summary',
    author: 'Author',
    category: 'Category',
    tags: 'Tags',
    status: 'Status',
    views: 'Views',
    likes: 'Likes',
    comments: 'Comments',
    publishTime: 'Published',
    createTime: 'Created',
    updateTime: 'Updated',
    cover: 'Cover',
    content: 'Content',
    statuses: new Map([
      [DRAFT, 'draft'],
      [PUBLISHED, 'published'],
      [PENDING, 'pending review'],
      [ARCHIVED, 'archived'],
    ]),
  },
  zh: {
    file: '文章',
    document: '文章',
    id: '编号',
    alias: '别名',
    title: '标题',
    summary: '摘要',
    author: '作者',
    category: '分类',
    tags: '标签',
    status: '状态',
    views: '浏览',
    likes: '点赞',
    comments: '评论',
    publishTime: '发布时间',
    createTime: '创建时间',
    updateTime: '更新时间',
    cover: '封面',
    content: '正文',
    statuses: new Map([
      [DRAFT, '草稿'],
      [PUBLISHED, '已发布'],
      [PENDING, '待审核'],
      [ARCHIVED, '已归档'],
    ]),
  },
} as const

export function columnsOf(language: Language): Column[] {
  const words = WORDS[language]
  return [
    { key: 'id', title: words.id, kind: 'integer' },
    { key: 'title', title: words.title, kind: 'text', width: 50 },
    { key: 'summary', title: words.summary, kind: 'text', width: 50 },
    { key: 'author', title: words.author, kind: 'text' },
    { key: 'category', title: words.category, kind: 'text' },
    { key: 'tags', title: words.tags, kind: 'text' },
    { key: 'status', title: words.status, kind: 'text' },
    { key: 'views', title: words.views, kind: 'integer' },
    { key: 'likes', title: words.likes, kind: 'integer' },
    { key: 'comments', title: words.comments, kind: 'integer' },
    { key: 'publish_time', title: words.publishTime, kind: 'datetime' },
    { key: 'create_time', title: words.createTime, kind: 'datetime' },
    { key: 'update_time', title: words.updateTime, kind: 'datetime' },
    { key: 'cover', title: words.cover, kind: 'link' },
    { key: 'content', title: words.content, kind: 'text', width: 80 },
    { key: 'alias', title: words.alias, kind: 'text' },
  ]
}

export function rowOf(article: ArticleDetailRow, zone: Zone, language: Language): Row {
  return {
    id: article.id,
    title: article.title,
    alias: article.alias,
    summary: article.summary,
    author: nameOf(article),
    category: article.category_name,
    tags: tagsOf(article, language),
    status: statusOf(article, language),
    views: article.view_count,
    likes: article.like_count,
    comments: article.comment_count,
    publish_time: article.publish_at === null ? null : zone.format(article.publish_at),
    create_time: zone.format(article.created_at),
    update_time: zone.format(article.updated_at),
    cover: article.cover,
    content: article.content,
  }
}

/** The lines below the title of an article in a document. */
export function metaOf(article: ArticleDetailRow, zone: Zone, language: Language): [string, string][] {
  const words = WORDS[language]
  const lines: [string, string][] = [
    [words.author, nameOf(article)],
    [words.category, article.category_name],
    [words.tags, tagsOf(article, language)],
    [words.status, statusOf(article, language)],
    [words.createTime, zone.format(article.created_at)],
    [words.publishTime, article.publish_at === null ? '' : zone.format(article.publish_at)],
  ]
  return lines.filter(([, value]) => value !== '')
}

function nameOf({ nickname, username }: ArticleDetailRow): string {
  return nickname || username
}

function tagsOf({ tags }: ArticleDetailRow, language: Language): string {
  return tags.map(({ name }) => name).join(language === 'zh' ? '、' : ', ')
}

function statusOf({ status }: ArticleDetailRow, language: Language): string {
  return (WORDS[language].statuses as ReadonlyMap<number, string>).get(status) ?? ''
}

export function documentTitle(language: Language): string {
  return WORDS[language].document
}

export function fileOf(
  format: ExportFormat,
  now: number,
  zone: Zone,
  language: Language,
): { name: string; mediaType: string } {
  const { ending, mediaType } = exportFormats[format]
  return { name: `${WORDS[language].file}-${zone.format(now).slice(0, 10)}.${ending}`, mediaType }
}
