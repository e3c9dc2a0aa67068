import { listAuthors } from '@inkstone/contract/authors.ts'
import { listUsers } from '@inkstone/contract/users.ts'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useMay, useMe } from '../../lib/may.ts'
import { useAnswer } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { articleWords } from './articles.words.ts'

const SETTLED_MS = 300

/** Users by a part of their name: all for user managers, otherwise those who have published. */
function usePeople(typed: string, isNeeded: boolean): ReadonlyMap<number, string> {
  const say = useWords(articleWords)
  const me = useMe()
  const mayListUsers = useMay()('users.manage')
  const [keyword] = useDebouncedValue(typed.trim(), SETTLED_MS)
  const users = useAnswer(
    listUsers,
    { query: { keyword, page_size: 50 } },
    { enabled: isNeeded && mayListUsers },
  )
  const authors = useAnswer(
    listAuthors,
    { query: { page_size: 100 } },
    { enabled: isNeeded && !mayListUsers },
  )
  return new Map([
    ...(me ? [[me.id, say('mine')] as const] : []),
    ...(users.data?.list ?? authors.data?.list ?? [])
      .filter(({ id }) => id !== me?.id)
      .map((person) => [person.id, nameOf(person)] as const),
  ])
}

function nameOf(person: { readonly id: number; readonly nickname: string; readonly username?: string }) {
  return person.nickname || person.username || `#${person.id}`
}

export function AuthorChoice({
  value,
  name,
  onChange,
  ...shared
}: {
  value: number | undefined
  /** The name of the selected user, if known. */
  name?: string | undefined
  onChange: (id: number | undefined) => void
  'aria-label'?: string
  'data-autofocus'?: boolean
  label?: string
  placeholder?: string
  clearable?: boolean
  w?: { base: string; sm: number }
  error?: string | undefined
}) {
  const say = useWords(articleWords)
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState(false)
  const people = usePeople(opened ? typed : '', opened || (value !== undefined && name === undefined))
  const choices = new Map([
    ...(value === undefined ? [] : [[value, people.get(value) ?? name ?? `#${value}`] as const]),
    ...people,
  ])
  return (
    <Select
      {...shared}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      nothingFoundMessage={say('nobody')}
      // The server has already filtered. A found name need not contain the typed text.
      data={[...choices].map(([id, label]) => ({ value: String(id), label }))}
      value={value === undefined ? null : String(value)}
      onChange={(next) => onChange(next === null ? undefined : Number(next))}
    />
  )
}

/** The name of the author that a list is filtered by. */
export function useAuthorName(id: number | undefined): string {
  const people = usePeople('', id !== undefined)
  return id === undefined ? '' : (people.get(id) ?? `#${id}`)
}
