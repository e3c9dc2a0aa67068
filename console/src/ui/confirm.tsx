import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useWords } from '../lib/words.tsx'
import { uiWords } from './ui.words.ts'

/** Asks before an action that cannot be undone easily. */
export function useConfirm() {
  const say = useWords(uiWords)
  return (question: string, label: string, onConfirm: () => void) =>
    modals.openConfirmModal({
      title: say('sure'),
      children: (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {question}
        </Text>
      ),
      labels: { confirm: label, cancel: say('cancel') },
      confirmProps: { color: 'red' },
      onConfirm,
    })
}
