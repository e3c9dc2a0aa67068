import { Mark, Node } from '@tiptap/core'
import Image from '@tiptap/extension-image'
import { Table } from '@tiptap/extension-table'

const INLINE_TAGS =
  'sub sup mark ins kbd abbr q cite small var samp dfn time data bdi bdo ruby rt rp rb rtc'.split(' ')

/** Inline markup without a button: shown as the browser shows it, and kept. */
export const InlineTag = Mark.create({
  name: 'inlineTag',
  excludes: '',
  priority: 40,
  addAttributes() {
    return { tag: { default: 'span', parseHTML: (element) => element.localName, rendered: false } }
  },
  parseHTML() {
    return [
      ...INLINE_TAGS.map((tag) => ({ tag })),
      { tag: 'span', getAttrs: (element: HTMLElement) => (element.attributes.length > 0 ? {} : false) },
    ]
  },
  renderHTML({ mark, HTMLAttributes }) {
    return [mark.attrs.tag, HTMLAttributes, 0]
  },
})

const BOX_TAGS = 'div section aside article header footer nav main address'.split(' ')
const BLOCKS =
  'p h1 h2 h3 h4 h5 h6 ul ol blockquote pre table hr figure div section aside article header footer nav main address img'
const BLOCK_TAGS = new Set(BLOCKS.split(' '))

/** A part of a page with paragraphs of its own, such as an aside. One with loose text in it is kept as an island. */
export const Box = Node.create({
  name: 'box',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes() {
    return { tag: { default: 'div', parseHTML: (element) => element.localName, rendered: false } }
  },
  parseHTML() {
    return BOX_TAGS.map((tag) => ({
      tag,
      getAttrs: (element: HTMLElement) => (holdsBlocksOnly(element) ? {} : false),
    }))
  },
  renderHTML({ node, HTMLAttributes }) {
    return [node.attrs.tag, HTMLAttributes, 0]
  },
})

function holdsBlocksOnly(element: HTMLElement): boolean {
  const nodes = [...element.childNodes]
  return (
    element.children.length > 0 &&
    nodes.every((node) =>
      node instanceof Element ? BLOCK_TAGS.has(node.localName) : (node.textContent ?? '').trim() === '',
    )
  )
}

/** A picture within a line. A separate one is a block, with a caption. */
export const InlineImage = Image.extend({
  addAttributes() {
    return {
      src: { default: null },
      alt: { default: null },
      width: { default: null },
      height: { default: null },
    }
  },
}).configure({ inline: true })

/** Without the widths that the library writes into every table. */
export const PlainTable = Table.extend({
  renderHTML({ HTMLAttributes }) {
    return ['table', HTMLAttributes, ['tbody', 0]]
  },
  // A table with more columns than fit is scrolled sideways.
}).configure({ cellMinWidth: 80 })
