import { Extension } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import Suggestion, { type SuggestionProps } from '@tiptap/suggestion'

export interface SlashState {
  readonly query: string
  readonly place: () => DOMRect | null
  /** Removes the typed text. */
  readonly clear: () => void
}

interface Options {
  readonly onChange: (state: SlashState | undefined) => void
  /** Whether the menu has handled the key. */
  readonly onKey: (event: KeyboardEvent) => boolean
}

/** A slash at the beginning of a line, or after a space, opens the insert menu. */
export const SlashMenu = Extension.create<Options>({
  name: 'slashMenu',
  addOptions() {
    return { onChange: () => {}, onKey: () => false }
  },
  addProseMirrorPlugins() {
    const { onChange, onKey } = this.options
    const tell = ({ query, clientRect, editor, range }: SuggestionProps) =>
      onChange({
        query,
        place: () => clientRect?.() ?? null,
        clear: () => editor.chain().focus().deleteRange(range).run(),
      })
    return [
      Suggestion({
        pluginKey: new PluginKey('slash'),
        editor: this.editor,
        char: '/',
        // In Chinese there is no space before it, and the key types a full-width sign.
        allowedPrefixes: null,
        allow: ({ state, range }) => {
          const $from = state.doc.resolve(range.from)
          if ($from.parent.type.spec.code) return false
          const before = $from.parent.textBetween(0, $from.parentOffset, undefined, ' ')
          return before === '' || /\s$/.test(before)
        },
        items: () => [],
        render: () => ({
          onStart: tell,
          onUpdate: tell,
          onKeyDown: ({ event }) => onKey(event),
          onExit: () => onChange(undefined),
        }),
      }),
    ]
  },
})
