/** Elements that are lines of code without a line break between them. WeChat writes a `<code>` for each. */
const LINES = 'div,p,li,tr,section,code:has(~ code),code ~ code'

/** Every code becomes one text with its lines and spaces, whatever elements they were written with. */
export function makeCodeBlocks(body: HTMLElement): void {
  for (const numbers of body.querySelectorAll('.code-snippet__line-index')) numbers.remove()
  for (const block of body.querySelectorAll<HTMLElement>('div[style*="white-space"]'))
    if (block.style.whiteSpace === 'pre' && !block.closest('pre') && block.querySelector('div,br'))
      asPre(block)
  for (const pre of body.querySelectorAll('pre')) {
    const code = document.createElement('code')
    code.className = /language-[\w-]+/.exec(`${pre.className} ${pre.firstElementChild?.className}`)?.[0] ?? ''
    code.textContent = textOf(pre)
    pre.replaceChildren(code)
  }
}

/** Code editors write their lines as elements of a block in which spaces count. */
function asPre(block: HTMLElement): void {
  const pre = document.createElement('pre')
  pre.append(...block.childNodes)
  block.replaceWith(pre)
}

function textOf(pre: HTMLElement): string {
  const lines = pre.textContent?.includes('\n')
    ? []
    : [...pre.querySelectorAll(LINES)].filter((line) => !line.querySelector(LINES))
  for (const lineBreak of pre.querySelectorAll('br')) {
    const isEmptyLine = lines.some((line) => line.contains(lineBreak) && line.textContent === '')
    lineBreak.replaceWith(isEmptyLine ? '' : '\n')
  }
  for (const line of lines) line.append('\n')
  return (pre.textContent ?? '').replaceAll('\u00a0', ' ').replace(/\n$/, '')
}

/** What a code editor says that it has copied, such as `python`. */
export function languageOf(data: DataTransfer): string | undefined {
  return /"mode":\s*"([^"]*)"/.exec(data.getData('vscode-editor-data'))?.[1]
}
