import { Extension, InputRule, markInputRule } from '@tiptap/core'

/**
 * Markdown while typing. Chinese has no spaces between words, and `包含**重点**。` must work, so there is no condition on
 * the text before the signs. That text is not part of a match: the rule would delete it with the signs.
 */
export const BOLD = /(?<=^|[^*\\])(\*\*(?=\S)([^*]*[^*\s])\*\*)$/
export const ITALIC = /(?<=^|[^*\\])(\*(?=[^\s*])([^*]*[^*\s])\*)$/
export const STRIKE = /(?<=^|[^~\\])(~~(?=\S)([^~]*[^~\s])~~)$/
export const CODE = /(?<=^|[^`\\])(`([^`]+)`)$/
export const LINK = /(?<=^|[^!\\])(\[([^[\]]+)\]\(([^()\s]+)\))$/

export const MarkdownTyping = Extension.create({
  name: 'markdownTyping',
  priority: 1000,
  addInputRules() {
    const { bold, italic, strike, code, link } = this.editor.schema.marks
    return [
      ...(bold ? [markInputRule({ find: BOLD, type: bold })] : []),
      ...(italic ? [markInputRule({ find: ITALIC, type: italic })] : []),
      ...(strike ? [markInputRule({ find: STRIKE, type: strike })] : []),
      ...(code ? [markInputRule({ find: CODE, type: code })] : []),
      ...(link ? [linkRule()] : []),
    ]
  },
})

function linkRule(): InputRule {
  return new InputRule({
    find: LINK,
    handler: ({ state, range, match, chain }) => {
      const [whole = '', typed = '', text = '', href = ''] = match
      const from = range.from + whole.length - typed.length
      chain()
        .deleteRange({ from, to: range.to })
        .insertContentAt(from, { type: 'text', text, marks: [{ type: 'link', attrs: { href } }] })
        .run()
      state.tr.setMeta('addToHistory', true)
    },
  })
}
