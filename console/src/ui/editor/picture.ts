import { mergeAttributes, Node } from '@tiptap/core'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { addLineBelowPicture } from './below-picture.ts'
import { otherAttributes } from './kept-attributes.ts'
import { PictureView } from './picture-view.tsx'

interface PictureAttributes {
  readonly src: string
  readonly alt: string
  readonly width: string | null
  readonly height: string | null
  readonly href: string | null
  /** Without a figure around it, as long as it has neither caption nor link. */
  readonly bare: boolean
  readonly kept: Readonly<Record<string, string>> | null
  readonly keptImage: Readonly<Record<string, string>> | null
  readonly keptLink: Readonly<Record<string, string>> | null
}

/** A picture as a block. Its content is the caption. */
export const Picture = Node.create({
  name: 'picture',
  group: 'block',
  content: 'inline*',
  draggable: true,
  isolating: true,
  addAttributes() {
    const plain = { default: null, rendered: false }
    return {
      src: { default: '', rendered: false },
      alt: { default: '', rendered: false },
      width: plain,
      height: plain,
      href: plain,
      bare: { default: false, rendered: false },
      kept: plain,
      keptImage: plain,
      keptLink: plain,
    }
  },
  parseHTML() {
    return [
      { tag: 'figure', getAttrs: attributesOfFigure, contentElement: captionOf, priority: 60 },
      {
        tag: 'img[src]',
        context: 'doc/|box/|blockquote/|listItem/|tableCell/|gallery/',
        getAttrs: (image: HTMLElement) => ({ ...attributesOfImage(image), bare: true }),
        priority: 60,
      },
    ]
  },
  renderHTML({ node }) {
    const { src, alt, width, height, href, bare, kept, keptImage, keptLink } = node.attrs as PictureAttributes
    const image = [
      'img',
      mergeAttributes({ src, alt, ...(width && { width }), ...(height && { height }) }, keptImage ?? {}),
    ] as const
    if (bare && !href && node.childCount === 0) return image
    const shown = href ? (['a', { href, ...keptLink }, image] as const) : image
    return ['figure', kept ?? {}, shown, ['figcaption', 0]]
  },
  addKeyboardShortcuts() {
    return { Enter: () => this.editor.commands.command(({ tr }) => addLineBelowPicture(tr)) }
  },
  addNodeView() {
    return ReactNodeViewRenderer(PictureView)
  },
})

const isBlank = (node: ChildNode) => !(node instanceof Element) && (node.textContent ?? '').trim() === ''

/** One picture, with or without a link and a caption, and nothing else. */
function attributesOfFigure(figure: HTMLElement): Partial<PictureAttributes> | false {
  const [first, caption, ...others] = [...figure.childNodes].filter((node) => !isBlank(node))
  if (!(first instanceof HTMLElement) || others.length > 0) return false
  if (caption && !(caption instanceof HTMLElement && caption.localName === 'figcaption')) return false
  if (
    caption instanceof Element &&
    (caption.attributes.length > 0 || caption.querySelector('p,ul,ol,div,figure'))
  )
    return false
  const kept = otherAttributes(figure)
  if (first.localName === 'img') return { ...attributesOfImage(first), kept, bare: false }
  const [image, ...beside] = [...first.childNodes].filter((node) => !isBlank(node))
  if (
    first.localName !== 'a' ||
    !(image instanceof HTMLElement) ||
    image.localName !== 'img' ||
    beside.length > 0
  )
    return false
  const { href = '', ...keptLink } = Object.fromEntries(
    [...first.attributes].map(({ name, value }) => [name, value]),
  )
  return { ...attributesOfImage(image), href, keptLink, kept, bare: false }
}

function attributesOfImage(image: HTMLElement) {
  return {
    src: image.getAttribute('src') ?? '',
    alt: image.getAttribute('alt') ?? '',
    width: image.getAttribute('width'),
    height: image.getAttribute('height'),
    keptImage: otherAttributes(image),
  }
}

function captionOf(element: globalThis.Node): HTMLElement {
  const caption = element instanceof HTMLElement ? element.querySelector('figcaption') : null
  return caption ?? document.createElement('figcaption')
}
