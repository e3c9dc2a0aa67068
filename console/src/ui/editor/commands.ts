import type { Editor } from '@tiptap/react'
import type { editorWords } from './editor.words.ts'
import { USUAL_SIZE } from './table-size.ts'

export type EditorWord = keyof typeof editorWords

/** Commands that need a choice first open a dialog of the editor. */
export type Ask = 'picture' | 'gallery' | 'file' | 'embed'

export interface EditorCommand {
  readonly word: EditorWord
  /** Further search terms, in both languages. */
  readonly alias: string
  run(editor: Editor, ask: (what: Ask) => void): void
}

/** The commands of the slash menu. */
export const editorCommands: readonly EditorCommand[] = [
  { word: 'paragraph', alias: 'p text 正文', run: (editor) => editor.chain().focus().setParagraph().run() },
  { word: 'heading2', alias: 'h2 title 标题', run: (editor) => heading(editor, 2) },
  { word: 'heading3', alias: 'h3 标题', run: (editor) => heading(editor, 3) },
  { word: 'heading4', alias: 'h4 标题', run: (editor) => heading(editor, 4) },
  {
    word: 'bullets',
    alias: 'ul list 列表',
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    word: 'numbers',
    alias: 'ol list 列表',
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    word: 'tasks',
    alias: 'todo checkbox 待办',
    run: (editor) => editor.chain().focus().toggleTaskList().run(),
  },
  {
    word: 'quote',
    alias: 'blockquote 引用',
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  { word: 'codeBlock', alias: 'pre 代码', run: (editor) => editor.chain().focus().toggleCodeBlock().run() },
  { word: 'picture', alias: 'image photo 图片', run: (_, ask) => ask('picture') },
  { word: 'gallery', alias: 'images 图集', run: (_, ask) => ask('gallery') },
  {
    word: 'file',
    alias: 'attachment document pdf zip audio mp3 mp4 附件 文档 音频',
    run: (_, ask) => ask('file'),
  },
  {
    word: 'embed',
    alias: 'video youtube vimeo bilibili iframe 视频',
    run: (_, ask) => ask('embed'),
  },
  {
    word: 'table',
    alias: 'grid 表格',
    run: (editor) =>
      editor
        .chain()
        .focus()
        .insertTable({ rows: USUAL_SIZE.rows, cols: USUAL_SIZE.columns, withHeaderRow: true })
        .run(),
  },
  { word: 'footnote', alias: 'note 脚注', run: (editor) => editor.chain().focus().addFootnote().run() },
  { word: 'line', alias: 'hr 分隔线', run: (editor) => editor.chain().focus().setHorizontalRule().run() },
]

function heading(editor: Editor, level: 2 | 3 | 4): void {
  editor.chain().focus().setHeading({ level }).run()
}
