import { SegmentedControl, Select } from '@mantine/core'
import { useWords } from '../../lib/words.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { STATUS_NAMES } from './comment-statuses.tsx'
import { commentWords } from './comments.words.ts'

export type Counts = Readonly<Record<(typeof STATUS_NAMES)[number] | 'total', number>>

/** Side by side where there is room, otherwise a list to choose from. */
export function StatusChoice({
  value,
  counts,
  onChange,
}: {
  value: string
  counts: Counts | undefined
  onChange: (status: string) => void
}) {
  const say = useWords(commentWords)
  const ui = useWords(uiWords)
  const counted = (label: string, n: number | undefined) => (n === undefined ? label : `${label} ${n}`)
  const data = [
    ...STATUS_NAMES.map((name, status) => ({
      value: String(status),
      label: counted(say(name), counts?.[name]),
    })),
    { value: 'all', label: counted(ui('all'), counts?.total) },
  ]
  return (
    <>
      <SegmentedControl
        aria-label={say('status')}
        data={data}
        value={value}
        onChange={onChange}
        visibleFrom="sm"
      />
      <Select
        aria-label={say('status')}
        data={data}
        value={value}
        allowDeselect={false}
        onChange={(status) => status !== null && onChange(status)}
        hiddenFrom="sm"
        w="100%"
      />
    </>
  )
}
