import { listUsers } from '@inkstone/contract/users.ts'
import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useAnswer } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { settingsWords } from './settings.words.ts'

const SETTLED_MS = 400

/** Users by id. Users that are not loaded yet are shown by id only. */
export function TrustedUsers({
  value,
  onChange,
  ...shared
}: {
  label: string
  description: string
  error: string | undefined
  disabled: boolean
  value: number[]
  onChange: (ids: number[]) => void
}) {
  const say = useWords(settingsWords)
  const [typed, setTyped] = useState('')
  const [keyword] = useDebouncedValue(typed.trim(), SETTLED_MS)
  const [opened, setOpened] = useState(false)
  const isNeeded = opened || value.length > 0
  const first = useAnswer(listUsers, { query: { page_size: 100 } }, { enabled: isNeeded })
  const found = useAnswer(listUsers, { query: { keyword, page_size: 50 } }, { enabled: keyword !== '' })
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map())
  const listed = [...(first.data?.list ?? []), ...(keyword === '' ? [] : (found.data?.list ?? []))]
  const labels = new Map([
    ...value.map((id) => [id, `#${id}`] as const),
    ...names,
    ...listed.map(({ id, username, nickname }) => [id, nameOf(username, nickname)] as const),
  ])
  return (
    <MultiSelect
      {...shared}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      placeholder={say('searchUsers')}
      nothingFoundMessage={say('nobody')}
      hidePickedOptions
      limit={50}
      data={[...labels].map(([id, label]) => ({ value: id, label }))}
      value={value}
      onChange={(ids) => {
        setNames(labels)
        onChange(ids)
      }}
    />
  )
}

function nameOf(username: string, nickname: string): string {
  return nickname === '' || nickname === username ? username : `${nickname} (${username})`
}
