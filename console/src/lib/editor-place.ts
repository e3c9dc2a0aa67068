import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

/**
 * Which editor a URL shows. A new item gets its own URL with the first save, and the editor
 * stays mounted where it is: no letter, caret position or undo step is lost.
 */
export function useEditorPlace(id: string, folder: string) {
  const navigate = useNavigate()
  const [seen, setSeen] = useState(id)
  const [round, setRound] = useState(0)
  const [madeHere, setMadeHere] = useState<string>()
  if (seen !== id) {
    setSeen(id)
    if (id === 'new') {
      setMadeHere(undefined)
      setRound(round + 1)
    }
  }
  return {
    isNew: id === 'new' || id === madeHere,
    key: `new ${round}`,
    onCreated(made: number) {
      setMadeHere(String(made))
      navigate({ to: `${folder}/${made}`, replace: true, ignoreBlocker: true, resetScroll: false })
    },
    /** Opens the new item like any other. */
    reopen: () => setMadeHere(undefined),
  }
}
