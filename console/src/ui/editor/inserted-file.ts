import type { MediaType } from '@inkstone/contract/media.ts'
import type { Node as ModelNode } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { sizeText } from '../../lib/sizes.ts'

/** A file that is put into a text. */
export interface InsertedFile {
  readonly url: string
  readonly type: MediaType
  /** Its title, or the name that it was uploaded with. */
  readonly name: string
  readonly sizeBytes: number
  readonly alt: string
  readonly width?: number | null
  readonly height?: number | null
}

/** A picture or a player stands between paragraphs, and a link to any other file in the line. */
export function insertFile(tr: Transaction, at: number, file: InsertedFile): void {
  const block = blockOf(tr.doc, file)
  if (block) tr.insert(blockPlace(tr.doc, at), block)
  else insertLink(tr, at, file)
}

function blockOf({ type: { schema } }: ModelNode, file: InsertedFile): ModelNode | undefined {
  const { url, type, alt, width, height } = file
  if (type === 'image')
    return schema.nodes.picture?.create({
      src: url,
      alt,
      width: width ? String(width) : null,
      height: height ? String(height) : null,
    })
  // An island plays it, and keeps its markup.
  if (type === 'audio' || type === 'video') return schema.nodes.island?.create({ html: playerOf(type, file) })
  return undefined
}

function playerOf(tag: 'audio' | 'video', { url, name }: InsertedFile): string {
  const player = document.createElement(tag)
  player.setAttribute('controls', '')
  player.setAttribute('title', name)
  player.setAttribute('src', url)
  return player.outerHTML
}

/** `Report.pdf (1.2 MB)` */
export function linkText({ name, sizeBytes }: Pick<InsertedFile, 'name' | 'sizeBytes'>): string {
  return `${name} (${sizeText(sizeBytes)})`
}

function insertLink(tr: Transaction, at: number, file: InsertedFile): void {
  const { schema } = tr.doc.type
  const { link } = schema.marks
  const { paragraph } = schema.nodes
  if (!link || !paragraph) return
  const linked = schema.text(linkText(file), [link.create({ href: file.url })])
  const $at = tr.doc.resolve(at)
  if (!$at.parent.inlineContent || !$at.parent.type.allowsMarkType(link)) {
    tr.insert(blockPlace(tr.doc, at), paragraph.create(null, linked))
    return
  }
  const before = $at.parent.textBetween(0, $at.parentOffset, ' ', ' ')
  const content = needsSpace(before) ? [schema.text(' '), linked] : [linked]
  tr.insert(at, content)
  const end = at + content.reduce((sum, { nodeSize }) => sum + nodeSize, 0)
  // What is typed next does not belong to the link.
  if (tr.selection.empty && tr.selection.from === end) tr.removeStoredMark(link)
}

/** After a word, or another link. Chinese is written without spaces. */
export function needsSpace(before: string): boolean {
  return /[\p{Script=Latin}\p{N}.,;:!?)]$/u.test(before)
}

/** Between paragraphs, not within one. An empty one stays below, for the text that follows. */
function blockPlace(doc: ModelNode, at: number): number {
  const $at = doc.resolve(at)
  if ($at.depth === 0) return at
  const isAtStart = $at.parentOffset === 0 && ($at.depth === 1 || $at.parent.content.size > 0)
  return isAtStart ? $at.before(1) : $at.after(1)
}
