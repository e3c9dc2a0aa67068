import { Link } from '@mantine/tiptap'
import { Extension, type Extensions } from '@tiptap/core'
import { TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import StarterKit from '@tiptap/starter-kit'
import { addressFrom } from './addresses.ts'
import { EmbedNode } from './embed.ts'
import { findPlugin } from './find-plugin.ts'
import { Footnote, FootnoteSign, Footnotes } from './footnotes.ts'
import { Gallery } from './gallery.ts'
import { Island } from './island.ts'
import { KeptAttributes } from './kept-attributes.ts'
import { MarkdownTyping } from './markdown-typing.ts'
import { Picture } from './picture.ts'
import { Box, InlineImage, InlineTag, PlainTable } from './plain-nodes.ts'
import { PlainTaskItem, PlainTaskList } from './task-list.ts'
import { uploadsPlugin } from './uploads.ts'

const SafeLink = Link.extend({
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
})

const Plugins = Extension.create({
  name: 'inkstonePlugins',
  addProseMirrorPlugins: () => [uploadsPlugin(), findPlugin()],
})

/** All extensions of the editor. Unknown markup becomes an island. */
export const documentExtensions: Extensions = [
  // What is written after the notes would stand below them.
  StarterKit.configure({ link: false, trailingNode: { notAfter: ['footnotes'] } }),
  SafeLink.configure({
    openOnClick: false,
    defaultProtocol: 'https',
    HTMLAttributes: { rel: null, target: null },
  }),
  InlineImage,
  Picture,
  Gallery,
  EmbedNode,
  PlainTable,
  TableRow,
  TableHeader,
  TableCell,
  PlainTaskList,
  PlainTaskItem,
  FootnoteSign,
  Footnotes,
  Footnote,
  Box,
  InlineTag,
  Island,
  KeptAttributes,
  MarkdownTyping,
  Plugins,
]
