import { type ChildNode, type Element, isTag, isText } from 'domhandler'
import { inlinesOf, NotExpressible, type Writing } from './inlines.ts'
import { isBlank, isBlock, rawOf } from './tree.ts'

/** An invisible comment that keeps two adjacent lists apart. */
const BETWEEN_LISTS = '<!-- -->'

/**
 * The blocks of a document, a quotation or a list item. Throws `NotExpressible` if one cannot be written in Markdown.
 */
export function blocksOf(nodes: readonly ChildNode[], writing: Writing): string {
  const blocks: string[] = []
  let last: Element | undefined
  for (const node of nodes) {
    if (isBlank(node)) continue
    if (!isBlock(node)) throw new NotExpressible()
    if (last && isList(last) && isList(node)) blocks.push(BETWEEN_LISTS)
    blocks.push(blockOf(node, writing))
    last = node
  }
  return blocks.join('\n\n')
}

const isList = ({ name }: Element) => name === 'ul' || name === 'ol'

export function blockOf(node: Element, writing: Writing): string {
  const names = Object.keys(node.attribs)
  const bare = names.length === 0
  if (bare && node.name === 'p') return inlinesOf(node.children, writing) || rawBlock(node, writing)
  if (bare && /^h[1-6]$/.test(node.name)) {
    const text = inlinesOf(node.children, writing)
    if (text.includes('\n')) throw new NotExpressible()
    return `${'#'.repeat(Number(node.name[1]))} ${guardedEnd(text)}`
  }
  if (bare && node.name === 'hr') return '---'
  if (bare && node.name === 'blockquote') return prefixed(blocksOf(node.children, writing), '> ', '> ')
  if (bare && node.name === 'pre') return codeBlock(node) ?? rawBlock(node, writing)
  if (isList(node) && names.every((name) => name === 'start' || name === 'data-type'))
    return list(node, writing)
  if (bare && node.name === 'table') return table(node, writing)
  return rawBlock(node, writing)
}

/** Signs at the end of a heading would count as its closing sequence. */
function guardedEnd(text: string): string {
  let end = text.length
  while (text[end - 1] === '#') end--
  return text.slice(0, end) + '\\#'.repeat(text.length - end)
}

const BEGINS_BLOCK =
  /^<(address|article|aside|blockquote|details|div|dl|figure|figcaption|footer|h[1-6]|header|hr|main|nav|ol|p|pre|section|table|ul)[\s>]/

/** HTML on one line. A comment before inline HTML makes it a block. */
export function rawBlock(node: ChildNode, { tree }: Writing): string {
  const html = rawOf(tree, node)
  return BEGINS_BLOCK.test(html) ? html : `<!-- -->${html}`
}

export function prefixed(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((line, index) =>
      line === '' && others.trim() === '' ? '' : `${index === 0 ? first : others}${line}`,
    )
    .join('\n')
}

function codeBlock({ children: [only, ...others] }: Element): string | undefined {
  if (!only || !isTag(only) || only.name !== 'code' || others.length > 0) return undefined
  const { class: className = '', ...attributes } = only.attribs
  const [, language = ''] = /^language-([\w+-]+)$/.exec(className) ?? []
  if (Object.keys(attributes).length > 0 || (className !== '' && language === '')) return undefined
  if (!only.children.every(isText)) return undefined
  const text = only.children.map((child) => (isText(child) ? child.data : '')).join('')
  const longest = Math.max(2, ...[...text.matchAll(/^ {0,3}(`+)/gm)].map(([, run = '']) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text.endsWith('\n') || text === '' ? text : `${text}\n`}${fence}`
}

function list(node: Element, writing: Writing): string {
  const items = node.children.filter((child) => !isBlank(child))
  const start = Number(node.attribs.start ?? 1)
  const loose = items.some(
    (item) => isTag(item) && item.children.some((child) => isTag(child) && child.name === 'p'),
  )
  const written = items.map((item, index) => {
    if (!isTag(item) || item.name !== 'li') throw new NotExpressible()
    const marker = node.name === 'ul' ? '- ' : `${start + index}. `
    const text = itemText(item, writing, loose)
    return text === '' ? marker.trimEnd() : prefixed(text, marker, ' '.repeat(marker.length))
  })
  return written.join(loose ? '\n\n' : '\n')
}

/** The text of a list item, followed by its blocks. */
function itemText(item: Element, writing: Writing, loose: boolean): string {
  const { 'data-checked': checked, ...others } = item.attribs
  if (Object.keys(others).length > 0) throw new NotExpressible()
  const { own, blocks } = partsOf(item, checked !== undefined)
  const text = inlinesOf(checked === undefined ? own : withoutBox(own), writing)
  const box = checked === undefined ? '' : `[${checked === 'true' ? 'x' : ' '}] `
  const parts = [text, blocksOf(blocks, writing)].filter((part) => part !== '')
  return `${box}${parts.join(loose ? '\n\n' : '\n')}`
}

/** In a list with blank lines the checkbox of a task is in the first paragraph. */
function partsOf({ children }: Element, isTask: boolean) {
  const firstBlock = children.findIndex(isBlock)
  if (firstBlock === -1) return { own: children, blocks: [] }
  const own = children.slice(0, firstBlock)
  const [first, ...others] = children.slice(firstBlock)
  const opens = isTask && own.every(isBlank) && first && isTag(first) && first.name === 'p'
  return opens ? { own: first.children, blocks: others } : { own, blocks: children.slice(firstBlock) }
}

function withoutBox([box, ...others]: readonly ChildNode[]): readonly ChildNode[] {
  if (!box || !isTag(box) || box.name !== 'input') throw new NotExpressible()
  return others
}

const MARKS: Readonly<Record<string, string>> = {
  '': '---',
  'text-align: left': ':--',
  'text-align: right': '--:',
  'text-align: center': ':-:',
}

function table(node: Element, writing: Writing): string {
  const rows = node.children
    .filter(isTag)
    .flatMap((part) =>
      part.name === 'thead' || part.name === 'tbody' ? part.children.filter(isTag) : [part],
    )
  const [head, ...body] = rows.map((row) => {
    if (row.name !== 'tr' || Object.keys(row.attribs).length > 0) throw new NotExpressible()
    return row.children.filter(isTag)
  })
  if (!head || head.some(({ name }) => name !== 'th')) throw new NotExpressible()
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const cellsOf = (cells: readonly Element[]) =>
    line(cells.map((cell) => inlinesOf(cell.children, writing, true)))
  const marks = head.map((cell) => {
    const mark = MARKS[cell.attribs.style ?? '']
    if (mark === undefined) throw new NotExpressible()
    return mark
  })
  return [cellsOf(head), line(marks), ...body.map(cellsOf)].join('\n')
}
