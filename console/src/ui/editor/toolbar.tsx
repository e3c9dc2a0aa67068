import { useMergedRef } from '@mantine/hooks'
import { RichTextEditor } from '@mantine/tiptap'
import type { Editor } from '@tiptap/react'
import { useEditorState } from '@tiptap/react'
import type { ReactNode } from 'react'
import { useWords } from '../../lib/words.tsx'
import { useHeightAs } from '../height-as.ts'
import {
  AttachmentIcon,
  EmbedIcon,
  FullScreenIcon,
  GalleryIcon,
  HelpIcon,
  MediaIcon,
  NoteIcon,
  SearchIcon,
  TaskIcon,
} from '../icons.tsx'
import type { Ask, EditorWord } from './commands.ts'
import { editorWords } from './editor.words.ts'
import { LanguageControl } from './language-control.tsx'
import { useOneTabStop } from './one-tab-stop.ts'
import { TableControl } from './table-control.tsx'

/** The toolbar is one Tab stop, with arrow keys inside it. */
export function Toolbar({
  editor,
  ask,
  onFind,
  onFullScreen,
  onHelp,
}: {
  editor: Editor
  ask: (what: Ask) => void
  onFind: () => void
  onFullScreen: () => void
  onHelp: () => void
}) {
  const say = useWords(editorWords)
  const bar = useMergedRef(useOneTabStop<HTMLDivElement>(), useHeightAs('--toolbar-height'))
  return (
    <RichTextEditor.Toolbar
      ref={bar}
      role="toolbar"
      aria-label={say('toolbar')}
      aria-orientation="horizontal"
      sticky
      stickyOffset={52}
    >
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.H2 />
        <RichTextEditor.H3 />
        <RichTextEditor.H4 />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        <RichTextEditor.Underline />
        <RichTextEditor.Strikethrough />
        <RichTextEditor.Code />
        <RichTextEditor.ClearFormatting />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList />
        <Control word="tasks" onClick={() => editor.chain().focus().toggleTaskList().run()}>
          <TaskIcon size={16} />
        </Control>
        <RichTextEditor.Blockquote />
        <RichTextEditor.CodeBlock />
        <RichTextEditor.Hr />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Link />
        <RichTextEditor.Unlink />
        <Control word="picture" onClick={() => ask('picture')}>
          <MediaIcon size={16} />
        </Control>
        <Control word="gallery" onClick={() => ask('gallery')}>
          <GalleryIcon size={16} />
        </Control>
        <Control word="file" onClick={() => ask('file')}>
          <AttachmentIcon size={16} />
        </Control>
        <Control word="embed" onClick={() => ask('embed')}>
          <EmbedIcon size={16} />
        </Control>
        <TableControl editor={editor} />
        <Control word="footnote" onClick={() => editor.chain().focus().addFootnote().run()}>
          <NoteIcon size={16} />
        </Control>
      </RichTextEditor.ControlsGroup>
      <WhereOneStands editor={editor} />
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Undo />
        <RichTextEditor.Redo />
        <Control word="find" onClick={onFind}>
          <SearchIcon size={16} />
        </Control>
        <Control word="fullScreen" onClick={onFullScreen}>
          <FullScreenIcon size={16} />
        </Control>
        <Control word="shortcuts" onClick={onHelp}>
          <HelpIcon size={16} />
        </Control>
      </RichTextEditor.ControlsGroup>
    </RichTextEditor.Toolbar>
  )
}

function Control({
  word,
  onClick,
  children,
}: {
  word: EditorWord
  onClick: () => void
  children: ReactNode
}) {
  const say = useWords(editorWords)
  return (
    <RichTextEditor.Control aria-label={say(word)} title={say(word)} onClick={onClick}>
      {children}
    </RichTextEditor.Control>
  )
}

/** Shown only inside a table or code. */
function WhereOneStands({ editor }: { editor: Editor }) {
  const { inTable, inCode } = useEditorState({
    editor,
    selector: ({ editor }) => ({ inTable: editor.isActive('table'), inCode: editor.isActive('codeBlock') }),
  })
  return (
    <>
      {inCode && <LanguageControl editor={editor} />}
      {inTable && (
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.TableRowBefore />
          <RichTextEditor.TableRowAfter />
          <RichTextEditor.TableRowDelete />
          <RichTextEditor.TableColumnBefore />
          <RichTextEditor.TableColumnAfter />
          <RichTextEditor.TableColumnDelete />
          <RichTextEditor.TableDelete />
        </RichTextEditor.ControlsGroup>
      )}
    </>
  )
}
