const PARTS = 'div,section,article,header,footer,main,nav'
const BLOCKS = `${PARTS},p,h1,h2,h3,h4,h5,h6,ul,ol,li,table,blockquote,pre,figure,aside,address,hr,dl,details`
const LINES = 'p,h1,h2,h3,h4,h5,h6,pre,figure,summary'

/** The parts of a page have no meaning here. Text in them that is not in a paragraph becomes one. */
export function takeApart(body: HTMLElement): void {
  for (const part of [...body.querySelectorAll(PARTS)].reverse()) {
    if (!part.closest(LINES)) makeParagraphs(part)
    part.replaceWith(...part.childNodes)
  }
  if (body.querySelector(BLOCKS)) makeParagraphs(body)
  for (const paragraph of body.querySelectorAll('p:has(img)'))
    if (!paragraph.closest('li,td,th') && paragraph.textContent?.trim() === '')
      paragraph.replaceWith(...figuresOf(paragraph))
}

/** A picture on a line of its own is a block with a caption. */
function figuresOf(line: Element): HTMLElement[] {
  return [...line.querySelectorAll('img')].map((image) => {
    const figure = document.createElement('figure')
    const link = image.closest('a')
    figure.append(link?.querySelectorAll('img').length === 1 ? link : image)
    return figure
  })
}

function makeParagraphs(part: Element): void {
  let line: ChildNode[] = []
  for (const node of [...part.childNodes, undefined]) {
    if (node && !isBlock(node)) line.push(node)
    else {
      wrapLine(line)
      line = []
    }
  }
}

const isBlock = (node: Node) =>
  node instanceof Element && (node.matches(BLOCKS) || node.querySelector(BLOCKS) !== null)

const isPicture = (node: Node) =>
  node instanceof Element && (node.matches('img') || node.querySelector('img') !== null)

/** Line breaks between blocks are no paragraph. */
function wrapLine(nodes: readonly ChildNode[]): void {
  const paragraph = document.createElement('p')
  if (nodes.some((node) => node.textContent?.trim() || isPicture(node))) {
    nodes[0]?.before(paragraph)
    paragraph.append(...nodes)
  } else for (const node of nodes) if (node instanceof HTMLBRElement) node.remove()
}
