import { getUser, listUsers } from '@inkstone/contract/users.ts'
import { Select } from '@mantine/core'
import { useAnswer } from '../../lib/requests.ts'
import { useSearchedField } from '../../lib/searched-field.ts'
import { useWords } from '../../lib/words.tsx'
import { auditWords } from './audit-log.words.ts'

/** Filters by user. */
export function UserFilter({
  value,
  onChoose,
}: {
  value: number | undefined
  onChoose: (id: number | undefined) => void
}) {
  const say = useWords(auditWords)
  const chosen = useAnswer(getUser, { params: { id: value ?? 0 } }, { enabled: value !== undefined }).data
  const current = chosen && chosen.id === value ? chosen.username : `#${value}`
  const { keyword, isOpened, field } = useSearchedField(current)
  const { data } = useAnswer(listUsers, { query: { keyword, page_size: 50 } }, { enabled: isOpened })
  const names = new Map([
    ...(value === undefined ? [] : [[value, current] as const]),
    ...(data?.list ?? []).map(({ id, username }) => [id, username] as const),
  ])
  return (
    <Select
      aria-label={say('who')}
      placeholder={say('who')}
      data={[...names].map(([id, label]) => ({ value: id, label }))}
      value={value ?? null}
      onChange={(id) => onChoose(id ?? undefined)}
      {...field}
      nothingFoundMessage={say('nobody')}
      clearable
      maw={{ sm: 200 }}
      flex="1 1 140px"
    />
  )
}
