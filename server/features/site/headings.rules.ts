import { checkValue } from '../../platform/html/attribute-values.ts'
import { plainText } from '../../platform/search/plain-text.ts'

export interface Heading {
  readonly level: number
  readonly id: string
  readonly title: string
}

const HEADING = /<(h[1-6])((?: [^<>]*)?)>([\s\S]*?)<\/\1>/g
/** Ids of the built-in templates. */
const OF_THE_PAGE = ['main', 'related', 'comments', 'comments-title', 'write']

/**
 * Gives headings an id made of their text in the way of GitHub, so that links such as `#first-steps` in texts from
 * Markdown lead to them.
 */
export function withHeadingIds(html: string): string {
  if (!/<h[1-6][ >]/.test(html)) return html
  const taken = new Set([...OF_THE_PAGE, ...[...html.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id)])
  const next = new Map<string, number>()
  return html.replace(HEADING, (whole, name: string, attributes: string, inner: string) => {
    if (attributes.includes(' id="')) return whole
    const id = freeId(idFrom(inner), taken, next)
    if (id === undefined) return whole
    taken.add(id)
    return `<${name} id="${id}"${attributes}>${inner}</${name}>`
  })
}

/** The headings that can be linked to, for a table of contents. */
export function headingsIn(html: string): Heading[] {
  if (!/<h[1-6] /.test(html)) return []
  const found = [...html.matchAll(HEADING)].flatMap(([, name = '', attributes = '', inner = '']) => {
    const id = / id="([^"]*)"/.exec(attributes)?.[1]
    const title = plainText(inner)
    return id === undefined || title === '' ? [] : [{ level: Number(name.slice(1)), id, title }]
  })
  // A part of a string keeps all of it in memory.
  return JSON.parse(JSON.stringify(found))
}

function idFrom(html: string): string {
  return plainText(html)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')
}

/** `setup`, then `setup-1`, `setup-2`…; undefined if no valid id can be made of it. */
function freeId(base: string, taken: ReadonlySet<string>, next: Map<string, number>): string | undefined {
  if (isValid(base) && !taken.has(base)) return base
  let number = next.get(base) ?? 1
  while (taken.has(`${base}-${number}`)) number++
  next.set(base, number + 1)
  const id = `${base}-${number}`
  return isValid(id) ? id : undefined
}

function isValid(id: string): boolean {
  return checkValue('id', id).value === id && !/^comment-\d+$/.test(id)
}
