import { Button } from '@mantine/core'
import { useWords } from '../../lib/words.tsx'
import { SelectionPaper } from '../../ui/selection-paper.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { commentWords } from './comments.words.ts'

/** Actions for the selected comments. */
export function BatchBar({
  n,
  busy,
  onApprove,
  onReject,
  onSpam,
  onDelete,
}: {
  n: number
  busy: boolean
  onApprove: () => void
  onReject: () => void
  onSpam: () => void
  onDelete: () => void
}) {
  const say = useWords(commentWords)
  const ui = useWords(uiWords)
  return (
    <SelectionPaper n={n}>
      <Button size="xs" loading={busy} onClick={onApprove}>
        {say('approve')}
      </Button>
      <Button size="xs" variant="default" disabled={busy} onClick={onReject}>
        {say('reject')}
      </Button>
      <Button size="xs" variant="default" disabled={busy} onClick={onSpam}>
        {say('markSpam')}
      </Button>
      <Button size="xs" variant="light" color="red" disabled={busy} onClick={onDelete}>
        {ui('delete')}
      </Button>
    </SelectionPaper>
  )
}
