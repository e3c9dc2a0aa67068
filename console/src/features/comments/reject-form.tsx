import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '../../lib/words.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { REJECTED } from './comment-statuses.tsx'
import { commentWords } from './comments.words.ts'
import { type Undecided, useDeciding } from './deciding.ts'

export function RejectForm({
  comments,
  onClose,
  onDone,
}: {
  comments: readonly Undecided[]
  onClose: () => void
  onDone: () => void
}) {
  const say = useWords(commentWords)
  const [reason, setReason] = useState('')
  const { decide, busy } = useDeciding(() => {
    onDone()
    onClose()
  })
  return (
    <FormDrawer
      opened
      title={say('rejectTitle', { n: comments.length })}
      submitLabel={say('reject')}
      busy={busy}
      onClose={onClose}
      onSubmit={() => decide(comments, REJECTED, reason)}
    >
      <Textarea
        label={say('reason')}
        description={say('reasonHint')}
        autosize
        minRows={3}
        maxLength={500}
        data-autofocus
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormDrawer>
  )
}
