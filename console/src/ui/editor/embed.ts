import { EMBED_SANDBOX, embedOf } from '@inkstone/contract/embeds.ts'
import { Node } from '@tiptap/core'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { EmbedView } from './embed-view.tsx'

const attributesOf = (element: Element) =>
  Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]))

/** A player of a known provider. Other frames are islands, and the server reports that it removes them. */
export const EmbedNode = Node.create({
  name: 'embed',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes() {
    return { frame: { default: {}, parseHTML: attributesOf, rendered: false } }
  },
  parseHTML() {
    return [
      {
        tag: 'iframe[src]',
        getAttrs: (frame: HTMLElement) => (embedOf(frame.getAttribute('src') ?? '') ? {} : false),
      },
    ]
  },
  renderHTML({ node }) {
    return ['iframe', node.attrs.frame]
  },
  addNodeView() {
    return ReactNodeViewRenderer(EmbedView)
  },
})

/** As the server writes it. */
export function frameOf(src: string, title: string) {
  return { src, title, width: '560', height: '315', sandbox: EMBED_SANDBOX, allowfullscreen: '' }
}
