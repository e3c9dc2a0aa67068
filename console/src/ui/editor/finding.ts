import { type Editor, useEditorState } from '@tiptap/react'
import { useEffect, useState } from 'react'
import { findKey, NO_SEARCH, placesOf, replacePlaces } from './find-plugin.ts'

/** Finds a term in the text of the editor, which shows all its places and scrolls to the current one. */
export function useFinding(editor: Editor) {
  const [term, setTerm] = useState('')
  const [matchCase, setMatchCase] = useState(false)
  const [current, setCurrent] = useState(0)
  const places =
    useEditorState({ editor, selector: ({ editor }) => placesOf(editor.state.doc, term, matchCase) }) ?? []
  const at = places.length === 0 ? 0 : Math.min(current, places.length - 1)
  const place = places[at]

  useEffect(() => {
    editor.view.dispatch(editor.state.tr.setMeta(findKey, { term, matchCase, current: at }))
    editor.view.dom.querySelector('.found-current')?.scrollIntoView({ block: 'center' })
  }, [editor, term, matchCase, at])
  useEffect(
    () => () => {
      if (!editor.isDestroyed) editor.view.dispatch(editor.state.tr.setMeta(findKey, NO_SEARCH))
    },
    [editor],
  )

  return {
    term,
    find(next: string): void {
      setTerm(next)
      setCurrent(0)
    },
    matchCase,
    setMatchCase,
    places,
    at,
    go: (step: 1 | -1) => setCurrent((at + step + places.length) % Math.max(1, places.length)),
    /** Continues in the text, at the current place. */
    select(): void {
      if (place) editor.commands.setTextSelection(place)
      editor.commands.focus()
    },
    replaceThis(replacement: string): void {
      if (place) editor.view.dispatch(replacePlaces(editor.state.tr, [place], replacement))
    },
    replaceAll: (replacement: string) =>
      editor.view.dispatch(replacePlaces(editor.state.tr, places, replacement)),
  }
}
