import { getUser, listUsers } from '@inkstone/contract/users.ts'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useAnswer } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { auditWords } from './audit-log.words.ts'

const SETTLED_MS = 400

/** Filters by user. */
export function UserFilter({
  value,
  onChoose,
}: {
  value: number | undefined
  onChoose: (id: number | undefined) => void
}) {
  const say = useWords(auditWords)
  const [typed, setTyped] = useState('')
  const [keyword] = useDebouncedValue(typed.trim(), SETTLED_MS)
  const [opened, setOpened] = useState(false)
  const isNeeded = opened || value !== undefined
  const { data } = useAnswer(listUsers, { query: { keyword, page_size: 50 } }, { enabled: isNeeded })
  const listed = data?.list ?? []
  const isMissing = value !== undefined && data !== undefined && !listed.some(({ id }) => id === value)
  const chosen = useAnswer(getUser, { params: { id: value ?? 0 } }, { enabled: isMissing }).data
  const names = new Map([
    ...(value === undefined ? [] : [[value, chosen?.id === value ? chosen.username : `#${value}`] as const]),
    ...listed.map(({ id, username }) => [id, username] as const),
  ])
  return (
    <Select
      aria-label={say('who')}
      placeholder={say('who')}
      data={[...names].map(([id, label]) => ({ value: id, label }))}
      value={value ?? null}
      onChange={(id) => onChoose(id ?? undefined)}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      nothingFoundMessage={say('nobody')}
      clearable
      maw={{ sm: 200 }}
      flex="1 1 140px"
    />
  )
}
