import { Text } from '@mantine/core'
import { useState } from 'react'
import { isMoment } from '../../lib/moment.ts'
import { nowInService, onOwnClock, serviceZone } from '../../lib/times.ts'
import { useLanguage, useWords } from '../../lib/words.tsx'
import { MomentInput } from '../../ui/moment-input.tsx'
import { Question } from '../../ui/question.tsx'
import { articleWords } from './articles.words.ts'

export function ScheduleModal({
  busy,
  first = null,
  onClose,
  onChoose,
}: {
  busy: boolean
  /** The current schedule. */
  first?: string | null
  onClose: () => void
  onChoose: (time: string) => void
}) {
  const say = useWords(articleWords)
  const { language } = useLanguage()
  const [time, setTime] = useState<string | null>(first)
  const isPast = isMoment(time) && time <= nowInService()
  const own = isMoment(time) ? onOwnClock(time) : undefined
  return (
    <Question
      title={say('scheduleTitle')}
      label={say('scheduleDo')}
      ready={isMoment(time) && !isPast}
      busy={busy}
      onClose={onClose}
      // Checked again on submit: the time may have passed while the dialog was open.
      onConfirm={() => isMoment(time) && time > nowInService() && onChoose(time)}
    >
      <MomentInput
        isFirst
        label={say('publishAt')}
        value={time}
        onChange={setTime}
        error={isPast ? say('inThePast') : undefined}
      />
      {isMoment(time) && !isPast && (
        <Text size="sm" role="status">
          {say('willPublish', { time: inWords(time, language), zone: serviceZone })}
          {own && (
            <>
              <br />
              {say('onOwnClock', { time: inWords(own.time, language), zone: own.zone })}
            </>
          )}
        </Text>
      )}
    </Question>
  )
}

/** With the day of the week, which helps to notice a wrong date. */
function inWords(time: string, language: 'en' | 'zh'): string {
  const moment = new Date(`${time.replace(' ', 'T')}Z`)
  return moment.toLocaleString(language === 'zh' ? 'zh-CN' : 'en-GB', {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
}
