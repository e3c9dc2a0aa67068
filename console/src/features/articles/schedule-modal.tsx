import { DateTimePicker } from '@mantine/dates'
import { useState } from 'react'
import { nowInService, serviceZone } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { Question } from '../../ui/question.tsx'
import { articleWords } from './articles.words.ts'

export function ScheduleModal({
  busy,
  onClose,
  onChoose,
}: {
  busy: boolean
  onClose: () => void
  onChoose: (time: string) => void
}) {
  const say = useWords(articleWords)
  const [time, setTime] = useState<string | null>(null)
  return (
    <Question
      title={say('schedule')}
      label={say('publish')}
      ready={time !== null}
      busy={busy}
      onClose={onClose}
      onConfirm={() => time !== null && onChoose(time)}
    >
      <DateTimePicker
        label={say('publishAt')}
        description={say('zone', { zone: serviceZone })}
        value={time}
        onChange={setTime}
        minDate={nowInService()}
        valueFormat="YYYY-MM-DD HH:mm"
        data-autofocus
      />
    </Question>
  )
}
