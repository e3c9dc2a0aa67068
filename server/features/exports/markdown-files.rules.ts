import { articleTexts } from '@inkstone/contract/article-texts.ts'
import { ARCHIVED, DRAFT, PENDING, PUBLISHED } from '@inkstone/contract/articles.ts'
import { stringify } from 'yaml'
import { withAddresses } from '../../platform/markdown/addresses.ts'
import { summaryOf } from '../articles/articles.rules.ts'
import type { ArticleDetailRow } from '../articles/reading.actions.ts'
import type { PageRow } from '../pages/pages.table.ts'
import { extrasOf, PageExtras } from './restored-fields.rules.ts'

/** Data of an article beyond its own row. */
export interface ArticleContext {
  readonly oldAliases: readonly string[]
  /** The names on the path to the main category, then those of the secondary categories. */
  readonly categories: readonly (readonly string[])[]
}

const STATUSES = new Map<number, string>([
  [DRAFT, 'draft'],
  [PUBLISHED, 'published'],
  [PENDING, 'pending'],
  [ARCHIVED, 'archived'],
])
const FLAGS = ['is_top', 'is_hot', 'is_recommend'] as const
const PAGE_TEXTS = ['seo_title', 'seo_keywords', 'seo_description', 'template'] as const

/** Says in the front matter that a file is an export of this program: an import takes its text as it is. */
export const GENERATOR = 'inkstone'

/** The front matter of an article: field names of Hugo and Hexo where they exist, our own for the rest. */
export function frontMatterOf(article: ArticleDetailRow, cover: string, context: ArticleContext): string {
  const { status, publish_at, scheduled_at, summary, content } = article
  const fields = {
    title: article.title,
    slug: article.alias,
    ...(context.oldAliases.length > 0 && { aliases: context.oldAliases }),
    ...(publish_at !== null && { date: momentOf(publish_at) }),
    created: momentOf(article.created_at),
    updated: momentOf(article.updated_at),
    status: STATUSES.get(status) ?? 'draft',
    ...(status !== PUBLISHED && { draft: true }),
    ...(scheduled_at !== null && { scheduled: momentOf(scheduled_at) }),
    author: article.username || article.nickname,
    ...(article.username !== '' &&
      article.nickname !== '' &&
      article.nickname !== article.username && { author_nickname: article.nickname }),
    // A generated summary is left out, because an import generates it again.
    ...(summary !== summaryOf(content) && { summary }),
    ...(cover !== '' && { cover }),
    categories: context.categories,
    ...(article.tags.length > 0 && { tags: article.tags.map(({ name }) => name) }),
    ...Object.fromEntries(FLAGS.filter((flag) => article[flag] === 1).map((flag) => [flag, true])),
    ...(article.allow_comment === 0 && { comments: false }),
    ...Object.fromEntries(
      articleTexts.filter((name) => article[name] !== '').map((name) => [name, article[name]]),
    ),
  }
  return written(fields)
}

/** The front matter of a page. */
export function pageMatterOf(page: PageRow): string {
  const fields = {
    type: 'page',
    title: page.title,
    slug: page.alias,
    created: momentOf(page.created_at),
    updated: momentOf(page.updated_at),
    ...(page.enabled === 0 && { draft: true }),
    ...(page.sort_order !== 0 && { weight: page.sort_order }),
    ...(page.allow_comment === 0 && { comments: false }),
    ...extrasOf(PageExtras, page),
    ...Object.fromEntries(PAGE_TEXTS.filter((name) => page[name] !== '').map((name) => [name, page[name]])),
  }
  return written(fields)
}

function written(fields: object): string {
  const all = { ...fields, generator: GENERATOR }
  return `---\n${stringify(all, { lineWidth: 0, aliasDuplicateObjects: false })}---\n`
}

/** A file: front matter, an empty line, the text as it is, and the end of its last line. */
export function fileOf(matter: string, text: string): string {
  return `${matter}\n${text}\n`
}

/** The text in the part of such a file behind its front matter. */
export function textInFile(body: string): string {
  return body.replace(/^\r?\n/, '').replace(/\r?\n$/, '')
}

function momentOf(moment: number): string {
  return new Date(moment).toISOString()
}

// Most file systems allow 255 bytes for a name.
const MAX_FILE_NAME_BYTES = 200

export function pathOfArticle({ id, alias }: ArticleDetailRow): string {
  return `articles/${Buffer.byteLength(alias) > MAX_FILE_NAME_BYTES ? `article-${id}` : alias}.md`
}

export function pathOfFile(name: string): string {
  return `media/${name}`
}

const OWN_FILE = /^(?:https?:\/\/[^\s"'()<>]*)?\/uploads\/([0-9a-f]{32}\.[a-z0-9]{2,5})/

/** The relative path to a file of ours in the zip. Other URLs are unchanged. */
export function localFile(address: string, present: ReadonlySet<string>, up = '../'): string {
  return address.replace(OWN_FILE, (whole, name) => (present.has(name) ? `${up}${pathOfFile(name)}` : whole))
}

/** A text with such paths, where an import reads them. A URL that is text itself is unchanged. */
export function withLocalFiles(markdown: string, present: ReadonlySet<string>): Promise<string> {
  return withAddresses(markdown, 'markdown', async (address) => {
    const local = localFile(address, present)
    return local === address ? undefined : local
  })
}
