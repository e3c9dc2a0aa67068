import type { RenderedText } from './parts.rules.ts'
import type { SiteReader } from './reader.rules.ts'
import type { ShownDetail } from './site.view.ts'
import type { Picture } from './text.rules.ts'

/** The metadata in the head of a page, for search engines and link previews. */
export interface Meta {
  readonly title: string
  readonly description: string
  readonly keywords: string
  readonly canonical: string
  readonly robots: string
  /** The language of the text, or of the site if that is not known to differ. */
  readonly language: string
  readonly type: 'website' | 'article' | 'profile'
  readonly image?: {
    readonly url: string
    readonly width: number | null
    readonly height: number | null
    readonly alt: string
  }
  /** JSON-LD, safe to insert into a script element. */
  readonly json_ld: string
}

interface Given {
  readonly title: string
  readonly description?: string
  readonly keywords?: string
  readonly path: string
  /** The number of the page, and of all pages. */
  readonly part?: { readonly page: number; readonly pages: number }
  readonly type?: Meta['type']
  readonly picture?: Picture | undefined
  readonly trail?: ReadonlyArray<{ readonly name: string; readonly url: string }>
  readonly article?: ShownDetail & Pick<RenderedText, 'language' | 'first_picture'>
  /** The language of the text if it is clearly not that of the site. */
  readonly language?: string
  readonly hidden?: boolean
}

export function metaOf(reader: SiteReader, siteName: string, given: Given): Meta {
  const { settings } = reader.actor.site
  const { picture, trail = [] } = given
  const language = given.article?.language || given.language || settings.site_language
  const data = [
    ...(given.article ? [articleData(reader, siteName, given.article, language)] : []),
    ...(trail.length > 0 ? [trailData(reader, trail)] : []),
    ...(given.path === '/' ? [siteData(reader, siteName)] : []),
  ]
  return {
    title: titleOf(siteName, given),
    description: given.description || settings.site_description,
    keywords: given.keywords || settings.site_keywords,
    canonical: reader.absolute(given.path),
    robots: given.hidden ? 'noindex' : '',
    language,
    type: given.type ?? 'website',
    ...(picture && {
      image: {
        url: reader.absolute(picture.share.src),
        width: picture.share.width,
        height: picture.share.height,
        alt: picture.alt,
      },
    }),
    json_ld: data.length === 0 ? '' : asScript(data),
  }
}

/** Each page of a list has its own, as in "News (2/5) · The site". */
function titleOf(siteName: string, { title, part }: Given): string {
  const number = part && part.page > 1 ? ` (${part.page}/${part.pages})` : ''
  return title === '' || title === siteName ? `${siteName}${number}` : `${title}${number} · ${siteName}`
}

/** JSON that is safe in a script element: no text in it can close the element or start a comment. */
function asScript(data: unknown): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function articleData(
  reader: SiteReader,
  siteName: string,
  article: NonNullable<Given['article']>,
  language: string,
) {
  const { absolute } = reader
  const picture = article.picture ?? article.first_picture
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: article.title,
    description: article.seo_description || article.summary,
    ...(picture && { image: [absolute(picture.src)] }),
    datePublished: article.datetime,
    dateModified: article.update_at,
    inLanguage: language,
    author: { '@type': 'Person', name: article.author.nickname, url: absolute(article.author.url) },
    publisher: { '@type': 'Organization', name: siteName, url: absolute('/') },
    mainEntityOfPage: absolute(article.url),
    ...(article.category.name !== '' && { articleSection: article.category.name }),
    keywords: article.tags.map(({ name }) => name).join(', '),
  }
}

function trailData({ absolute, words }: SiteReader, trail: NonNullable<Given['trail']>) {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: words.home, url: '/' }, ...trail].map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: absolute(url),
    })),
  }
}

function siteData({ absolute, actor }: SiteReader, siteName: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: siteName,
    url: absolute('/'),
    inLanguage: actor.site.settings.site_language,
    potentialAction: {
      '@type': 'SearchAction',
      target: `${absolute('/search')}?q={search_term_string}`,
      'query-input': 'required name=search_term_string',
    },
  }
}
