/** The blocks of a text, each as its markup. Loose text between them counts as a block. */
export function blocksOf(html: string): readonly string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const blocks: string[] = []
  let loose = ''
  const flush = () => {
    if (loose.trim() !== '') blocks.push(`<p>${loose.trim()}</p>`)
    loose = ''
  }
  for (const node of body.childNodes) {
    if (node instanceof Element && !INLINE.has(node.localName)) {
      flush()
      blocks.push(node.outerHTML)
    } else if (node instanceof Element) loose += node.outerHTML
    else if (node instanceof Text) loose += escaped(node.data)
  }
  flush()
  return blocks
}

const INLINE = new Set(
  'a abbr b bdi bdo br cite code del dfn em i ins kbd mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
)

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** The readable text, line by line, with a sign for the kind of line. */
export function linesOf(html: string): readonly string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return linesIn(body).filter((line) => line.trim() !== '')
}

const SIGNS: Readonly<Record<string, string>> = {
  h1: '# ',
  h2: '## ',
  h3: '### ',
  h4: '#### ',
  h5: '##### ',
  h6: '###### ',
  li: '• ',
  figcaption: '↳ ',
}
const HOLDERS = new Set(
  'body ul ol table thead tbody tfoot blockquote figure div section article aside main header footer nav details dl'.split(
    ' ',
  ),
)

function linesIn(element: Element): string[] {
  const lines: string[] = []
  let loose = ''
  const flush = () => {
    lines.push(loose.replace(/\s+/g, ' ').trim())
    loose = ''
  }
  for (const node of element.childNodes) {
    if (node instanceof Text) loose += node.data
    if (!(node instanceof Element)) continue
    const within = inlineText(node)
    if (within !== undefined) loose += within
    else {
      flush()
      lines.push(...ownLines(node))
    }
  }
  flush()
  return lines
}

/** The sign of a block element. */
function ownLines(element: Element): readonly string[] {
  const name = element.localName
  if (name === 'br') return []
  if (name === 'pre') return (element.textContent ?? '').split('\n')
  if (name === 'tr') return [[...element.children].map((cell) => (cell.textContent ?? '').trim()).join(' | ')]
  if (HOLDERS.has(name)) return linesIn(element)
  const [first = '', ...more] = linesIn(element).filter((line) => line !== '')
  return [(SIGNS[name] ?? '') + first, ...more]
}

/** The sign of an inline element; undefined for others. */
function inlineText(element: Element): string | undefined {
  const name = element.localName
  if (name === 'img') return ` [${element.getAttribute('alt') || element.getAttribute('src') || 'img'}] `
  if (name === 'iframe' || name === 'video' || name === 'audio')
    return ` [${name}: ${element.getAttribute('src') ?? ''}] `
  if (name === 'br' || !INLINE.has(name)) return
  const text = linesIn(element).join(' ')
  const href = name === 'a' ? element.getAttribute('href') : null
  return href !== null && href !== text ? `${text} (${href})` : text
}
