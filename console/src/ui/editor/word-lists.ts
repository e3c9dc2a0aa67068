/** A line that begins with one of these is an item: Word writes lists as paragraphs. */
const BULLET = /^[\s\u00a0]*[·•▪◦o§\uf0b7\uf0a7\uf0d8–-][\s\u00a0]+/
const NUMBER =
  /^[\s\u00a0]*(?:[(（]?(?:\d+|[a-z]|[ivx]+|[一二三四五六七八九十]+)(?:[.)][\s\u00a0]+|[、）．][\s\u00a0]*)|[①-⑳][\s\u00a0]*)/i

/** Lists of Word, which are paragraphs with their signs as text. */
export function makeLists(body: HTMLElement): void {
  let lists: HTMLElement[] = []
  let name: string | undefined
  for (const paragraph of [...body.querySelectorAll<HTMLElement>('p')]) {
    const level = wordLevel(paragraph)
    if (level === 0) {
      lists = []
      continue
    }
    const nameHere = wordListOf(paragraph)
    if (paragraph.previousElementSibling !== lists[0] || nameHere !== name) lists = []
    name = nameHere
    const text = paragraph.textContent ?? ''
    const kind = NUMBER.test(text) ? 'ol' : 'ul'
    cutMarker(paragraph)
    lists = lists.slice(0, level)
    // Numbers after bullets are another list.
    if (lists.length === level && lists.at(-1)?.localName !== kind) lists.pop()
    while (lists.length < level) {
      const list = newList(kind, startOf(text))
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

/** A list goes on after a paragraph between its items. */
function newList(kind: 'ol' | 'ul', start: number): HTMLElement {
  const list = document.createElement(kind)
  if (start > 1) list.setAttribute('start', String(start))
  return list
}

const NUMERALS = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十']

function startOf(text: string): number {
  const number = /\d+|[一二三四五六七八九十]+/.exec(NUMBER.exec(text)?.[0] ?? '')?.[0] ?? ''
  return Number(number) || NUMERALS.indexOf(number)
}

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

/** The sign may be in separate elements. If it is marked, the rest is the text, whatever it begins with. */
function cutMarker(paragraph: HTMLElement): void {
  const signs = paragraph.querySelectorAll('[style*="mso-list:Ignore" i]')
  for (const sign of signs) sign.remove()
  if (signs.length > 0) return
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
