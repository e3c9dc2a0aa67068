import { type ChildNode, type Element, isTag, isText } from 'domhandler'
import { isBlockName, openingOf, rawOf, type Tree, trimSpace } from './tree.ts'

/** `syntax`: inline elements are written in Markdown syntax where possible; `tags`: as HTML tags. */
export type Style = 'syntax' | 'tags'

export interface Writing {
  readonly tree: Tree
  readonly style: Style
  /** The footnotes of the document, by the id that references link to. */
  readonly notes: ReadonlyMap<string, string>
}

/** This cannot be expressed in Markdown. */
export class NotExpressible extends Error {}

/** The text of a paragraph, a heading or a cell. */
export function inlinesOf(nodes: readonly ChildNode[], writing: Writing, inCell = false): string {
  const written = inlineAll(nodes, writing, inCell)
    .replace(/[\t\f\r ]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
  const text = trimSpace(written)
  return (inCell ? guardedEdges(text) : text).split('\n').map(guardedStart).join('\n')
}

/** Readers of Markdown remove any space at the edges of a cell, also one that is text in HTML, such as U+3000. */
function guardedEdges(text: string): string {
  const start = text.length - text.trimStart().length
  const end = Math.max(start, text.trimEnd().length)
  return `${asReferences(text.slice(0, start))}${text.slice(start, end)}${asReferences(text.slice(end))}`
}

function asReferences(spaces: string): string {
  return spaces.replace(/[^\t\n\f\r ]/g, (space) => `&#x${space.charCodeAt(0).toString(16)};`)
}

function inlineAll(nodes: readonly ChildNode[], writing: Writing, inCell: boolean): string {
  return nodes.map((node) => inlineOne(node, writing, inCell)).join('')
}

function inlineOne(node: ChildNode, writing: Writing, inCell: boolean): string {
  if (isText(node)) return guarded(node.data.replace(/[\t\n\f\r ]+/g, ' '), inCell)
  if (!isTag(node)) return ''
  if (isBlockName(node.name)) throw new NotExpressible()
  const syntax = writing.style === 'syntax' ? inSyntax(node, writing, inCell) : undefined
  if (syntax !== undefined) return syntax
  if (node.name === 'br') return inCell ? '<br>' : '\\\n'
  if (node.name === 'img' || node.name === 'input' || node.name === 'wbr')
    return inLine(rawOf(writing.tree, node))
  if (['audio', 'video', 'picture', 'iframe', 'ruby', 'code'].includes(node.name))
    return inLine(rawOf(writing.tree, node))
  return `${inLine(openingOf(writing.tree, node))}${inlineAll(node.children, writing, inCell)}</${node.name}>`
}

/** A vertical bar would end a table cell, even inside a tag. */
function inLine(html: string): string {
  return html.replaceAll('|', '&#124;')
}

function inSyntax(node: Element, writing: Writing, inCell: boolean): string | undefined {
  const names = Object.keys(node.attribs)
  const inner = () => inlineAll(node.children, writing, inCell)
  switch (node.name) {
    case 'strong':
      return names.length === 0 ? `**${inner()}**` : undefined
    case 'em':
      return names.length === 0 ? `*${inner()}*` : undefined
    case 'del':
      return names.length === 0 ? `~~${inner()}~~` : undefined
    case 'code':
      return names.length === 0 ? code(node, inCell) : undefined
    case 'sup':
      return noteReference(node, writing)
    case 'a':
      return linked(node, ['href', 'title']) ? `[${inner()}](${target(node, 'href')})` : undefined
    case 'img':
      return linked(node, ['src', 'alt', 'title']) && node.attribs.alt !== undefined
        ? `![${guarded(node.attribs.alt, inCell)}](${target(node, 'src')})`
        : undefined
    default:
      return undefined
  }
}

function code({ children: [only, ...others] }: Element, inCell: boolean): string | undefined {
  if (!only || !isText(only) || others.length > 0 || /[\n\r]/.test(only.data)) return undefined
  if (inCell && only.data.includes('|')) return undefined
  const longest = Math.max(0, ...[...only.data.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const pad = losesItsEnds(only.data) ? ' ' : ''
  return `${fence}${pad}${only.data}${pad}${fence}`
}

/** Whether a fence would join its ends, or Markdown would remove the spaces there. */
function losesItsEnds(code: string): boolean {
  if (code.startsWith('`') || code.endsWith('`')) return true
  return code.startsWith(' ') && code.endsWith(' ') && /\S/.test(code)
}

function linked({ attribs }: Element, allowed: readonly string[]): boolean {
  const [first = ''] = allowed
  return attribs[first] !== undefined && Object.keys(attribs).every((name) => allowed.includes(name))
}

function target({ attribs }: Element, attribute: 'href' | 'src'): string {
  const address = attribs[attribute] ?? ''
  const plain = /^[^\s<>()\\|&*_`[\]]+$/.test(address)
  const where = plain ? address : `<${address.replace(/[\\<>|&*_`[\]]/g, '\\$&')}>`
  const title = attribs.title
  return title === undefined ? where : `${where} "${title.replace(/[\\"|&<]/g, '\\$&').replace(/\s+/g, ' ')}"`
}

function noteReference(node: Element, { notes }: Writing): string | undefined {
  const [link] = node.children
  if (node.attribs.class !== 'footnote-ref' || !link || !isTag(link)) return undefined
  const label = notes.get((link.attribs.href ?? '').slice(1))
  return label === undefined ? undefined : `[^${label}]`
}

const WORD = /[\p{L}\p{N}]/u

/** Escapes characters that Markdown could read as syntax. */
function guarded(text: string, inCell: boolean): string {
  return text.replace(/[\\`*_[\]<~&|!]/g, (sign, at: number) => {
    const [before, after] = [text[at - 1] ?? '', text[at + 1] ?? '']
    if (sign === '_' && WORD.test(before) && WORD.test(after)) return sign
    if (sign === '<' && !/[A-Za-z/!?]/.test(after)) return sign
    if (sign === '&' && !/[A-Za-z#]/.test(after)) return sign
    if (sign === '~' && before !== '~' && after !== '~' && after !== '' && before !== '') return sign
    if (sign === '|' && !inCell) return sign
    if (sign === '!' && after !== '[' && after !== '') return sign
    return `\\${sign}`
  })
}

/** Escapes what would begin a block at the start of a line. */
function guardedStart(line: string): string {
  return line
    .replace(/^(?=[>#+=-])/, '\\')
    .replace(/^(\d{1,9})([.)])/, '$1\\$2')
    .replace(/^:/, '\\:')
}
