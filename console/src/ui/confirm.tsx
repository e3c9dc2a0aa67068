import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useWords } from '../lib/words.tsx'
import { useOnTop } from './on-top.ts'
import { uiWords } from './ui.words.ts'

/** Asks before an action that cannot be undone easily. */
export function useConfirm() {
  const say = useWords(uiWords)
  return (question: string, label: string, onConfirm: () => void) =>
    modals.openConfirmModal({
      title: say('sure'),
      children: <QuestionText text={question} />,
      labels: { confirm: label, cancel: say('cancel') },
      confirmProps: { color: 'red' },
      onConfirm,
    })
}

function QuestionText({ text }: { text: string }) {
  // Escape does not close the dialog that it was asked from.
  useOnTop()
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  )
}
