import { Group, Input, TextInput } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { isMoment, timeIn } from '../lib/moment.ts'
import { serviceZone } from '../lib/times.ts'
import { useWords, words } from '../lib/words.tsx'

const momentWords = words({
  zone: ['Time zone: {zone}', '时区：{zone}'],
  day: ['{label}: date', '{label}：日期'],
  time: ['{label}: time', '{label}：时间'],
  badTime: ['Enter a time such as 09:30.', '请输入时间，例如 09:30。'],
  badDay: ['Enter a date.', '请输入日期。'],
})

const MIDNIGHT = '00:00'

/** A moment in the service's zone as `YYYY-MM-DD HH:MM:SS`, or none. The time can be typed in any common format. */
export function MomentInput({
  label,
  hint,
  none,
  isFirst = false,
  value,
  error,
  onChange,
}: {
  label: string
  hint?: string
  /** The label for no time. */
  none?: string
  /** The first field of a dialog, which gets the focus. */
  isFirst?: boolean
  value: string | null
  error?: string | undefined
  onChange: (moment: string | null) => void
}) {
  const say = useWords(momentWords)
  const id = useId()
  const [day, setDay] = useState(value?.slice(0, 10) ?? '')
  const [time, setTime] = useState(value?.slice(11, 16) ?? '')
  const given = useRef(value)
  useEffect(() => {
    // Keep what was typed as it was typed.
    if (value === given.current || !isMoment(value)) return
    given.current = value
    setDay(value.slice(0, 10))
    setTime(value.slice(11, 16))
  }, [value])
  const read = time.trim() === '' ? MIDNIGHT : timeIn(time)
  const wrong =
    read === undefined ? say('badTime') : day === '' && time.trim() !== '' ? say('badDay') : undefined

  const change = (nextDay: string, nextTime: string) => {
    setDay(nextDay)
    setTime(nextTime)
    const at = nextTime.trim() === '' ? MIDNIGHT : timeIn(nextTime)
    // Invalid input is passed on, so that the server rejects it instead of reading it as "none".
    const isNone = nextDay === '' && nextTime.trim() === ''
    const whole = at === undefined || nextDay === '' ? `${nextDay} ${nextTime}` : `${nextDay} ${at}:00`
    given.current = isNone ? null : whole
    onChange(given.current)
  }
  const zone = say('zone', { zone: serviceZone })
  const description = [day === '' && time === '' ? none : undefined, hint, zone]
    .filter(Boolean)
    .join(' · ')
    .replace(/([.。]) · /g, (_, end) => (end === '.' ? '. ' : end))
  return (
    <Input.Wrapper label={label} description={description} error={error ?? wrong} labelElement="div" id={id}>
      <Group gap="xs" mt={4} wrap="nowrap">
        <TextInput
          type="date"
          data-autofocus={isFirst || undefined}
          aria-label={say('day', { label })}
          flex={3}
          max="9999-12-31"
          value={day}
          aria-invalid={error !== undefined || wrong !== undefined}
          onChange={({ currentTarget }) => change(currentTarget.value, time)}
        />
        <TextInput
          aria-label={say('time', { label })}
          flex={2}
          placeholder="09:30"
          autoComplete="off"
          value={time}
          aria-invalid={error !== undefined || wrong !== undefined}
          onChange={({ currentTarget }) => change(day, currentTarget.value)}
          // Select all on click, so that typing replaces the digits.
          onFocus={({ currentTarget }) => currentTarget.select()}
          onMouseUp={(event) => event.preventDefault()}
          onBlur={() => setTime((before) => timeIn(before) ?? before)}
        />
      </Group>
    </Input.Wrapper>
  )
}
