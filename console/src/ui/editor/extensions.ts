import { Extension, type Extensions } from '@tiptap/core'
import { TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import StarterKit from '@tiptap/starter-kit'
import { EmbedNode } from './embed.ts'
import { findPlugin } from './find-plugin.ts'
import { Footnote, FootnoteSign, Footnotes } from './footnotes.ts'
import { Gallery } from './gallery.ts'
import { Island } from './island.ts'
import { KeptAttributes } from './kept-attributes.ts'
import { SafeLink } from './links.ts'
import { MarkdownTyping } from './markdown-typing.ts'
import { Picture } from './picture.ts'
import { Box, InlineImage, InlineTag, PlainTable } from './plain-nodes.ts'
import { PlainTaskItem, PlainTaskList } from './task-list.ts'
import { uploadsPlugin } from './uploads.ts'

const Plugins = Extension.create({
  name: 'inkstonePlugins',
  addProseMirrorPlugins: () => [uploadsPlugin(), findPlugin()],
})

/** All extensions of the editor. Unknown markup becomes an island. */
export const documentExtensions: Extensions = [
  // What is written after the notes would stand below them.
  StarterKit.configure({ link: false, trailingNode: { notAfter: ['footnotes'] } }),
  SafeLink,
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
