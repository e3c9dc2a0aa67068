import { type Extensions, getSchema } from '@tiptap/core'
import {
  DOMSerializer,
  type Node as ModelNode,
  DOMParser as ModelParser,
  type Schema,
} from '@tiptap/pm/model'
import { blocksOf } from '../../lib/blocks.ts'
import { ISLAND_MARK } from './island.ts'
import { keepsMarkup } from './kept-markup.ts'
import { putBoxes } from './task-list.ts'

const schemas = new WeakMap<Extensions, Schema>()

function schemaOf(extensions: Extensions): Schema {
  const known = schemas.get(extensions) ?? getSchema(extensions)
  schemas.set(extensions, known)
  return known
}

/** What the editor makes of a text, without showing it. */
function asEdited(extensions: Extensions, html: string): string {
  return htmlOf(parsed(schemaOf(extensions), html))
}

export function parsed(schema: Schema, html: string): ModelNode {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return ModelParser.fromSchema(schema).parse(body, { preserveWhitespace: false })
}

/** The same text, where every block that the editor would not keep completely becomes an island. */
export function withIslands(extensions: Extensions, html: string): string {
  if (html.trim() === '' || keepsMarkup(html, asEdited(extensions, html))) return html
  return blocksOf(html)
    .map((block) => (keepsMarkup(block, asEdited(extensions, block)) ? block : islandOf(block)))
    .join('')
}

function islandOf(html: string): string {
  const island = document.createElement('div')
  island.setAttribute(ISLAND_MARK, html)
  return island.outerHTML
}

const written = new WeakMap<ModelNode, string>()

/** The text as HTML. Nodes are immutable, so only changed ones are written again. */
export function htmlOf(doc: ModelNode): string {
  const serializer = DOMSerializer.fromSchema(doc.type.schema)
  const blocks: string[] = []
  doc.forEach((node) => {
    const known = written.get(node) ?? blockHtml(serializer, node)
    written.set(node, known)
    blocks.push(known)
  })
  while (blocks.at(-1) === '<p></p>') blocks.pop()
  return blocks.join('')
}

function blockHtml(serializer: DOMSerializer, node: ModelNode): string {
  if (node.type.name === 'island') return String(node.attrs.html)
  const holder = document.createElement('div')
  holder.append(serializer.serializeNode(node))
  for (const caption of holder.querySelectorAll('figcaption')) if (caption.innerHTML === '') caption.remove()
  putBoxes(holder)
  for (const island of holder.querySelectorAll(`div[${ISLAND_MARK}]`))
    island.outerHTML = island.getAttribute(ISLAND_MARK) ?? ''
  return holder.innerHTML
}
