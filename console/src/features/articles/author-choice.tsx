import { listAuthors } from '@inkstone/contract/authors.ts'
import { listUsers } from '@inkstone/contract/users.ts'
import { Select } from '@mantine/core'
import { useState } from 'react'
import { useMay, useMe } from '../../lib/may.ts'
import { useAnswer } from '../../lib/requests.ts'
import { useSearchedField } from '../../lib/searched-field.ts'
import { useWords } from '../../lib/words.tsx'
import { articleWords } from './articles.words.ts'

/** Users by a part of their name: all for user managers, otherwise those who have published. */
function usePeople(keyword: string, isNeeded: boolean): ReadonlyMap<number, string> {
  const say = useWords(articleWords)
  const me = useMe()
  const mayListUsers = useMay()('users.manage')
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
  const [met, setMet] = useState<ReadonlyMap<number, string>>(new Map())
  const known = usePeople('', value !== undefined && name === undefined)
  const current = met.get(value ?? 0) ?? known.get(value ?? 0) ?? name ?? `#${value}`
  const { keyword, isOpened, field } = useSearchedField(current)
  const people = usePeople(keyword, isOpened)
  const choices = new Map([...(value === undefined ? [] : [[value, current] as const]), ...people])
  return (
    <Select
      {...shared}
      {...field}
      nothingFoundMessage={say('nobody')}
      data={[...choices].map(([id, label]) => ({ value: String(id), label }))}
      value={value === undefined ? null : String(value)}
      onChange={(next) => {
        setMet(choices)
        onChange(next === null ? undefined : Number(next))
      }}
    />
  )
}

/** The name of the author that a list is filtered by. */
export function useAuthorName(id: number | undefined): string {
  const people = usePeople('', id !== undefined)
  return id === undefined ? '' : (people.get(id) ?? `#${id}`)
}
