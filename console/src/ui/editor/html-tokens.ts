export interface Token {
  readonly kind: 'text' | 'tag' | 'name' | 'value' | 'comment' | 'entity'
  readonly text: string
}

const TAG_PARTS = /("[^"]*"?|'[^']*'?)|([^\s=>"'/]+)|(\/?>|=|\/|\s+)/gy

/** HTML in coloured tokens, which together are the text itself. One pass over any input. */
export function tokensOfHtml(html: string): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  const push = (kind: Token['kind'], text: string) => {
    if (text !== '') tokens.push({ kind, text })
    at += text.length
  }
  while (at < html.length) {
    const next = html.indexOf('<', at)
    if (next !== at) {
      pushText(next < 0 ? html.slice(at) : html.slice(at, next), push)
      continue
    }
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at)
      push('comment', end < 0 ? html.slice(at) : html.slice(at, end + 3))
      continue
    }
    const [opening] = /^<\/?[a-zA-Z][^\s/>]*/.exec(html.slice(at, at + 80)) ?? []
    if (opening === undefined) {
      push('text', '<')
      continue
    }
    push('tag', opening)
    pushAttributes(html, () => at, push)
  }
  return tokens
}

function pushAttributes(
  html: string,
  place: () => number,
  push: (kind: Token['kind'], text: string) => void,
): void {
  for (;;) {
    TAG_PARTS.lastIndex = place()
    const [whole, value, name] = TAG_PARTS.exec(html) ?? []
    if (whole === undefined) return
    if (value !== undefined) push('value', whole)
    else if (name !== undefined) push('name', whole)
    else push('tag', whole)
    if (whole.endsWith('>') && value === undefined) return
  }
}

function pushText(text: string, push: (kind: Token['kind'], text: string) => void): void {
  for (const part of text.split(/(&[#\w]{1,32};)/)) push(/^&[#\w]+;$/.test(part) ? 'entity' : 'text', part)
}

const BLOCK = 'p|h[1-6]|ul|ol|li|blockquote|pre|table|thead|tbody|tr|figure|figcaption|div|section|aside|hr'
const BETWEEN = new RegExp(`(</(?:${BLOCK})>|<hr[^>]*>)(?=<)`, 'g')

/** Puts each block on its own line for reading, where that does not change the content. */
export function onLines(html: string): string {
  if (html.includes('\n')) return html
  return html.replace(BETWEEN, '$1\n')
}
