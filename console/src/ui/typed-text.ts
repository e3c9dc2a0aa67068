import { useState } from 'react'
import { useWords } from '../lib/words.tsx'
import { useConfirm } from './confirm.tsx'
import { uiWords } from './ui.words.ts'

/** Escape and the cross ask before they close a dialog that something was typed in. */
export function useTypedText(close: () => void) {
  const say = useWords(uiWords)
  const confirm = useConfirm()
  const [isTyped, setTyped] = useState(false)
  return {
    onInput: () => setTyped(true),
    leave: () => (isTyped ? confirm(say('typedQuestion'), say('closeUnsaved'), close) : close()),
  }
}
