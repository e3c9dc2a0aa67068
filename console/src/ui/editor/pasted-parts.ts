const PARTS = 'div,section,article,header,footer,main,nav'
const BLOCKS = `${PARTS},p,h1,h2,h3,h4,h5,h6,ul,ol,li,table,blockquote,pre,figure,aside,address,hr,dl,details`
const LINES = 'p,h1,h2,h3,h4,h5,h6,pre,figcaption,summary'

/** The parts of a page have no meaning here. Text in them that is not in a paragraph becomes one. */
export function takeApart(body: HTMLElement): void {
  for (const part of [...body.querySelectorAll(PARTS)].reverse()) {
    if (!part.closest(LINES)) makeParagraphs(part)
    part.replaceWith(...part.childNodes)
  }
  if (body.querySelector(BLOCKS)) makeParagraphs(body)
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

/** Line breaks between blocks are no paragraph. */
function wrapLine(nodes: readonly ChildNode[]): void {
  const paragraph = document.createElement('p')
  if (nodes.some((node) => node.textContent?.trim())) {
    nodes[0]?.before(paragraph)
    paragraph.append(...nodes)
  } else for (const node of nodes) if (node instanceof HTMLBRElement) node.remove()
}
