import { Node } from '@tiptap/core'
import { otherAttributes } from './kept-attributes.ts'

/** Several pictures side by side: `<div class="gallery">` of figures. */
export const Gallery = Node.create({
  name: 'gallery',
  group: 'block',
  content: 'picture+',
  isolating: true,
  // Text that is typed between pictures would become a picture without an address.
  allowGapCursor: false,
  addAttributes() {
    return { kept: { default: null, parseHTML: otherAttributes, rendered: false } }
  },
  parseHTML() {
    return [
      {
        tag: 'div.gallery',
        priority: 70,
        getAttrs: (element: HTMLElement) =>
          element.children.length > 0 &&
          [...element.children].every(({ localName }) => localName === 'figure' || localName === 'img')
            ? {}
            : false,
      },
    ]
  },
  renderHTML({ node }) {
    return ['div', { class: 'gallery', ...(node.attrs.kept ?? {}) }, 0]
  },
})
