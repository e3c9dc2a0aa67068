import { Modal, type ModalProps } from '@mantine/core'
import { useWords } from '../lib/words.tsx'
import { useFocusBack } from './focus-back.ts'
import { useOnTop } from './on-top.ts'
import { uiWords } from './ui.words.ts'

/** A dialog that is open as long as it is mounted. Mantine's own way back for the focus needs one that stays. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  const ui = useWords(uiWords)
  const isOnTop = useOnTop()
  useFocusBack()
  return <Modal opened closeOnEscape={isOnTop} closeButtonProps={{ 'aria-label': ui('close') }} {...props} />
}
