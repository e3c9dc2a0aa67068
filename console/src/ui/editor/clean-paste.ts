import { isLocalAddress } from './addresses.ts'
import { makeCodeBlocks } from './code-pasting.ts'
import { mendLists } from './document-lists.ts'
import { takeApart } from './pasted-parts.ts'
import { makeLists } from './word-lists.ts'

export interface CleanPaste {
  readonly html: string
  /** Pictures pasted with their data, to be uploaded. */
  readonly files: readonly File[]
  /** Pictures on the user's own computer, which cannot be read. */
  readonly lost: number
}

/** Cleans what Word, Google Docs, Feishu, Yuque, Notion and web pages put on the clipboard. */
export function cleanPaste(html: string): CleanPaste {
  const { body } = new DOMParser().parseFromString(html.replace(/<!\[(?:if|endif)[^>]*>/g, ''), 'text/html')
  for (const element of body.querySelectorAll('style,script,meta,link,title,o\\:p,xml,colgroup,button'))
    element.remove()
  mendLists(body)
  for (const quote of body.querySelectorAll('.ne-quote')) wrapContent(quote, 'blockquote')
  const { files, lost } = takePictures(body)
  for (const link of body.querySelectorAll('a[href]')) mendLink(link)
  makeCodeBlocks(body)
  makeLists(body)
  for (const element of [...body.querySelectorAll<HTMLElement>('*')]) simplify(element)
  takeApart(body)
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
  return (element.textContent ?? '').trim() === '' && !element.querySelector('img,hr,iframe')
}

function takePictures(body: HTMLElement): { files: readonly File[]; lost: number } {
  const files: File[] = []
  let lost = 0
  for (const image of body.querySelectorAll('img')) {
    const src = addressOf(image)
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

/** Pages that load pictures late, such as those of WeChat, have a placeholder until then. */
function addressOf(image: HTMLImageElement): string {
  const src = image.getAttribute('src') ?? ''
  const late = image.getAttribute('data-src') ?? ''
  if (!/^https?:/.test(late) || /^https?:/.test(src)) return src
  image.setAttribute('src', late)
  return late
}

function fileOf(type: string, data: string): File {
  const bytes = Uint8Array.from(atob(data.replace(/\s+/g, '')), (letter) => letter.charCodeAt(0))
  return new File([bytes], `pasted.${type.slice(6).replace(/\W.*$/, '')}`, { type })
}

const KEPT = new Set(['href', 'src', 'alt', 'colspan', 'rowspan', 'start', 'allowfullscreen'])
const SIZES = new Set(['width', 'height'])

/** Styles with a meaning become elements. All other styles are removed. */
function simplify(element: HTMLElement): void {
  const isText = element.localName === 'span' || element.localName === 'font'
  const isPlainBold =
    (element.localName === 'b' || element.localName === 'strong') && element.style.fontWeight === 'normal'
  if (isText) for (const tag of meaningsOf(element.style)) wrapContent(element, tag)
  const language = /language-[\w-]+/.exec(element.className)?.[0].toLowerCase()
  const isSized = element.localName === 'img' || element.localName === 'iframe'
  for (const { name } of [...element.attributes])
    if (!KEPT.has(name) && !(isSized && SIZES.has(name)) && !isOfTask(element, name))
      element.removeAttribute(name)
  if (language !== undefined && element.localName === 'code') element.className = language
  if (isText || isPlainBold || element.localName.includes(':')) element.replaceWith(...element.childNodes)
}

function isOfTask(element: HTMLElement, name: string): boolean {
  return (
    (name === 'data-type' && element.dataset.type === 'taskList') ||
    (name === 'data-checked' && element.parentElement?.dataset.type === 'taskList')
  )
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

function wrapContent(element: Element, tag: string): void {
  const inner = document.createElement(tag)
  inner.append(...element.childNodes)
  element.append(inner)
}
