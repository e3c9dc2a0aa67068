export interface SvgElement {
  name: string
  attributes: Map<string, string>
  children: (SvgElement | string)[]
  /** The content of a style element. */
  text: string
  /** The ids that its attributes refer to. */
  targets: string[]
}

// Ten thousand uses of one symbol are normal in a map. A million are not.
const DRAWN_MAX = 500_000
// Deeper than any real drawing, but within the stack.
const CHAIN_MAX = 1_000

/**
 * How much there is to draw when every reference is followed: with ten levels of ten references each, a hundred lines
 * of text are ten thousand million shapes. Circular references never end.
 */
export function isTooComplex(root: SvgElement): boolean {
  const byId = new Map<string, SvgElement>()
  index(root, byId)
  const known = new Map<SvgElement, number>()
  const underway = new Set<SvgElement>()

  function drawn(element: SvgElement): number {
    const before = known.get(element)
    if (before !== undefined) return before
    if (underway.has(element) || underway.size > CHAIN_MAX) return Number.POSITIVE_INFINITY
    underway.add(element)
    let sum = 1
    for (const child of element.children) if (typeof child !== 'string') sum += drawn(child)
    for (const id of element.targets) {
      const target = byId.get(id)
      if (target) sum += drawn(target)
    }
    underway.delete(element)
    known.set(element, sum)
    return sum
  }
  return drawn(root) > DRAWN_MAX
}

function index(element: SvgElement, byId: Map<string, SvgElement>): void {
  const id = element.attributes.get('id')
  if (id !== undefined && !byId.has(id)) byId.set(id, element)
  for (const child of element.children) if (typeof child !== 'string') index(child, byId)
}

export function serialiseSvg(root: SvgElement): string {
  const parts: string[] = []
  write(root, parts, ' xmlns="http://www.w3.org/2000/svg"')
  return parts.join('')
}

function write(element: SvgElement, parts: string[], declaration: string): void {
  parts.push(`<${element.name}${declaration}`)
  for (const [name, value] of element.attributes) parts.push(` ${name}="${escapeValue(value)}"`)
  if (element.children.length === 0 && element.text === '') {
    parts.push('/>')
    return
  }
  parts.push('>', escapeText(element.text))
  for (const child of element.children) {
    if (typeof child === 'string') parts.push(escapeText(child))
    else write(child, parts, '')
  }
  parts.push(`</${element.name}>`)
}

function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}

function escapeValue(value: string): string {
  return escapeText(value)
    .replace(/"/g, '&quot;')
    .replace(/\r/g, '&#13;')
    .replace(/\n/g, '&#10;')
    .replace(/\t/g, '&#9;')
}
