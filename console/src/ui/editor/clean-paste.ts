import { isLocalAddress } from './addresses.ts'
import { makeCodeBlocks } from './code-pasting.ts'

export interface CleanPaste {
  readonly html: string
  /** Pictures pasted with their data, to be uploaded. */
  readonly files: readonly File[]
  /** Pictures on the user's own computer, which cannot be read. */
  readonly lost: number
}

/** Cleans what Word, Google Docs and web pages put on the clipboard. */
export function cleanPaste(html: string): CleanPaste {
  const { body } = new DOMParser().parseFromString(html.replace(/<!\[(?:if|endif)[^>]*>/g, ''), 'text/html')
  for (const element of body.querySelectorAll('style,script,meta,link,title,o\\:p,xml,colgroup'))
    element.remove()
  const { files, lost } = takePictures(body)
  for (const link of body.querySelectorAll('a[href]')) mendLink(link)
  makeCodeBlocks(body)
  makeLists(body)
  for (const element of [...body.querySelectorAll<HTMLElement>('*')]) simplify(element)
  for (const paragraph of body.querySelectorAll('p')) if (isEmpty(paragraph)) paragraph.remove()
  return { html: body.innerHTML, files, lost }
}

/** Word's notes are plain text here: the places that their signs lead to do not exist. */
function mendLink(link: Element): void {
  const address = link.getAttribute('href') ?? ''
  if (/^#_(?:ftn|edn)/.test(address)) {
    const sign = document.createElement('sup')
    sign.textContent = link.textContent
    link.replaceWith(sign)
  } else link.setAttribute('href', targetOf(address))
}

/** Google Docs leads every link through its own address. */
function targetOf(address: string): string {
  const [, query] = /^https:\/\/www\.google\.com\/url\?(.*)$/.exec(address) ?? []
  return (query !== undefined && new URLSearchParams(query).get('q')) || address
}

function isEmpty(element: Element): boolean {
  return (element.textContent ?? '').trim() === '' && !element.querySelector('img,br,hr,iframe')
}

function takePictures(body: HTMLElement): { files: readonly File[]; lost: number } {
  const files: File[] = []
  let lost = 0
  for (const image of body.querySelectorAll('img')) {
    const src = image.getAttribute('src') ?? ''
    const [, type, data] = /^data:(image\/[\w.+-]+);base64,(.*)$/s.exec(src) ?? []
    if (type !== undefined && data !== undefined) {
      files.push(fileOf(type, data))
      image.remove()
    } else if (src === '' || isLocalAddress(src) || src.startsWith('data:')) {
      lost++
      image.remove()
    }
  }
  return { files, lost }
}

function fileOf(type: string, data: string): File {
  const bytes = Uint8Array.from(atob(data.replace(/\s+/g, '')), (letter) => letter.charCodeAt(0))
  return new File([bytes], `pasted.${type.slice(6).replace(/\W.*$/, '')}`, { type })
}

/** A line that begins with one of these is an item: Word writes lists as paragraphs. */
const BULLET = /^[\s\u00a0]*[·•▪◦o§\uf0b7\uf0a7\uf0d8–-][\s\u00a0]+/
const NUMBER = /^[\s\u00a0]*(?:\d+|[a-z]|[ivx]+)[.)、][\s\u00a0]+/i

function makeLists(body: HTMLElement): void {
  let lists: HTMLElement[] = []
  let name: string | undefined
  for (const paragraph of [...body.querySelectorAll<HTMLElement>('p')]) {
    const level = wordLevel(paragraph)
    if (level === 0) {
      lists = []
      continue
    }
    const nameHere = wordListOf(paragraph)
    const isFollowing = lists[0] !== undefined && previousOf(paragraph) === lists[0] && nameHere === name
    if (!isFollowing) lists = []
    name = nameHere
    const text = paragraph.textContent ?? ''
    const kind = NUMBER.test(text) && !BULLET.test(text) ? 'ol' : 'ul'
    cutMarker(paragraph)
    lists = lists.slice(0, level)
    // Numbers after bullets are another list.
    if (lists.length === level && lists.at(-1)?.localName !== kind) lists.pop()
    while (lists.length < level) {
      const list = document.createElement(kind)
      const parent = lists.at(-1)
      if (parent) (parent.lastElementChild ?? parent).append(list)
      else paragraph.before(list)
      lists.push(list)
    }
    const item = document.createElement('li')
    const inner = document.createElement('p')
    inner.append(...paragraph.childNodes)
    item.append(inner)
    lists.at(-1)?.append(item)
    paragraph.remove()
  }
}

const previousOf = (element: Element) => element.previousElementSibling

/** Word gives every list a name, and one that directly follows another has a different one. */
function wordListOf(paragraph: HTMLElement): string | undefined {
  const [, list, format] =
    /mso-list:\s*(l\d+)[^;]*?(lfo\d+)?(?:;|$)/.exec(paragraph.getAttribute('style') ?? '') ?? []
  return list === undefined ? undefined : `${list} ${format}`
}

function wordLevel(paragraph: HTMLElement): number {
  const [, level] = /mso-list:[^;]*level(\d)/.exec(paragraph.getAttribute('style') ?? '') ?? []
  if (level !== undefined) return Number(level)
  return /MsoListParagraph/.test(paragraph.className) && startsAsItem(paragraph.textContent ?? '') ? 1 : 0
}

const startsAsItem = (text: string) => BULLET.test(text) || NUMBER.test(text)

/** The sign may be in separate elements. */
function cutMarker(paragraph: HTMLElement): void {
  for (const ignored of paragraph.querySelectorAll<HTMLElement>('[style*="mso-list:Ignore" i]'))
    ignored.remove()
  const text = paragraph.textContent ?? ''
  const marker = (BULLET.exec(text) ?? NUMBER.exec(text))?.[0] ?? ''
  let left = marker.length
  const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT)
  while (left > 0) {
    const node = walker.nextNode()
    if (!(node instanceof Text)) break
    const cut = Math.min(left, node.data.length)
    node.data = node.data.slice(cut)
    left -= cut
  }
}

const KEPT = new Set([
  'href',
  'src',
  'alt',
  'colspan',
  'rowspan',
  'start',
  'width',
  'height',
  'allowfullscreen',
])

/** Styles with a meaning become elements. All other styles are removed. */
function simplify(element: HTMLElement): void {
  const isText = element.localName === 'span' || element.localName === 'font'
  const isPlainBold =
    (element.localName === 'b' || element.localName === 'strong') && element.style.fontWeight === 'normal'
  if (isText) for (const tag of meaningsOf(element.style)) wrapContent(element, tag)
  const language = /language-[\w-]+/.exec(element.className)?.[0]
  for (const { name } of [...element.attributes]) if (!KEPT.has(name)) element.removeAttribute(name)
  if (language !== undefined && element.localName === 'code') element.className = language
  if (isText || isPlainBold || element.localName === 'div' || element.localName.includes(':')) unwrap(element)
}

function meaningsOf(style: CSSStyleDeclaration): string[] {
  const { fontWeight, fontStyle, textDecorationLine, textDecoration, verticalAlign } = style
  const decoration = `${textDecorationLine} ${textDecoration}`
  return [
    ...(fontWeight === 'bold' || Number(fontWeight) >= 600 ? ['strong'] : []),
    ...(fontStyle === 'italic' ? ['em'] : []),
    ...(decoration.includes('line-through') ? ['s'] : []),
    ...(verticalAlign === 'super' ? ['sup'] : []),
    ...(verticalAlign === 'sub' ? ['sub'] : []),
  ]
}

function wrapContent(element: HTMLElement, tag: string): void {
  const inner = document.createElement(tag)
  inner.append(...element.childNodes)
  element.append(inner)
}

/** A div with text of its own becomes a paragraph. */
function unwrap(element: HTMLElement): void {
  const isParagraph =
    element.localName === 'div' &&
    [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
  if (isParagraph) {
    const paragraph = document.createElement('p')
    paragraph.append(...element.childNodes)
    element.replaceWith(paragraph)
  } else element.replaceWith(...element.childNodes)
}
