import { useState } from 'react'
import { isMoment } from '../../lib/moment.ts'
import { nowInService } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { MomentInput } from '../../ui/moment-input.tsx'
import { Question } from '../../ui/question.tsx'
import { articleWords } from './articles.words.ts'

/** Sets the publication date, now or in the past. */
export function DateModal({
  busy,
  first,
  label,
  onClose,
  onChoose,
}: {
  busy: boolean
  first: string | null
  label: string
  onClose: () => void
  onChoose: (time: string) => void
}) {
  const say = useWords(articleWords)
  const [time, setTime] = useState(first)
  const isFuture = isMoment(time) && time > nowInService()
  return (
    <Question
      title={say('dateTitle')}
      label={label}
      ready={isMoment(time) && !isFuture}
      busy={busy}
      onClose={onClose}
      onConfirm={() => isMoment(time) && time <= nowInService() && onChoose(time)}
    >
      <MomentInput
        isFirst
        label={say('dateTitle')}
        value={time}
        onChange={setTime}
        error={isFuture ? say('dateInFuture') : undefined}
      />
    </Question>
  )
}
