import { Box } from '@mantine/core'
import { Link, RichTextEditor } from '@mantine/tiptap'
import { getSchema } from '@tiptap/core'
import Image from '@tiptap/extension-image'
import { TableKit } from '@tiptap/extension-table'
import { DOMSerializer, DOMParser as ModelParser } from '@tiptap/pm/model'
import { type Editor, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../lib/words.tsx'
import { useEditorLabels } from './editor-labels.ts'
import { MediaIcon } from './icons.tsx'
import { usePictureSource } from './picture-source.ts'
import { richTextWords } from './rich-text.words.ts'

const extensions = [
  StarterKit.configure({ link: false }),
  Link.configure({ openOnClick: false, HTMLAttributes: { rel: null, target: null } }),
  Image,
  TableKit,
]

/** What the visual editor makes of a text, without showing it. */
export function asEdited(html: string): string {
  const schema = getSchema(extensions)
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const made = document.createElement('div')
  const { content } = ModelParser.fromSchema(schema).parse(body)
  made.append(DOMSerializer.fromSchema(schema).serializeFragment(content))
  return made.innerHTML
}

/** Edits a text as it will look. */
export function VisualEditor({
  value,
  onChange,
  label,
}: {
  value: string
  onChange: (html: string) => void
  label: string
}) {
  const labels = useEditorLabels()
  const written = useRef(value)
  const editor = useEditor({
    extensions,
    content: value,
    editorProps: { attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' } },
    onUpdate: ({ editor }) => {
      written.current = editor.isEmpty ? '' : editor.getHTML()
      onChange(written.current)
    },
  })
  // What was saved is what the server kept of it: what it took out is not shown as if it were there.
  useEffect(() => {
    if (!editor || value === written.current) return
    written.current = value
    if (asEdited(value) !== asEdited(editor.getHTML())) replaceText(editor, value)
  }, [editor, value])
  return (
    <RichTextEditor editor={editor} labels={labels}>
      <RichTextEditor.Toolbar sticky stickyOffset={52}>
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
          <RichTextEditor.Blockquote />
          <RichTextEditor.CodeBlock />
          <RichTextEditor.Hr />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Link />
          <RichTextEditor.Unlink />
          <PictureControl editor={editor} />
          <RichTextEditor.TableInsert />
        </RichTextEditor.ControlsGroup>
        <TableControls editor={editor} />
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Undo />
          <RichTextEditor.Redo />
        </RichTextEditor.ControlsGroup>
      </RichTextEditor.Toolbar>
      <Box>
        <RichTextEditor.Content />
      </Box>
    </RichTextEditor>
  )
}

/** Who writes stays where they are, as far as there is still such a place. */
function replaceText(editor: Editor, html: string): void {
  const { from, to } = editor.state.selection
  editor.commands.setContent(html, { emitUpdate: false })
  const end = editor.state.doc.content.size
  editor.commands.setTextSelection({ from: Math.min(from, end), to: Math.min(to, end) })
}

/** Shown to who stands in a table. */
function TableControls({ editor }: { editor: Editor | null }) {
  const inTable = useEditorState({ editor, selector: ({ editor }) => editor?.isActive('table') ?? false })
  if (!inTable) return null
  return (
    <RichTextEditor.ControlsGroup>
      <RichTextEditor.TableRowBefore />
      <RichTextEditor.TableRowAfter />
      <RichTextEditor.TableRowDelete />
      <RichTextEditor.TableColumnBefore />
      <RichTextEditor.TableColumnAfter />
      <RichTextEditor.TableColumnDelete />
      <RichTextEditor.TableDelete />
    </RichTextEditor.ControlsGroup>
  )
}

function PictureControl({ editor }: { editor: Editor | null }) {
  const say = useWords(richTextWords)
  const Picker = usePictureSource()
  const [opened, setOpened] = useState(false)
  if (!Picker || !editor) return null
  return (
    <>
      <RichTextEditor.Control
        aria-label={say('picture')}
        title={say('picture')}
        onClick={() => setOpened(true)}
      >
        <MediaIcon size={16} />
      </RichTextEditor.Control>
      {opened && (
        <Picker
          opened
          type="image"
          onClose={() => setOpened(false)}
          onPick={({ url, alt }) => {
            editor.chain().focus().setImage({ src: url, alt }).run()
            setOpened(false)
          }}
        />
      )}
    </>
  )
}
