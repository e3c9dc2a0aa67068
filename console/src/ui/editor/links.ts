import { Link } from '@mantine/tiptap'
import { InputRule, PasteRule } from '@tiptap/core'
import { addressFrom } from './addresses.ts'
import { isWholeUrl, LINK_BEFORE_CHINESE, withoutChinese } from './plain-urls.ts'

export const SafeLink = Link.extend({
  // What is typed after a link is not a part of it: Chinese goes on without a space.
  inclusive: false,
  addInputRules() {
    let last = ''
    return [
      ...(this.parent?.() ?? []),
      new InputRule({
        find: LINK_BEFORE_CHINESE,
        handler: ({ state, range, match }) => {
          const href = match[1] ?? ''
          const to = range.from + href.length
          // Each Chinese word that follows matches, too: a link that was undone must not come back.
          const isNew = last !== `${range.from} ${href}`
          last = `${range.from} ${href}`
          if (isNew && !state.doc.rangeHasMark(range.from, to, this.type))
            state.tr.addMark(range.from, to, this.type.create({ href: addressFrom(href) }))
        },
      }),
    ]
  },
  addPasteRules() {
    return (this.parent?.() ?? []).map(
      ({ find, handler }) =>
        new PasteRule({
          find: (text, event) => (find instanceof RegExp ? [] : find(withoutChinese(text), event)),
          handler,
        }),
    )
  },
  addCommands() {
    const parent = this.parent?.()
    return {
      ...parent,
      setLink: (attributes) => (given) => {
        const link = { ...attributes, href: addressFrom(attributes.href) }
        const isSet = parent?.setLink?.(link)(given) ?? false
        const { tr } = given
        if (isSet && tr.selection.empty) {
          // With nothing selected the address itself is the text.
          const marks = this.type.create(link).addToSet(tr.selection.$from.marks())
          tr.replaceSelectionWith(this.editor.schema.text(attributes.href.trim(), marks), false)
          tr.removeStoredMark(this.type)
        }
        return isSet
      },
    }
  },
  addKeyboardShortcuts() {
    return { 'Mod-Shift-k': () => this.parent?.()['Mod-k']?.({ editor: this.editor }) ?? false }
  },
}).configure({
  openOnClick: false,
  defaultProtocol: 'https',
  HTMLAttributes: { rel: null, target: null },
  shouldAutoLink: (url) => isWholeUrl(url) && Link.options.shouldAutoLink(url),
})
