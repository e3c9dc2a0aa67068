import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '../../lib/words.tsx'
import { Question } from '../../ui/question.tsx'
import { articleWords } from './articles.words.ts'

export function RejectModal({
  title,
  first = '',
  busy,
  onClose,
  onReject,
}: {
  title: string
  first?: string
  busy: boolean
  onClose: () => void
  onReject: (reason: string) => void
}) {
  const say = useWords(articleWords)
  const [reason, setReason] = useState(first)
  return (
    <Question
      title={say('rejectTitle', { title })}
      label={say('reject')}
      danger
      busy={busy}
      onClose={onClose}
      onConfirm={() => onReject(reason)}
    >
      <Textarea
        label={say('reason')}
        description={say('reasonHint')}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        maxLength={1000}
        autosize
        minRows={3}
        data-autofocus
      />
    </Question>
  )
}
