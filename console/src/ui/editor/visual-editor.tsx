import { RichTextEditor } from '@mantine/tiptap'
import { Placeholder } from '@tiptap/extensions'
import { type Editor, useEditor } from '@tiptap/react'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { delayed } from '../../lib/delayed-changes.ts'
import { useWords } from '../../lib/words.tsx'
import { Bubble } from './bubble.tsx'
import { caretInSight } from './caret-in-sight.ts'
import { CommandDialog } from './command-dialog.tsx'
import type { Ask } from './commands.ts'
import { htmlOf, parsed, withIslands } from './document.ts'
import { editorWords } from './editor.words.ts'
import { useEditorAttributes, useEditorLabels } from './editor-labels.ts'
import { documentExtensions } from './extensions.ts'
import { FindBar } from './find-bar.tsx'
import { usePasting } from './pasting.ts'
import { ShortcutsSheet } from './shortcuts-sheet.tsx'
import { type SlashHandle, SlashList } from './slash-list.tsx'
import { SlashMenu, type SlashState } from './slash-menu.ts'
import { differenceOf } from './text-difference.ts'
import { Toolbar } from './toolbar.tsx'

/** How late the rest of the screen learns of a change. Saving and leaving use the newest text. */
const CHANGE_DELAY_MS = 400

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
  onEscape,
}: {
  ref?: Ref<TextHandle>
  value: string
  onChange: (html: string) => void
  label: string
  onFullScreen: () => void
  /** Whether there was something to leave. */
  onEscape: () => boolean
}) {
  const say = useWords(editorWords)
  const labels = useEditorLabels()
  const attributes = useEditorAttributes()
  /** Values passed to the form that have not come back as props yet. There may be several. */
  const underWay = useRef([value])
  const slashList = useRef<SlashHandle>(null)
  const [slash, setSlash] = useState<SlashState>()
  const [openedDialog, openDialog] = useState<Ask>()
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
    // The editor keeps this key to itself.
    else if (key === 'escape') return !slash && onEscape()
    else return false
    return true
  })
  const [updates] = useState(() => delayed(() => passOn(), CHANGE_DELAY_MS))
  const [inSight] = useState(caretInSight)
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
        ...inSight,
      },
      onUpdate: () => updates.changed(),
      onBlur: () => updates.flush(),
    },
    [],
  )
  const passOn = useEffectEvent(() => {
    const html = htmlOf(editor.state.doc)
    underWay.current.push(html)
    onChange(html)
  })
  useEffect(() => updates.flush, [updates])
  useImperativeHandle(ref, () => ({ focus: () => editor.commands.focus('start') }), [editor])
  // Show what the server saved, without what it removed.
  useEffect(() => {
    // What was typed in the meantime is passed on first, and shown with what the server saved.
    if (updates.isWaiting()) return updates.flush()
    const back = underWay.current.lastIndexOf(value)
    if (back >= 0) {
      underWay.current.splice(0, back)
      return
    }
    underWay.current = [value]
    replaceText(editor, value)
  }, [editor, value, updates])
  // Its fifty controls subscribe to the editor themselves, so they need no rendering when the text changes.
  return useMemo(
    () => (
      <RichTextEditor editor={editor} labels={labels} attributes={attributes}>
        <Toolbar
          editor={editor}
          ask={openDialog}
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
            ask={openDialog}
            onClose={() => setSlash(undefined)}
          />
        )}
        <RichTextEditor.Content />
        {openedDialog && (
          <CommandDialog editor={editor} what={openedDialog} onClose={() => openDialog(undefined)} />
        )}
        {isHelping && <ShortcutsSheet onClose={() => setHelping(false)} />}
      </RichTextEditor>
    ),
    [editor, labels, attributes, isFinding, slash, openedDialog, isHelping, onFullScreen],
  )
}

/** Replaces only the part that differs, so that the caret and the undo history stay. */
function replaceText(editor: Editor, html: string): void {
  const { state, schema, view } = editor
  const { doc } = state
  const next = parsed(schema, withIslands(documentExtensions, html))
  if (htmlOf(next) === htmlOf(doc)) return
  const tr = state.tr
  const part = differenceOf(doc, next)
  if (!part) return
  const { from, to, end } = part
  view.dispatch(tr.replace(from, to, next.slice(from, end)).setMeta('preventUpdate', true))
}
