import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

/**
 * Which editor an address shows. What is made in the editor of something new gets an address of its own, and the editor
 * stays: who types on loses neither a letter nor the caret nor what can be undone.
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
      navigate({ to: `${folder}/${made}`, replace: true, ignoreBlocker: true })
    },
    /** Opens what was made here like anything else. */
    reopen: () => setMadeHere(undefined),
  }
}
