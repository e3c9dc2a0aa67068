import { type ChildNode, type Element, isTag } from 'domhandler'
import { cleanHtml } from '../html/clean.ts'
import { blockOf, blocksOf, prefixed, rawBlock } from './blocks.ts'
import { NotExpressible, type Style, type Writing } from './inlines.ts'
import { markdownToHtml } from './markdown-to-html.ts'
import { canonical, isBlock, rawOf, type Tree, treeOf, trimSpace } from './tree.ts'

/**
 * Converts clean HTML to Markdown that renders to the same HTML. The result is checked by rendering it: where
 * Markdown syntax gives something else, HTML tags are used, and blocks that cannot be expressed stay HTML.
 */
export function htmlToMarkdown(html: string): string {
  const tree = treeOf(html)
  const expected = canonical(html)
  const whole = attempt(() => documentOf(tree))
  if (whole !== undefined && rendered(whole) === expected) return whole
  const blockwise = blocksOneByOne(tree)
  return rendered(blockwise) === expected ? blockwise : `<!-- -->${rawOfAll(tree)}`
}

function rendered(markdown: string): string {
  const clean = cleanHtml(markdownToHtml(markdown))
  return typeof clean === 'string' ? '' : canonical(clean.html)
}

function attempt(write: () => string): string | undefined {
  try {
    return write()
  } catch (error) {
    if (error instanceof NotExpressible) return undefined
    throw error
  }
}

function rawOfAll(tree: Tree): string {
  return tree.document.children.map((node) => rawOf(tree, node)).join('')
}

const NO_NOTES = new Map<string, string>()

/** The whole document in Markdown syntax, including footnotes. */
function documentOf(tree: Tree): string {
  const { children } = tree.document
  const section = children.findLast((node) => isTag(node) && node.attribs.class === 'footnotes')
  const items = section && isTag(section) ? notesIn(section) : []
  const notes = new Map(items.map((item, index) => [item.attribs.id ?? '', String(index + 1)]))
  const writing: Writing = { tree, style: 'syntax', notes }
  const text = blocksOf(
    items.length === 0 ? children : children.filter((node) => node !== section && !isSeparator(node)),
    writing,
  )
  const definitions = items.map((item, index) => {
    const content = blocksOf(withoutBackLinks(item.children), writing)
    return prefixed(content, `[^${index + 1}]: `, '    ')
  })
  return [text, ...definitions].join('\n\n')
}

function notesIn(section: Element): Element[] {
  return section.children.filter(isTag).flatMap((list) => list.children.filter(isTag))
}

const isSeparator = (node: ChildNode) => isTag(node) && node.attribs.class === 'footnotes-sep'
const isBackLink = (node: ChildNode) => isTag(node) && node.attribs.class === 'footnote-backref'

/** Markdown adds the links back to the text automatically. */
function withoutBackLinks(blocks: readonly ChildNode[]): readonly ChildNode[] {
  for (const block of blocks)
    if (isTag(block)) block.children = block.children.filter((node) => !isBackLink(node))
  return blocks
}

/** Block by block, with as much Markdown as renders to the same HTML. */
function blocksOneByOne({ html }: Tree): string {
  const tree = treeOf(html)
  const written: string[] = []
  let inlines: ChildNode[] = []
  let afterList = false
  const flush = () => {
    const raw = inlines.map((node) => rawOf(tree, node)).join('')
    const text = trimSpace(raw.replace(/(?:&#10;|[\t\f ])+/g, ' '))
    if (text !== '') written.push(`<!-- -->${text}`)
    inlines = []
  }
  for (const node of tree.document.children) {
    if (!isBlock(node)) {
      inlines.push(node)
      continue
    }
    flush()
    const isList = node.name === 'ul' || node.name === 'ol'
    if (isList && afterList) written.push('<!-- -->')
    afterList = isList
    written.push(checkedBlock(tree, node))
  }
  flush()
  return written.join('\n\n')
}

function checkedBlock(tree: Tree, node: Element): string {
  const expected = canonical(tree.html.slice(node.startIndex ?? 0, (node.endIndex ?? -1) + 1))
  for (const style of ['syntax', 'tags'] satisfies Style[]) {
    const candidate = attempt(() => blockOf(node, { tree, style, notes: NO_NOTES }))
    if (candidate !== undefined && rendered(candidate) === expected) return candidate
  }
  return rawBlock(node, { tree, style: 'tags', notes: NO_NOTES })
}
