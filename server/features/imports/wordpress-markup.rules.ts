import { plainText } from '../../platform/search/plain-text.ts'
import { withAlignment } from './alignment.rules.ts'
import { embedHtml, escapedHtml, isEmbeddable } from './embeds.rules.ts'
import { galleryHtml, galleryIn } from './gallery.rules.ts'
import { withLazyImages, withPlayers } from './players.rules.ts'
import { htmlComments, replaceElements, withoutHtmlComments } from './scanning.rules.ts'
import { HELD_CODE, hiddenLosses, holdCode } from './wordpress-code.rules.ts'
import { withPatterns } from './wordpress-patterns.rules.ts'

export interface Attachment {
  readonly url: string
  readonly alt: string
  readonly caption: string
}

/** The images with these ids, or all images of a post, by default of the one that the gallery is in. */
export type Gallery = (wanted: {
  readonly ids: readonly string[] | undefined
  readonly exclude: readonly string[]
  readonly post: string | undefined
}) => readonly Attachment[]

/** Converts WordPress markup to HTML that the sanitiser keeps. Collects `losses`. */
export function fromWordpress(
  given: string,
  gallery: Gallery,
  patternOf: (id: string) => string | undefined,
): { content: string; summary: string | undefined; losses: string[] } {
  const losses: string[] = []
  const { held, back } = holdCode(withPatterns(given, patternOf, losses).replace(/\r\n?/g, '\n'))
  const text = withAlignment(withLazyImages(withPlayers(held)))
  losses.push(...hiddenLosses(text))
  const hasBlocks = /<!-- wp:/.test(text)
  const more = htmlComments(text).find((comment) => /^<!--more(?:\s[^>]*)?-->$/.test(comment.text))
  const summary = more
    ? plainText(back(withoutPictures(withoutHtmlComments(text.slice(0, more.index)))))
    : undefined
  if (text.includes('<!--nextpage-->')) losses.push('its pages are joined into one')
  const converted = shortcodes(embeds(withoutBlocks(galleryBlocks(text), losses)), gallery, losses)
  const content = hasBlocks ? converted : paragraphs(converted)
  return {
    content: back(content.replace(/\s(?:srcset|sizes)="[^"]*"/g, '').trim()),
    summary: summary === '' ? undefined : summary,
    losses,
  }
}

const GALLERY_OPENED = /<!-- wp:(?:gallery|jetpack\/tiled-gallery)\s[^<>]*(?<!\/)-->/g
const GALLERY_CLOSED = /<!-- \/wp:(?:gallery|jetpack\/tiled-gallery) -->/g

/** Gutenberg's galleries, of all its versions: figures in a figure, or in a list. */
function galleryBlocks(text: string): string {
  return replaceElements(text, GALLERY_OPENED, GALLERY_CLOSED, () => (inner, whole) => {
    const { pictures, caption } = galleryIn(inner, (attributes) =>
      attributes.includes('blocks-gallery-caption'),
    )
    return pictures.length === 0 ? whole : `${galleryHtml(pictures, caption)}\n`
  })
}

/** Removes Gutenberg's block comments. A block without content is rendered by WordPress, so it is a loss. */
function withoutBlocks(text: string, losses: string[]): string {
  const dynamic = new Set<string>()
  for (const comment of htmlComments(text)) {
    const [, name] = /^<!-- wp:([a-z][\w/-]*)\s[^>]*\/-->$/.exec(comment.text) ?? []
    if (name !== undefined && !/^(?:more|nextpage|spacer|separator)$/.test(name)) dynamic.add(name)
  }
  if (dynamic.size > 0) losses.push(`dynamic WordPress blocks are not imported: ${[...dynamic].join(', ')}`)
  return withoutHtmlComments(text)
}

/** For a summary: images with their captions, galleries and players are not part of it. */
function withoutPictures(text: string): string {
  return ['caption', 'wp_caption', 'embed']
    .reduce(
      (left, name) =>
        replaceElements(
          left,
          new RegExp(`\\[${name}\\b[^[\\]]{0,2000}\\]`, 'gi'),
          new RegExp(`\\[/${name}\\]`, 'gi'),
          () => () => ' ',
        ),
      text,
    )
    .replace(/\[\/?(?:gallery|audio|video)\b[^[\]]{0,2000}\]/gi, ' ')
}

/** Gutenberg embeds, and URLs on a line of their own. */
function embeds(text: string): string {
  return text
    .replace(
      /<figure([^<>]*)>\s*<div[^<>]*>\s*(https?:\/\/[^\s<]+)\s*<\/div>([\s\S]{0,2000}?)<\/figure>/g,
      (whole, attributes: string, address: string, rest: string) =>
        attributes.includes('wp-block-embed')
          ? `${embedHtml(unescaped(address))}${/<figcaption/.test(rest) ? `<p>${plainText(rest)}</p>` : ''}`
          : whole,
    )
    .replace(/^[ \t]*(?:<p>)?(https?:\/\/[^\s<]+)(?:<\/p>)?[ \t]*$/gm, (whole, address: string) =>
      isEmbeddable(unescaped(address)) ? embedHtml(unescaped(address)) : whole,
    )
}

function unescaped(text: string): string {
  return text.replace(/&(?:amp|#0?38);/g, '&')
}

type Attributes = ReadonlyMap<string, string>
/** With an attribute, or a closing tag: a single word in brackets is not a shortcode. */
const SHORTCODE = /\[(?:([a-z][\w-]{0,40})\s[^[\]<>=]{0,500}=[^[\]<>]{0,500}|\/([a-z][\w-]{0,40}))\]/gi

function shortcodes(text: string, gallery: Gallery, losses: string[]): string {
  const made = replaceElements(
    text,
    /\[(?:wp_)?caption([^[\]]{0,2000})\]/gi,
    /\[\/(?:wp_)?caption\]/gi,
    ([, given = '']) =>
      (inner) =>
        captioned(attributesIn(given), inner),
  )
    .replace(/\[embed[^[\]]{0,500}\]\s*([^\s[\]<>]{1,2000})\s*\[\/embed\]/gi, (_, address: string) =>
      embedHtml(unescaped(address)),
    )
    .replace(/\[gallery([^[\]]{0,2000})\]/gi, (_, given: string) => {
      const attributes = attributesIn(given)
      const ids = listIn(attributes.get('ids') ?? attributes.get('include'))
      const exclude = listIn(attributes.get('exclude')) ?? []
      const pictures = gallery({ ids, exclude, post: attributes.get('id') })
      if (pictures.length === 0) losses.push('a gallery is not imported: its images are not in the file')
      else if (ids !== undefined && pictures.length < ids.length)
        losses.push(`images of a gallery are not in the file (${ids.length - pictures.length})`)
      return pictures.length === 0
        ? ''
        : galleryHtml(pictures.map((each) => ({ picture: pictureHtml(each), caption: each.caption })))
    })
    .replace(/\[(audio|video)([^[\]]{0,2000})\](?:\s*\[\/\1\])?/gi, (whole, name: string, given: string) => {
      const attributes = attributesIn(given)
      const src = ['src', 'mp3', 'm4a', 'ogg', 'mp4', 'webm', 'm4v']
        .map((key) => attributes.get(key))
        .find(Boolean)
      return src === undefined
        ? whole
        : `<${name.toLowerCase()} src="${escapedHtml(src)}" controls></${name.toLowerCase()}>`
    })
  const left = new Set([...made.matchAll(SHORTCODE)].flatMap(([, name, closed]) => name ?? closed ?? []))
  if (left.size > 0) losses.push(`shortcodes are kept as text: ${[...left].join(', ')}`)
  return made
}

function listIn(given: string | undefined): string[] | undefined {
  return given?.split(/[\s,]+/).filter(Boolean)
}

function attributesIn(given: string): Attributes {
  const found = new Map<string, string>()
  for (const [, name = '', double, single, bare] of given.matchAll(
    /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g,
  ))
    found.set(name.toLowerCase(), double ?? single ?? bare ?? '')
  return found
}

/** The image, possibly in a link, followed by the caption. Older posts have the caption in an attribute. */
function captioned(attributes: Attributes, inner: string): string {
  const [, picture = inner, rest = ''] =
    /^\s*((?:<a\b[^<>]*>\s*)?<img\b[^<>]*>(?:\s*<\/a>)?)([\s\S]*)$/i.exec(inner) ?? []
  const caption = (attributes.get('caption') ?? rest).trim()
  return `<figure>${picture}${caption === '' ? '' : `<figcaption>${caption}</figcaption>`}</figure>`
}

function pictureHtml({ url, alt }: Attachment): string {
  return `<img src="${escapedHtml(url)}" alt="${escapedHtml(alt)}">`
}

const BLOCKS =
  'address|article|aside|blockquote|details|dd|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|iframe|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul|video|audio'
const BLOCK_EDGE = new RegExp(`(</?(?:${BLOCKS})(?:\\s[^<>]*)?>)`, 'gi')
const IS_BLOCK = new RegExp(`^</?(?:${BLOCKS})\\b`, 'i')
const VERBATIM = ['pre', 'script', 'style', 'textarea']

const TEXTUAL = 'p|li|td|th|dt|dd|figcaption|summary|h[1-6]'
const OPENED = new RegExp(`(<(?:${TEXTUAL})(?:\\s[^<>]*)?>)\\n`, 'gi')
const CLOSED = new RegExp(`\\n(</(?:${TEXTUAL})>)`, 'gi')

/** WordPress's `wpautop` for texts without blocks: empty lines separate paragraphs, line breaks become `<br>`. */
function paragraphs(text: string): string {
  const kept: string[] = []
  // The mark is taken out of the text first: one that is already there would be replaced by a kept part, again and again.
  const hold = (whole: string) => `\n\n\ue000${kept.push(whole) - 1}\ue000\n\n`
  const held = VERBATIM.reduce(
    (left, name) =>
      replaceElements(
        left,
        new RegExp(`<${name}(?![\\w-])`, 'gi'),
        new RegExp(`</${name}>`, 'gi'),
        () => (_, whole) => hold(whole),
      ),
    text.replaceAll('\ue000', ''),
  )
  const parts = held
    .replace(BLOCK_EDGE, '\n\n$1\n\n')
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const written: string[] = []
  const open: string[] = []
  for (const part of parts) {
    const [, closing, name = ''] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(part) ?? []
    const isBlock = IS_BLOCK.test(part)
    if (isBlock && closing) {
      const at = open.lastIndexOf(name.toLowerCase())
      if (at !== -1) open.length = at
    } else if (isBlock && !/^(?:hr|iframe)$/i.test(name)) open.push(name.toLowerCase())
    const inInline = open.some((each) => INLINE_ONLY.has(each))
    if (isBlock || /^\ue000\d+\ue000$/.test(part) || HELD_CODE.test(part)) written.push(part)
    else if (inInline) written.push(part.replace(/\n/g, '<br>\n'))
    else written.push(`<p>${part.replace(/(?<!<br>|<br \/>|<br\/>)\n/g, '<br>\n')}</p>`)
  }
  return written
    .join('\n')
    .replace(OPENED, '$1')
    .replace(CLOSED, '$1')
    .replace(/\ue000(\d+)\ue000/g, (_, at: string) => kept[Number(at)] ?? '')
}

/** Elements whose text is not wrapped in paragraphs. */
const INLINE_ONLY = new Set([
  'p',
  'li',
  'td',
  'th',
  'dt',
  'dd',
  'figure',
  'figcaption',
  'summary',
  'pre',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'table',
  'tr',
  'tbody',
  'thead',
  'ul',
  'ol',
  'video',
  'audio',
])
