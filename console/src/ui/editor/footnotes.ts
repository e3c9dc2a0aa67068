import { mergeAttributes, Node } from '@tiptap/core'
import { type EditorState, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    footnotes: {
      /** Inserts a footnote sign at the cursor, and a note with the same number at the end. */
      addFootnote: () => ReturnType
    }
  }
}

/** The sign in the text: `<sup class="footnote-ref"><a href="#fn1" id="fnref1">[1]</a></sup>`. */
export const FootnoteSign = Node.create({
  name: 'footnoteSign',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes() {
    return { number: { default: 1, rendered: false } }
  },
  parseHTML() {
    return [
      {
        tag: 'sup.footnote-ref',
        priority: 80,
        getAttrs: (sign: HTMLElement) => {
          const link = sign.querySelector('a')
          const number = Number(/^#fn-?(\d+)$/.exec(link?.getAttribute('href') ?? '')?.[1])
          return number > 0 && sign.children.length === 1 ? { number } : false
        },
      },
    ]
  },
  renderHTML({ node, HTMLAttributes }) {
    const { number } = node.attrs
    const link = { href: `#fn${number}`, id: `fnref${number}` }
    return ['sup', mergeAttributes(HTMLAttributes, { class: 'footnote-ref' }), ['a', link, `[${number}]`]]
  },
  addCommands() {
    return {
      addFootnote:
        () =>
        ({ state, tr, dispatch }) => {
          const { footnoteSign, footnotes, footnote, paragraph } = state.schema.nodes
          if (!footnoteSign || !footnotes || !footnote || !paragraph) return false
          let most = 0
          tr.doc.descendants((node) => {
            if (node.type === footnoteSign || node.type === footnote) most = Math.max(most, node.attrs.number)
          })
          const number = most + 1
          if (!dispatch) return true
          tr.insert(tr.selection.to, footnoteSign.create({ number }))
          const link = state.schema.marks.link?.create({
            href: `#fnref${number}`,
            kept: { class: 'footnote-backref' },
          })
          const back = state.schema.text('\u21a9\ufe0e', link ? [link] : [])
          const note = footnote.create({ number }, paragraph.create(null, [state.schema.text(' '), back]))
          let list: number | undefined
          tr.doc.forEach((node, at) => {
            if (node.type === footnotes) list = at + node.nodeSize - 1
          })
          // The list, its item and its paragraph each begin with one position.
          const at = list ?? tr.doc.content.size + 1
          if (list === undefined) tr.insert(tr.doc.content.size, footnotes.create(null, note))
          else tr.insert(list, note)
          // What is typed next is the note.
          tr.setSelection(TextSelection.create(tr.doc, at + 2)).scrollIntoView()
          return true
        },
    }
  },
})

/** The notes at the end: `<section class="footnotes"><ol class="footnotes-list"><li id="fn1" class="footnote-item">…`. */
export const Footnotes = Node.create({
  name: 'footnotes',
  group: 'block',
  content: 'footnote+',
  isolating: true,
  parseHTML() {
    return [
      {
        tag: 'section.footnotes',
        priority: 80,
        contentElement: (section: globalThis.Node) =>
          (section instanceof HTMLElement ? section.querySelector('ol') : null) ??
          document.createElement('ol'),
      },
    ]
  },
  renderHTML() {
    return ['section', { class: 'footnotes' }, ['ol', { class: 'footnotes-list' }, 0]]
  },
  addProseMirrorPlugins() {
    const appendTransaction = (done: readonly Transaction[], _: EditorState, state: EditorState) =>
      done.some(({ docChanged }) => docChanged) ? withNotesLast(state) : null
    return [new Plugin({ appendTransaction })]
  },
})

/** Moves the notes to the end of the text, and the cursor with them if it is there. */
function withNotesLast(state: EditorState): Transaction | null {
  const { doc, tr, selection } = state
  const lists: Array<{ at: number; end: number }> = []
  doc.forEach((node, at) => {
    if (node.type.name === 'footnotes') lists.push({ at, end: at + node.nodeSize })
  })
  const [notes, ...more] = lists
  if (!notes || more.length > 0 || notes.end === doc.content.size) return null
  const moved = doc.slice(notes.at, notes.end).content
  tr.delete(notes.at, notes.end)
  const to = tr.doc.content.size
  tr.insert(to, moved)
  if (selection.from < notes.at || selection.to > notes.end) return tr
  const shift = to - notes.at
  return tr.setSelection(TextSelection.create(tr.doc, selection.anchor + shift, selection.head + shift))
}

export const Footnote = Node.create({
  name: 'footnote',
  content: 'block+',
  defining: true,
  addAttributes() {
    return { number: { default: 1, rendered: false } }
  },
  parseHTML() {
    return [
      {
        tag: 'section.footnotes li[id]',
        priority: 80,
        getAttrs: (item: HTMLElement) => ({ number: Number(/(\d+)$/.exec(item.id)?.[1] ?? 1) }),
      },
    ]
  },
  renderHTML({ node }) {
    return ['li', { id: `fn${node.attrs.number}`, class: 'footnote-item' }, 0]
  },
})
