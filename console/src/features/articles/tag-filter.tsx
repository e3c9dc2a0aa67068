import { listTags } from '@inkstone/contract/tags.ts'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useAnswer } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { articleWords } from './articles.words.ts'
import { useTagNames } from './tag-names.ts'

const SETTLED_MS = 300

/** Filters by one of the tags, which the server searches: there may be more than a list can show. */
export function TagFilter({
  value,
  onChange,
  w,
}: {
  value: number | undefined
  onChange: (id: number | undefined) => void
  w: { base: string; sm: number }
}) {
  const say = useWords(articleWords)
  const ui = useWords(uiWords)
  const [typed, setTyped] = useState('')
  const [isOpened, setOpened] = useState(false)
  const nameOf = useTagNames(value === undefined ? [] : [value])
  const current = value === undefined ? '' : nameOf(value)
  const [searched] = useDebouncedValue(typed.trim(), SETTLED_MS)
  const keyword = searched === current ? '' : searched
  const { data } = useAnswer(listTags, { query: { keyword, page_size: 100 } }, { enabled: isOpened })
  const choices = new Map([
    ...(value === undefined ? [] : [[value, current] as const]),
    ...(data?.list ?? []).map(({ id, name }) => [id, name] as const),
  ])
  return (
    <Select
      aria-label={say('tags')}
      placeholder={say('everyTag')}
      clearable
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      nothingFoundMessage={ui('nothingFound')}
      // The server has already filtered. A found alias need not be in the name.
      filter={({ options }) => options}
      w={w}
      value={value === undefined ? null : String(value)}
      onChange={(next) => onChange(next === null ? undefined : Number(next))}
      data={[...choices].map(([id, label]) => ({ value: String(id), label }))}
    />
  )
}
