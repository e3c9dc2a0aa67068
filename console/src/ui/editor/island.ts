import { Node } from '@tiptap/core'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { IslandView } from './island-view.tsx'

export const ISLAND_MARK = 'data-inkstone-island'

/** Markup that the editor does not know, kept unchanged. It shows its tag and can be edited as HTML. */
export const Island = Node.create({
  name: 'island',
  group: 'block',
  atom: true,
  isolating: true,
  draggable: true,
  priority: 1000,
  addAttributes() {
    return {
      html: { default: '', parseHTML: (element) => element.getAttribute(ISLAND_MARK) ?? '', rendered: false },
    }
  },
  parseHTML() {
    return [{ tag: `div[${ISLAND_MARK}]` }]
  },
  renderHTML({ node }) {
    return ['div', { [ISLAND_MARK]: node.attrs.html }]
  },
  addNodeView() {
    return ReactNodeViewRenderer(IslandView)
  },
})
