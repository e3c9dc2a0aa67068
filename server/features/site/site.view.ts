import type { Comment } from '@inkstone/contract/comments.ts'
import { showArticle, showArticleItem } from '../articles/articles.view.ts'
import type { ArticleDetailRow, ArticleItemRow } from '../articles/reading.actions.ts'
import { pathWithComments } from '../comments/comments.rules.ts'
import type { SiteReader } from './reader.rules.ts'
import { directionOfText, excerptOf, languageOf, type Picture } from './text.rules.ts'

/** Articles and comments as templates see them: the fields of the API, with URLs, dates and images added. */

interface CoverMedia {
  readonly url: string
  readonly alt: string
  readonly width: number | null
  readonly height: number | null
  readonly focus_x: number
  readonly focus_y: number
  readonly variants: ReadonlyArray<{ readonly url: string; readonly width: number; readonly height: number }>
}

const SHARED_WIDTH = 1200

export function pictureOf(reader: SiteReader, cover: string, media: CoverMedia | null): Picture | undefined {
  if (!media) {
    if (cover === '') return undefined
    const bare = { src: reader.file(cover), width: null, height: null }
    return { ...bare, srcset: '', alt: '', focus: '', share: bare }
  }
  const candidates = media.variants.map(({ url, width }) => `${reader.file(url)} ${width}w`)
  if (media.width && candidates.length > 0) candidates.push(`${reader.file(media.url)} ${media.width}w`)
  const enough = media.variants.find(({ width }) => width >= SHARED_WIDTH) ?? media
  return {
    share: { src: reader.file(enough.url), width: enough.width, height: enough.height },
    src: reader.file(media.url),
    srcset: candidates.join(', '),
    width: media.width,
    height: media.height,
    alt: media.alt,
    focus: focusOf(media),
  }
}

const STEP = 10

/** The focal point as CSS classes, in steps: the content security policy forbids inline styles. */
function focusOf({ focus_x, focus_y }: Pick<CoverMedia, 'focus_x' | 'focus_y'>): string {
  const [x, y] = [focus_x, focus_y].map((part) => Math.round(part / STEP) * STEP)
  return x === 50 && y === 50 ? '' : `focus-x-${x} focus-y-${y}`
}

export function cardOf(reader: SiteReader) {
  const show = showArticleItem(reader.zone, reader.actor)
  return (row: ArticleItemRow) => withAddresses(reader, show(row), row)
}

export function detailOf(reader: SiteReader, article: ArticleDetailRow) {
  const shown = showArticle(reader.zone, reader.actor)(article)
  const { avatar } = shown.author
  const placed = withAddresses(reader, shown, article)
  // A new article may have a publish time in the past, so an update must be later than both times.
  const edited = article.updated_at - Math.max(article.publish_at ?? 0, article.created_at) > DAY_MS
  return Object.assign(placed, {
    updated: edited ? reader.date(article.updated_at) : '',
    author: { ...placed.author, avatar: reader.file(avatar), bio: article.author_bio },
  })
}
export type ShownDetail = ReturnType<typeof detailOf>

const DAY_MS = 86_400_000

type Shown = ReturnType<ReturnType<typeof showArticleItem>>

/** Modifies the object in place: copying it would take longer than building it. */
function withAddresses<One extends Shown>(reader: SiteReader, shown: One, row: ArticleItemRow) {
  const { paths } = reader
  const { author, category } = shown
  const { site_language } = reader.actor.site.settings
  const title_language = languageOf(shown.title, site_language)
  return Object.assign(shown, {
    url: paths.article(shown.alias),
    date: reader.date(row.publish_at ?? row.created_at),
    datetime: shown.publish_at ?? shown.create_at,
    title_language,
    excerpt: excerptOf(shown.summary),
    title_direction: directionOfText(title_language, site_language),
    picture: pictureOf(reader, shown.cover, shown.cover_media),
    author: {
      id: author.id,
      username: author.username,
      nickname: nameOf(reader, author),
      url: paths.author(author.id),
    },
    category: reader.opens(category.id)
      ? {
          id: category.id,
          name: category.name,
          alias: category.alias,
          url: paths.category(category.alias),
        }
      : { id: category.id, name: '', alias: '', url: '' },
    tags: shown.tags.map(({ id, name, alias }) => ({ id, name, alias, url: paths.tag(alias) })),
  })
}

/** The nickname; otherwise the username, if the site shows it; otherwise the name of the site. */
function nameOf(
  reader: SiteReader,
  { nickname, username }: { readonly nickname: string; readonly username: string },
): string {
  return nickname || username || reader.actor.site.settings.site_name || reader.words.author
}

export interface CommentShown {
  readonly id: number
  readonly content: string
  readonly nickname: string
  readonly avatar: string
  readonly is_site: number
  readonly like_count: number
  readonly date: string
  readonly datetime: string
  readonly url: string
  readonly reply_url: string
  readonly children: readonly CommentShown[]
}

/** For the comments on this page of the comments of a path. */
export function commentOf(reader: SiteReader, path: string, page: number) {
  const here = pathWithComments(path, page)
  const replying = `${here}${page > 1 ? '&' : '?'}reply=`
  return function show(comment: Comment): CommentShown {
    return {
      id: comment.id,
      content: comment.content,
      nickname: comment.user.nickname,
      avatar: reader.file(comment.user.avatar),
      is_site: comment.is_site,
      like_count: comment.like_count,
      date: reader.date(Date.parse(comment.create_at)),
      datetime: comment.create_at,
      url: `${here}#comment-${comment.id}`,
      reply_url: `${replying}${comment.id}#write`,
      children: comment.children.map(show),
    }
  }
}
