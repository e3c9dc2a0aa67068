import { DateTimePicker } from '@mantine/dates'
import { serviceZone } from '../lib/times.ts'
import { useWords, words } from '../lib/words.tsx'

const momentWords = words({
  zone: ['Time zone: {zone}', '时区：{zone}'],
  take: ['Take this time', '确定'],
  clear: ['Clear', '清除'],
  hours: ['Hours', '时'],
  minutes: ['Minutes', '分'],
})

const keptSelected = { onMouseUp: (event: { preventDefault(): void }) => event.preventDefault() }

/** A click into hours that are selected would leave the cursor between their digits, and 18 would become 10. */
export const timeFields = { hoursInputProps: keptSelected, minutesInputProps: keptSelected }

/** A moment in the service's zone, or none. */
export function MomentInput({
  label,
  hint,
  none,
  value,
  error,
  onChange,
}: {
  label: string
  hint?: string
  /** What it means that there is none. */
  none: string
  value: string | null
  error?: string | undefined
  onChange: (moment: string | null) => void
}) {
  const say = useWords(momentWords)
  const zone = say('zone', { zone: serviceZone })
  return (
    <DateTimePicker
      label={label}
      description={hint === undefined ? zone : `${hint} ${zone}`}
      placeholder={none}
      valueFormat="YYYY-MM-DD HH:mm"
      highlightToday
      clearable
      clearButtonProps={{ 'aria-label': say('clear') }}
      submitButtonProps={{ 'aria-label': say('take') }}
      timePickerProps={{ ...timeFields, hoursInputLabel: say('hours'), minutesInputLabel: say('minutes') }}
      value={value}
      error={error}
      onChange={onChange}
    />
  )
}
