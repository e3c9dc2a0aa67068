import { useMemo } from 'react'
import { useWords } from '../../lib/words.tsx'
import { editorWords } from './editor.words.ts'

/** The names of the editor's controls, in the language of the screen. */
export function useEditorLabels() {
  const say = useWords(editorWords)
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
      tableRowBeforeControlLabel: say('rowBefore'),
      tableRowAfterControlLabel: say('rowAfter'),
      tableRowDeleteControlLabel: say('rowDelete'),
      tableColumnBeforeControlLabel: say('columnBefore'),
      tableColumnAfterControlLabel: say('columnAfter'),
      tableColumnDeleteControlLabel: say('columnDelete'),
      tableDeleteControlLabel: say('tableDelete'),
    }),
    [say],
  )
}

/** For a control that the library leaves without a name. Its tooltip says what it is set to. */
export function useEditorAttributes() {
  const say = useWords(editorWords)
  return useMemo(() => ({ linkEditorExternalControl: { 'aria-label': say('whichTab') } }), [say])
}
