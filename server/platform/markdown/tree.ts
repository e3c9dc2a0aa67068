import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler'
import { parseDocument } from 'htmlparser2'

/** A parsed clean document, with the position of each node. */
export interface Tree {
  readonly html: string
  readonly document: Document
}

export function treeOf(html: string): Tree {
  return { html, document: parseDocument(html, { withStartIndices: true, withEndIndices: true }) }
}

/** The node's source on one line: a blank line would end an HTML block. */
export function rawOf({ html }: Tree, node: ChildNode): string {
  return onOneLine(html.slice(node.startIndex ?? 0, (node.endIndex ?? -1) + 1))
}

/** Only the opening tag. */
export function openingOf({ html }: Tree, { startIndex }: Element): string {
  const start = startIndex ?? 0
  return onOneLine(html.slice(start, html.indexOf('>', start) + 1))
}

function onOneLine(html: string): string {
  return html.replace(/\r?\n|\r/g, '&#10;')
}

const BLOCKS = new Set(
  (
    'address article aside blockquote caption col colgroup dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 ' +
    'h6 header hgroup hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
)

export function isBlock(node: ChildNode): node is Element {
  return isTag(node) && isBlockName(node.name)
}

export function isBlockName(name: string): boolean {
  return BLOCKS.has(name)
}

export function isBlank(node: ChildNode): boolean {
  return isText(node) && !/[^\t\n\f\r ]/.test(node.data)
}

/** Without white space of HTML at the edges. Other spaces, such as U+3000, are text. */
export function trimSpace(text: string): string {
  return trimSpaceStart(trimSpaceEnd(text))
}

function trimSpaceStart(text: string): string {
  let start = 0
  while (SPACE.has(text[start] ?? '')) start++
  return text.slice(start)
}

export function trimSpaceEnd(text: string): string {
  let end = text.length
  while (SPACE.has(text[end - 1] ?? '')) end--
  return text.slice(0, end)
}

const SPACE = new Set('\t\n\f\r ')

/** A form for comparison: white space between blocks and at their ends has no meaning. */
export function canonical(html: string): string {
  return trimSpace(written(treeOf(html).document.children, false))
}

function written(nodes: readonly ChildNode[], inPre: boolean): string {
  // A list of parts: trimming one long text for each block would copy all of it each time.
  const parts: string[] = []
  let atEdge = false
  for (const node of nodes) {
    if (isTag(node)) writeElement(parts, node, inPre)
    else if (isText(node) && inPre) parts.push(escaped(node.data))
    else if (isText(node)) parts.push(escaped(collapsed(node.data, atEdge)))
    if (!isText(node) || !isBlank(node))
      atEdge = isTag(node) && (isBlockName(node.name) || node.name === 'br')
  }
  return parts.join('')
}

function trimEnd(parts: string[]): void {
  for (let last = parts.pop(); last !== undefined; last = parts.pop()) {
    const trimmed = trimSpaceEnd(last)
    if (trimmed === '') continue
    parts.push(trimmed)
    return
  }
}

/** Collapses white space, and removes it after a block or a line break. */
function collapsed(text: string, atEdge: boolean): string {
  const one = text.replace(/[\t\n\f\r ]+/g, ' ')
  return atEdge ? trimSpaceStart(one) : one
}

function writeElement(parts: string[], node: Element, inPre: boolean): void {
  const attributes = Object.entries(node.attribs)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('')
  const pre = inPre || node.name === 'pre'
  const inner = written(node.children, pre)
  const tag = `<${node.name}${attributes}>`
  const end = `</${node.name}>`
  if (pre) parts.push(tag, node.name === 'code' ? inner.replace(/\n$/, '') : inner, end)
  else if (isBlockName(node.name)) {
    trimEnd(parts)
    parts.push(tag, trimSpace(inner), end)
  } else if (node.name === 'br') {
    trimEnd(parts)
    parts.push(tag)
  } else parts.push(tag, inner, end)
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
