import { Alert, Box, Group, Input, SegmentedControl, Textarea } from '@mantine/core'
import { Link, RichTextEditor } from '@mantine/tiptap'
import { getSchema } from '@tiptap/core'
import Image from '@tiptap/extension-image'
import { TableKit } from '@tiptap/extension-table'
import { DOMSerializer, DOMParser as ModelParser } from '@tiptap/pm/model'
import { type Editor, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useWords } from '../lib/words.tsx'
import { useConfirm } from './confirm.tsx'
import { MediaIcon } from './icons.tsx'
import { keepsMarkup } from './kept-markup.ts'
import { usePictureSource } from './picture-source.ts'
import { richTextWords } from './rich-text.words.ts'

const extensions = [
  StarterKit.configure({ link: false }),
  Link.configure({ openOnClick: false, HTMLAttributes: { rel: null, target: null } }),
  Image,
  TableKit,
]

/** What the visual editor makes of a text, without showing it. */
function asEdited(html: string): string {
  const schema = getSchema(extensions)
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const made = document.createElement('div')
  const { content } = ModelParser.fromSchema(schema).parse(body)
  made.append(DOMSerializer.fromSchema(schema).serializeFragment(content))
  return made.innerHTML
}

const isKept = (html: string) => keepsMarkup(html, asEdited(html))

type Mode = 'visual' | 'html'

/**
 * Edits HTML, as it will look or as it is written. What the first way would lose is edited the second way, and nobody
 * loses a table of contents or a video by correcting a word. Which way is decided by the value that it first gets.
 */
export function RichText({
  value,
  onChange,
  error,
  label,
}: {
  value: string
  onChange: (html: string) => void
  error?: string | undefined
  label: string
}) {
  const say = useWords(richTextWords)
  const confirm = useConfirm()
  const id = useId()
  const [first] = useState(() => ({ kept: isKept(value) }))
  const [mode, setMode] = useState<Mode>(first.kept ? 'visual' : 'html')

  const change = (next: Mode) => {
    if (next === 'html' || isKept(value)) setMode(next)
    else confirm(say('losing'), say('switchAnyway'), () => setMode('visual'))
  }
  return (
    <Input.Wrapper label={label} error={error} labelElement="div" id={id}>
      <Group justify="flex-end" mt={-22} mb={6}>
        <SegmentedControl
          size="xs"
          aria-label={say('mode')}
          value={mode}
          onChange={(next) => change(next as Mode)}
          data={[
            { value: 'visual', label: say('visual') },
            { value: 'html', label: say('html') },
          ]}
        />
      </Group>
      {!first.kept && mode === 'html' && (
        <Alert mb="xs" color="yellow">
          {say('keptAsHtml')}
        </Alert>
      )}
      {mode === 'visual' ? (
        <VisualEditor value={value} onChange={onChange} label={label} />
      ) : (
        <Textarea
          aria-label={label}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          autosize
          minRows={16}
          maxRows={40}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
      )}
    </Input.Wrapper>
  )
}

function VisualEditor({
  value,
  onChange,
  label,
}: {
  value: string
  onChange: (html: string) => void
  label: string
}) {
  const labels = useLabels()
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

function useLabels() {
  const say = useWords(richTextWords)
  return useMemo(
    () => ({
      boldControlLabel: say('bold'),
      italicControlLabel: say('italic'),
      underlineControlLabel: say('underline'),
      strikeControlLabel: say('strike'),
      clearFormattingControlLabel: say('clear'),
      codeControlLabel: say('code'),
      h2ControlLabel: say('heading2'),
      h3ControlLabel: say('heading3'),
      h4ControlLabel: say('heading4'),
      blockquoteControlLabel: say('quote'),
      bulletListControlLabel: say('bullets'),
      orderedListControlLabel: say('numbers'),
      codeBlockControlLabel: say('codeBlock'),
      hrControlLabel: say('line'),
      linkControlLabel: say('link'),
      unlinkControlLabel: say('unlink'),
      undoControlLabel: say('undo'),
      redoControlLabel: say('redo'),
      linkEditorInputLabel: say('address'),
      linkEditorInputPlaceholder: say('addressForm'),
      linkEditorExternalLink: say('newTab'),
      linkEditorInternalLink: say('sameTab'),
      linkEditorSave: say('save'),
      tableInsertControlLabel: say('table'),
      tableRowBeforeControlLabel: say('rowBefore'),
      tableRowAfterControlLabel: say('rowAfter'),
      tableRowDeleteControlLabel: say('rowDelete'),
      tableColumnBeforeControlLabel: say('columnBefore'),
      tableColumnAfterControlLabel: say('columnAfter'),
      tableColumnDeleteControlLabel: say('columnDelete'),
      tableDeleteControlLabel: say('tableDelete'),
      tableInsertLabel: (columns: number, rows: number) => say('tableSize', { columns, rows }),
    }),
    [say],
  )
}
