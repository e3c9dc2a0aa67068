import { embedOf } from '@inkstone/contract/embeds.ts'
import { unescaped } from '../../platform/markdown/addresses.ts'
import { embedHtml, escapedHtml, isEmbeddable } from './embeds.rules.ts'
import { replaceElements } from './scanning.rules.ts'

const FRAME = /<iframe\b([^<>]*)>/gi
const FRAME_END = /<\/iframe>/gi
const OBJECT = /<object\b([^<>]*)>/gi
const OBJECT_END = /<\/object>/gi
const EMBED = /<embed\b([^<>]*)>(?:\s*<\/embed>)?/gi

/** Frames and Flash players as the players of known providers, or links: others would not be kept. */
export function withPlayers(html: string): string {
  const frames = replaceElements(html, FRAME, FRAME_END, ([, attributes = '']) => {
    const address = addressIn(attributes, 'src') ?? addressIn(attributes, 'data-src')
    const isHidden = /\b(?:width|height)\s*=\s*["']?[01]["'\s]|display:\s*none/i.test(`${attributes} `)
    if (address === undefined || isHidden || embedOf(address)) return undefined
    return () => playerHtml(address)
  })
  const objects = replaceElements(frames, OBJECT, OBJECT_END, ([, attributes = '']) => (inner, whole) => {
    const [, movie = ''] = /<param\b(?=[^<>]*\bname\s*=\s*["']?(?:movie|src)\b)([^<>]*)>/i.exec(inner) ?? []
    const [, embed = ''] = /<embed\b([^<>]*)>/i.exec(inner) ?? []
    const address = addressIn(embed, 'src') ?? addressIn(movie, 'value') ?? addressIn(attributes, 'data')
    return address === undefined ? whole : playerHtml(address)
  })
  return objects.replace(EMBED, (whole, attributes: string) => {
    const address = addressIn(attributes, 'src')
    return address === undefined ? whole : playerHtml(address)
  })
}

function addressIn(attributes: string, name: string): string | undefined {
  const [, double, single, bare] =
    new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes) ?? []
  const address = unescaped(double ?? single ?? bare ?? '').trim()
  const whole = address.startsWith('//') ? `https:${address}` : address
  return /^https?:\/\//i.test(whole) && URL.canParse(whole) ? whole : undefined
}

function playerHtml(address: string): string {
  const page = pageOf(address)
  return isEmbeddable(page)
    ? embedHtml(page)
    : `<a href="${escapedHtml(address)}">${escapedHtml(address)}</a>`
}

/** Former forms of the URLs of players, which are no longer served, and those without TLS. */
const FORMER: readonly (readonly [RegExp, string])[] = [
  [
    /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/v\/([\w-]{1,64}).*$/i,
    'https://www.youtube.com/embed/$1',
  ],
  [
    /^https?:\/\/player\.youku\.com\/player\.php\/(?:[^?#]*\/)?sid\/([\w=-]{1,64}).*$/i,
    'https://player.youku.com/embed/$1',
  ],
  [
    /^https?:\/\/(?:v\.qq\.com\/iframe\/(?:player|preview)\.html|(?:static\.video|imgcache)\.qq\.com\/(?:[^?#]*\/)?TPout\.swf)\?(?:.*&)?vid=(\w{1,32}).*$/i,
    'https://v.qq.com/txp/iframe/player.html?vid=$1',
  ],
  [/^http:/i, 'https:'],
]

function pageOf(address: string): string {
  for (const [form, page] of FORMER) if (form.test(address)) return address.replace(form, page)
  return address
}

const IMAGE = /<img\b([^<>]*)>/gi
const LAZY = ['data-src', 'data-original', 'data-lazy-src']

/** Images that a script would load have their URL in another attribute, as in texts that were copied from WeChat. */
export function withLazyImages(html: string): string {
  return html.replace(IMAGE, (whole, attributes: string) => {
    const [, src = ''] = /(?:^|\s)src\s*=\s*["']?([^"'\s>]*)/i.exec(attributes) ?? []
    const lazy = LAZY.map((name) => addressIn(attributes, name)).find((address) => address !== undefined)
    if (lazy === undefined || (src !== '' && !src.startsWith('data:'))) return whole
    const others = attributes.replace(/(?:^|\s)src\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]*)/i, '')
    return `<img src="${escapedHtml(lazy)}"${others.replace(/\/?$/, '')}>`
  })
}
