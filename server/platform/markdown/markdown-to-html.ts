import MarkdownIt from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import { trimSpaceEnd } from './tree.ts'

// markdown-it, because it is strict about CommonMark, has been maintained for ten years, and its token stream allows
// adding task lists. marked is smaller, but follows CommonMark loosely and has no footnotes.
const markdown = new MarkdownIt({ html: true, maxNesting: 60 }).use(footnotes).use((markdown) => {
  markdown.core.ruler.after('inline', 'task-lists', ({ tokens, Token }) => markTasks(tokens, Token))
  markdown.renderer.rules.s_open = () => '<del>'
  markdown.renderer.rules.s_close = () => '</del>'
})

/** CommonMark with tables, footnotes, task lists and ~~strikethrough~~. Raw HTML is kept, so clean the result. */
export function markdownToHtml(source: string): string {
  return trimSpaceEnd(markdown.render(source))
}

type Token = ReturnType<typeof markdown.parse>[number]
type TokenMaker = new (type: string, tag: string, nesting: 1 | 0 | -1) => Token

const BOX = /^\[([ xX])\][ \t]/

/** An item that begins with a checkbox becomes a task, and its list a task list. */
function markTasks(tokens: Token[], Token: TokenMaker): void {
  const lists: Token[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'bullet_list_open') lists.push(token)
    if (token.type === 'bullet_list_close') lists.pop()
    if (token.type !== 'inline' || tokens[index - 2]?.type !== 'list_item_open') continue
    const [, mark] = BOX.exec(token.content) ?? []
    const first = token.children?.[0]
    const list = lists.at(-1)
    const item = tokens[index - 2]
    if (mark === undefined || first?.type !== 'text' || !list || !item) continue
    first.content = first.content.replace(BOX, '')
    const box = new Token('html_inline', '', 0)
    const done = mark !== ' '
    box.content = `<input type="checkbox"${done ? ' checked' : ''} disabled> `
    token.children?.unshift(box)
    list.attrSet('data-type', 'taskList')
    item.attrSet('data-checked', String(done))
  }
}
