import type { Inline, InlineStyle } from './lines.ts'

/** Collects the text of a block. White space is collapsed, and trimmed at both ends, as in HTML. */
export function createInlines() {
  let inlines: Inline[] = []
  let length = 0

  function put(text: string, style: InlineStyle): void {
    inlines.push({ text, style })
    length += text.length
  }

  return {
    length: () => length,
    add(text: string, style: InlineStyle): void {
      const collapsed = text.replace(/[ \t\n\r\f]+/g, ' ')
      const before = inlines.at(-1)?.text ?? '\n'
      const shown = /[ \n]$/.test(before) ? collapsed.replace(/^ /, '') : collapsed
      if (shown !== '') put(shown, style)
    },
    addBreak(style: InlineStyle): void {
      put('\n', style)
    },
    /** Adds a line break, unless there is one already. */
    endLine(style: InlineStyle): void {
      if (inlines.length > 0 && !inlines.at(-1)?.text.endsWith('\n')) put('\n', style)
    },
    take(): Inline[] {
      const taken = trimmed(inlines)
      inlines = []
      length = 0
      return taken
    },
  }
}

function trimmed(inlines: readonly Inline[]): Inline[] {
  const first = inlines.findIndex(({ text }) => text.trim() !== '')
  const last = inlines.findLastIndex(({ text }) => text.trim() !== '')
  return inlines
    .slice(Math.max(first, 0), last + 1)
    .map((inline, i) => (first + i === last ? { ...inline, text: inline.text.trimEnd() } : inline))
}
