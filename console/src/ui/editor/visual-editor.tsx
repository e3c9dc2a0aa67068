import { RichTextEditor } from '@mantine/tiptap'
import { Placeholder } from '@tiptap/extensions'
import { type Editor, useEditor } from '@tiptap/react'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { useWords } from '../../lib/words.tsx'
import { AskedFor } from './asked-for.tsx'
import { Bubble } from './bubble.tsx'
import type { Ask } from './commands.ts'
import { htmlOf, parsed, withIslands } from './document.ts'
import { editorWords } from './editor.words.ts'
import { useEditorLabels } from './editor-labels.ts'
import { documentExtensions } from './extensions.ts'
import { FindBar } from './find-bar.tsx'
import { usePasting } from './pasting.ts'
import { ShortcutsSheet } from './shortcuts-sheet.tsx'
import { type SlashHandle, SlashList } from './slash-list.tsx'
import { SlashMenu, type SlashState } from './slash-menu.ts'
import { Toolbar } from './toolbar.tsx'

export interface TextHandle {
  focus(): void
}

/** Edits a text as it will look. */
export function VisualEditor({
  ref,
  value,
  onChange,
  label,
  onFullScreen,
}: {
  ref?: Ref<TextHandle>
  value: string
  onChange: (html: string) => void
  label: string
  onFullScreen: () => void
}) {
  const say = useWords(editorWords)
  const labels = useEditorLabels()
  const written = useRef(value)
  const slashList = useRef<SlashHandle>(null)
  const [slash, setSlash] = useState<SlashState>()
  const [asked, ask] = useState<Ask>()
  const [isFinding, setFinding] = useState(false)
  const [isHelping, setHelping] = useState(false)
  const pasting = usePasting()

  const extensions = useMemo(
    () => [
      ...documentExtensions,
      Placeholder.configure({ placeholder: say('placeholder') }),
      SlashMenu.configure({
        onChange: setSlash,
        onKey: (event) => slashList.current?.onKey(event) ?? false,
      }),
    ],
    [say],
  )
  const onKey = useEffectEvent((event: KeyboardEvent): boolean => {
    const isMod = event.ctrlKey || event.metaKey
    const key = event.key.toLowerCase()
    if (isMod && !event.shiftKey && key === 'f') setFinding(true)
    else if (isMod && event.shiftKey && key === 'f') onFullScreen()
    else if (isMod && key === '/') setHelping(true)
    else return false
    return true
  })
  const tellChange = useEffectEvent((html: string) => onChange(html))
  const [content] = useState(() => withIslands(documentExtensions, value))
  const editor = useEditor(
    {
      extensions,
      content,
      immediatelyRender: true,
      shouldRerenderOnTransaction: false,
      editorProps: {
        attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' },
        handleKeyDown: (_, event) => {
          const isTaken = onKey(event)
          if (isTaken) event.preventDefault()
          return isTaken
        },
        ...pasting,
      },
      onUpdate: ({ editor }) => {
        written.current = htmlOf(editor.state.doc)
        tellChange(written.current)
      },
    },
    [],
  )
  useImperativeHandle(ref, () => ({ focus: () => editor.commands.focus('start') }), [editor])
  // What was saved is what the server kept of it: what it took out is not shown as if it were there.
  useEffect(() => {
    if (value === written.current) return
    written.current = value
    replaceText(editor, value)
  }, [editor, value])
  return (
    <RichTextEditor editor={editor} labels={labels}>
      <Toolbar
        editor={editor}
        ask={ask}
        onFind={() => setFinding(true)}
        onFullScreen={onFullScreen}
        onHelp={() => setHelping(true)}
      />
      {isFinding && <FindBar editor={editor} onClose={() => setFinding(false)} />}
      <Bubble editor={editor} />
      {slash && (
        <SlashList
          ref={slashList}
          editor={editor}
          state={slash}
          ask={ask}
          onClose={() => setSlash(undefined)}
        />
      )}
      <RichTextEditor.Content />
      {asked && <AskedFor editor={editor} what={asked} onClose={() => ask(undefined)} />}
      {isHelping && <ShortcutsSheet onClose={() => setHelping(false)} />}
    </RichTextEditor>
  )
}

/** Only the part that differs is replaced: the caret stays, and so does everything that can be undone. */
function replaceText(editor: Editor, html: string): void {
  const { state, schema, view } = editor
  const next = parsed(schema, withIslands(documentExtensions, html))
  if (htmlOf(next) === htmlOf(state.doc)) return
  const start = state.doc.content.findDiffStart(next.content)
  const end = state.doc.content.findDiffEnd(next.content)
  if (start === null || end === null) return
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  const tr = state.tr.replace(start, end.a + overlap, next.slice(start, end.b + overlap))
  view.dispatch(tr.setMeta('preventUpdate', true))
}
