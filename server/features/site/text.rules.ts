import { directionOf } from './words.rules.ts'

/** Changes to sanitised HTML before it is inserted into a page. */

export interface Picture {
  readonly src: string
  readonly srcset: string
  readonly width: number | null
  readonly height: number | null
  readonly alt: string
  /** CSS classes that keep the focal point visible when the image is cropped; empty for the centre. */
  readonly focus: string
  /** For link previews: large enough, and not much larger. */
  readonly share: { readonly src: string; readonly width: number | null; readonly height: number | null }
}

const TAG = /<(?:img|pre|table|\/table|[a-z][a-z0-9]*(?= [^<>]*style=))[^<>]*>/g
/** The width of the text column: `--measure` in the style sheet. */
const SIZES = '(max-width: 42.5rem) calc(100vw - 2.5rem), 40rem'

/**
 * Our own images get their size, so that the layout does not shift, and a `srcset`. Content that may be wider than the
 * column becomes scrollable and focusable. Text alignment becomes a class, because the content security policy forbids
 * inline styles.
 */
export function presented(html: string, pictures: ReadonlyMap<string, Picture>): string {
  let images = 0
  return html.replace(TAG, (tag) => {
    if (tag === '</table>') return '</table></div>'
    if (tag.startsWith('<img')) return image(aligned(tag), pictures, images++ > 0)
    if (tag.startsWith('<pre')) return aligned(tag).replace('<pre', '<pre tabindex="0"')
    if (/^<table[ >]/.test(tag)) return `<div class="scroll" tabindex="0">${aligned(tag)}`
    return aligned(tag)
  })
}

function image(tag: string, pictures: ReadonlyMap<string, Picture>, isLater: boolean): string {
  const source = attributeOf(tag, 'src')
  const picture = source === undefined ? undefined : pictures.get(source)
  const added = [
    ...(picture ? sizesOf(tag, picture) : []),
    ...(isLater && !has(tag, 'loading') ? ['loading="lazy"'] : []),
    ...(has(tag, 'decoding') ? [] : ['decoding="async"']),
    ...(has(tag, 'alt') ? [] : [`alt="${escaped(picture?.alt ?? '')}"`]),
  ]
  return `${tag.slice(0, -1)} ${added.join(' ')}>`
}

function sizesOf(tag: string, { width, height, srcset }: Picture): string[] {
  const added: string[] = []
  if (width && height && !has(tag, 'height')) {
    const given = Number(attributeOf(tag, 'width') ?? width)
    // A width in percent cannot be converted to pixels.
    if (Number.isFinite(given)) {
      if (!has(tag, 'width')) added.push(`width="${width}"`)
      added.push(`height="${Math.max(1, Math.round((given * height) / width))}"`)
    }
  }
  if (srcset !== '' && !has(tag, 'srcset')) added.push(`srcset="${escaped(srcset)}" sizes="${SIZES}"`)
  return added
}

const MIN_PREVIEW_SIZE = 200

/** Smaller pictures, such as icons, are not shown by those who preview links. */
export function isForPreviews(picture: Picture | undefined): picture is Picture {
  return Math.min(picture?.width ?? 0, picture?.height ?? 0) >= MIN_PREVIEW_SIZE
}

/** The URLs of the images in the text. */
export function pictureSources(html: string): string[] {
  const found = html.matchAll(/<img(?: [^<>]*?)? src="([^"<>]*)"/g)
  return [...new Set([...found].map(([, source = '']) => source))]
}

const STYLE = / style="text-align: (left|right|center|justify|start|end)"/

function aligned(tag: string): string {
  const [written, side] = STYLE.exec(tag) ?? []
  if (written === undefined) return tag
  const rest = tag.replace(written, '')
  return / class="/.test(rest)
    ? rest.replace(' class="', ` class="align-${side} `)
    : rest.replace(/^<[a-z0-9]+/, (name) => `${name} class="align-${side}"`)
}

function has(tag: string, name: string): boolean {
  // Sanitised values contain no quotes.
  return tag.includes(` ${name}="`)
}

function attributeOf(tag: string, name: string): string | undefined {
  return new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

const OTHER_SCRIPTS = /[\u0590-\u08ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]/
const WIDE_SITES: ReadonlySet<string> = new Set(['zh', 'ja', 'ko'])
const HEBREW_SITES: ReadonlySet<string> = new Set(['he', 'yi'])
const ARABIC_SITES: ReadonlySet<string> = new Set(['ar', 'fa', 'ur', 'ps', 'sd', 'ug', 'ku'])
export type TextLanguage = '' | 'zh' | 'ja' | 'ko' | 'en' | 'ar' | 'he'
const SAMPLE = 4000
const MIN_SHARE = 0.3
const HARDLY = 0.02

/**
 * The language of a text if its script shows that it is not the language of the site. Fonts, line breaks and line height
 * depend on it. Empty if it is the language of the site, or unclear.
 */
export function languageOf(html: string, siteLanguage: string): TextLanguage {
  const text = html.slice(0, SAMPLE * 2).replace(/<[^>]*>/g, '')
  const site = siteLanguage.slice(0, 2).toLowerCase()
  // Most texts only have letters of the site's own script.
  if (!OTHER_SCRIPTS.test(text) && !WIDE_SITES.has(site)) return ''
  const { letters, wide, hebrew, arabic, latin } = lettersOf(text)
  if (letters < 4) return ''
  if (wide / letters > MIN_SHARE) {
    const found = wideLanguage(text)
    return found === site || (found === 'zh' && site === 'ja') ? '' : found
  }
  if (hebrew / letters > MIN_SHARE) return HEBREW_SITES.has(site) ? '' : 'he'
  if (arabic / letters > MIN_SHARE) return ARABIC_SITES.has(site) ? '' : 'ar'
  return WIDE_SITES.has(site) && wide / letters < HARDLY && latin / letters > 0.9 ? 'en' : ''
}

/** The direction of a text in this language; empty if it is the direction of the site. */
export function directionOfText(language: TextLanguage, siteLanguage: string): '' | 'rtl' | 'auto' {
  if (directionOf(siteLanguage) === 'rtl') return 'auto'
  return language === 'ar' || language === 'he' ? 'rtl' : ''
}

function wideLanguage(text: string): 'ja' | 'ko' | 'zh' {
  if (/[\u3040-\u30ff]/.test(text)) return 'ja'
  return /[\uac00-\ud7af]/.test(text) ? 'ko' : 'zh'
}

const LETTER = /\p{L}/u

/** Letters by script. One pass without regular expressions for the usual ones: every title on a page is asked. */
function lettersOf(text: string) {
  const found = { letters: 0, latin: 0, wide: 0, hebrew: 0, arabic: 0 }
  for (let at = 0; at < text.length; at++) {
    const script = scriptOf(text.charCodeAt(at))
    if (script === 'none') continue
    if (script !== 'other') found[script]++
    found.letters++
  }
  return found
}

function scriptOf(code: number): 'latin' | 'wide' | 'hebrew' | 'arabic' | 'other' | 'none' {
  if (code < 0x80) return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a ? 'latin' : 'none'
  if (isWide(code)) return 'wide'
  if (!LETTER.test(String.fromCharCode(code))) return 'none'
  if (code < 0x250 || (code >= 0x1e00 && code < 0x1f00)) return 'latin'
  if (code >= 0x590 && code < 0x600) return 'hebrew'
  return code >= 0x600 && code < 0x900 ? 'arabic' : 'other'
}

/** Chinese, Japanese and Korean letters; of a rare Chinese letter, the first of its two halves. */
function isWide(code: number): boolean {
  return (
    (code >= 0x3040 && code <= 0x30ff) ||
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7af) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xd840 && code <= 0xd87f)
  )
}

const EXCERPT_LENGTH = 160
const LONGEST_WORD = 40
/** Characters of Chinese, Japanese and Korean, which have no spaces between words, and emoji. */
const UNSPACED = /[\u2e80-\uffff]/
const HALF_OF_EMOJI = /[\ud800-\udbff]$/

/** The beginning of a summary, which does not end within a word. */
export function excerptOf(summary: string): string {
  if (summary.length <= EXCERPT_LENGTH) return summary
  const cut = summary.slice(0, EXCERPT_LENGTH - 1)
  const end = cut.lastIndexOf(' ')
  const isWithinWord = end > EXCERPT_LENGTH - LONGEST_WORD && !UNSPACED.test(cut.slice(end))
  return `${isWithinWord ? cut.slice(0, end) : cut.replace(HALF_OF_EMOJI, '')}…`
}
