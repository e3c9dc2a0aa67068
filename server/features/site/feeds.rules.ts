import { hash } from 'node:crypto'
import type { FeedForm } from './paths.rules.ts'

/** Feeds of a list of articles: RSS 2.0, Atom (RFC 4287) and JSON Feed 1.1. */

export interface FeedItem {
  /** From `feedIdOf`. */
  readonly id: string
  readonly title: string
  readonly url: string
  readonly summary: string
  readonly content: string
  readonly author: string
  readonly category: string
  readonly tags: readonly string[]
  readonly image: FeedImage | undefined
  /** The first audio or video file of the text. */
  readonly enclosure: Enclosure | undefined
  readonly published: number
  readonly updated: number
}

interface FeedImage {
  readonly src: string
  readonly width: number | null
  readonly height: number | null
}

export interface Enclosure {
  readonly url: string
  readonly type: string
  readonly bytes: number
}

export interface Feed {
  readonly title: string
  readonly description: string
  readonly language: string
  /** The URL of the list, and of the feed itself. */
  readonly url: string
  readonly self: string
  readonly icon: string
  readonly items: readonly FeedItem[]
  readonly updated: number
}

export const feedTypes: Readonly<Record<FeedForm, string>> = {
  rss: 'application/rss+xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
}

export function writeFeed(form: FeedForm, feed: Feed): string {
  if (form === 'json') return asJson(feed)
  return form === 'atom' ? asAtom(feed) : asRss(feed)
}

/**
 * The id of an article in feeds. Readers show an article with another id as a new one, so it depends neither on the alias
 * nor on the domain. A version 8 UUID (RFC 9562).
 */
export function feedIdOf(
  siteId: number,
  article: { readonly id: number; readonly created_at: number },
): string {
  const digits = hash('sha256', `${siteId} ${article.id} ${article.created_at}`, 'hex')
  const parts = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `a${digits.slice(17, 20)}`,
  ]
  return `urn:uuid:${[...parts, digits.slice(20, 32)].join('-')}`
}

const ADDRESSED = /<(?:a|audio|iframe|img|source|video) [^<>]*>/g
const WITHIN_SITE = / (href|src)="(?!\/\/)([/#])/g

/** Sanitised HTML of the article at this URL, with links that also work outside the site. */
export function linkedFromAnywhere(html: string, base: string, url: string): string {
  return html.replace(ADDRESSED, (element) =>
    element.replace(
      WITHIN_SITE,
      (_, name: string, first: string) => ` ${name}="${first === '#' ? escapeXml(url) : base}${first}`,
    ),
  )
}

const PLAYED = /<(?:audio|video|source)(?: [^<>]*)? src="([^"<>]*)"/g

/** The URLs of the audio and video files in the text. */
export function soundSources(html: string): string[] {
  return [...html.matchAll(PLAYED)].map(([, source = '']) => source)
}

const HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'

function asRss(feed: Feed): string {
  const items = feed.items.map(
    (item) => `<item>${tag('title', item.title)}${tag('link', item.url)}
<guid isPermaLink="false">${item.id}</guid>
<pubDate>${new Date(item.published).toUTCString()}</pubDate>
${tag('dc:creator', item.author)}${categoriesOf(item)
  .map((name) => tag('category', name))
  .join('')}
${tag('description', item.summary)}${tag('content:encoded', item.content)}${mediaOf(item)}${rssEnclosure(item)}</item>`,
  )
  return `${HEAD}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"><channel>
${tag('title', feed.title)}${tag('link', feed.url)}${tag('description', feed.description || feed.title)}${tag('language', feed.language)}
<lastBuildDate>${new Date(feed.updated).toUTCString()}</lastBuildDate>
<atom:link href="${escapeXml(feed.self)}" rel="self" type="application/rss+xml"/>
${items.join('\n')}
</channel></rss>
`
}

function asAtom(feed: Feed): string {
  const entries = feed.items.map(
    (item) => `<entry>${tag('title', item.title)}${tag('id', item.id)}
<link rel="alternate" type="text/html" href="${escapeXml(item.url)}"/>${atomEnclosure(item)}
<published>${new Date(item.published).toISOString()}</published><updated>${new Date(item.updated).toISOString()}</updated>
<author>${tag('name', item.author || feed.title)}</author>${categoriesOf(item)
      .map((name) => `<category term="${escapeXml(name)}"/>`)
      .join('')}
<summary type="text">${escapeXml(item.summary)}</summary>
<content type="html">${escapeXml(item.content)}</content>${mediaOf(item)}</entry>`,
  )
  return `${HEAD}<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" xml:lang="${escapeXml(feed.language)}">
${tag('title', feed.title)}${tag('id', feed.self)}${feed.description === '' ? '' : tag('subtitle', feed.description)}
<link rel="self" type="application/atom+xml" href="${escapeXml(feed.self)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(feed.url)}"/>
<updated>${new Date(feed.updated).toISOString()}</updated>
${feed.icon === '' ? '' : tag('icon', feed.icon)}<author>${tag('name', feed.title)}</author>
${entries.join('\n')}
</feed>
`
}

function asJson(feed: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.url,
    feed_url: feed.self,
    ...(feed.description !== '' && { description: feed.description }),
    ...(feed.icon !== '' && { icon: feed.icon }),
    language: feed.language,
    items: feed.items.map((item) => ({
      id: item.id,
      url: item.url,
      title: item.title,
      summary: item.summary,
      content_html: item.content,
      ...(item.image && { image: item.image.src }),
      date_published: new Date(item.published).toISOString(),
      date_modified: new Date(item.updated).toISOString(),
      ...(item.author !== '' && { authors: [{ name: item.author }] }),
      tags: categoriesOf(item),
      ...(item.enclosure && { attachments: [attachmentOf(item.enclosure)] }),
    })),
  })
}

function attachmentOf({ url, type, bytes }: Enclosure) {
  return { url, mime_type: type, size_in_bytes: bytes }
}

/** The cover, in the way of Media RSS: it is not in the text. */
function mediaOf({ image }: FeedItem): string {
  if (!image) return ''
  const size = image.width && image.height ? ` width="${image.width}" height="${image.height}"` : ''
  return `<media:content url="${escapeXml(image.src)}" medium="image"${size}/>`
}

function rssEnclosure({ enclosure }: FeedItem): string {
  if (!enclosure) return ''
  const { url, type, bytes } = enclosure
  return `<enclosure url="${escapeXml(url)}" length="${bytes}" type="${escapeXml(type)}"/>`
}

function atomEnclosure({ enclosure }: FeedItem): string {
  if (!enclosure) return ''
  const { url, type, bytes } = enclosure
  return `<link rel="enclosure" type="${escapeXml(type)}" length="${bytes}" href="${escapeXml(url)}"/>`
}

function categoriesOf({ category, tags }: FeedItem): string[] {
  return [...new Set([category, ...tags])].filter((name) => name !== '')
}

function tag(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`
}

/** Not allowed in XML: control characters except tab and line breaks, lone surrogates, and two noncharacters. */
const NOT_XML = /(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/gu
const ESCAPES: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&apos;',
}

export function escapeXml(text: string): string {
  return text.replace(NOT_XML, '').replace(/[<>&"']/g, (letter) => ESCAPES[letter] ?? letter)
}
