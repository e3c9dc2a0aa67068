import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import { listUsers } from '@inkstone/contract/users.ts'
import { MultiSelect } from '@mantine/core'
import { useState } from 'react'
import { useAnswer } from '../../lib/requests.ts'
import { useSearchedField } from '../../lib/searched-field.ts'
import { useWords } from '../../lib/words.tsx'
import { settingsWords } from './settings.words.ts'

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
  const { keyword, isOpened, field } = useSearchedField()
  const isNeeded = isOpened || value.length > 0
  const first = useAnswer(listUsers, { query: { page_size: 100 } }, { enabled: isNeeded })
  const found = useAnswer(listUsers, { query: { keyword, page_size: 50 } }, { enabled: keyword !== '' })
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map())
  const loaded = namesOf(first.data?.list)
  const labels = new Map([
    ...value.map((id) => [id, names.get(id) ?? loaded.get(id) ?? `#${id}`] as const),
    ...(keyword === '' ? loaded : namesOf(found.data?.list)),
  ])
  return (
    <MultiSelect
      {...shared}
      {...field}
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

function namesOf(users: AnswerOf<typeof listUsers>['list'] = []): ReadonlyMap<number, string> {
  return new Map(users.map(({ id, username, nickname }) => [id, nameOf(username, nickname)]))
}

function nameOf(username: string, nickname: string): string {
  return nickname === '' || nickname === username ? username : `${nickname} (${username})`
}
