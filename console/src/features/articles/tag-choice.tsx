import { createTag, listTags } from '@inkstone/contract/tags.ts'
import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useAction, useAnswer } from '../../lib/asking.ts'
import { useMay } from '../../lib/may.ts'
import { useWords } from '../../lib/words.tsx'
import { articleWords } from './articles.words.ts'

export interface KnownTag {
  readonly id: number
  readonly name: string
}

/** Stands for the tag that is to be made: ids are numbers. */
const NEW = 'new'

/** Tags are found by what is typed, and what does not exist yet is made on the spot. */
export function TagChoice({
  known,
  value,
  onChange,
  error,
}: {
  known: readonly KnownTag[]
  value: readonly number[]
  onChange: (ids: readonly number[]) => void
  error: string | undefined
}) {
  const say = useWords(articleWords)
  const may = useMay()
  const [typed, setTyped] = useState('')
  const [keyword] = useDebouncedValue(typed.trim(), 300)
  const [met, setMet] = useState(known)
  const [isAsked, setAsked] = useState(false)
  const { data } = useAnswer(listTags, { query: { keyword, page_size: 20 } }, { enabled: isAsked })
  const meet = (tags: readonly KnownTag[]) =>
    setMet((before) => [...before, ...tags.filter(({ id }) => !before.some((one) => one.id === id))])
  const creating = useAction(createTag, {
    touches: ['/api/tags'],
    onDone: (tag) => {
      meet([tag])
      onChange([...value, tag.id])
      setTyped('')
    },
  })
  const found = data?.list ?? []
  const chosen = met.filter(({ id }) => value.includes(id))
  const choices = [...chosen, ...found.filter(({ id }) => !chosen.some((one) => one.id === id))]
  const isNew = keyword !== '' && !choices.some(({ name }) => name.toLowerCase() === keyword.toLowerCase())
  const shown = choices.map(({ id, name }) => ({ value: String(id), label: name }))
  if (isNew && may('tags.create')) shown.push({ value: NEW, label: say('newTag', { name: keyword }) })

  const choose = (values: readonly string[]) => {
    if (values.includes(NEW)) {
      creating.mutate({ body: { name: keyword } })
      return
    }
    meet(found)
    onChange(values.map(Number))
    setTyped('')
  }
  return (
    <MultiSelect
      label={say('tags')}
      description={say('tagsHint')}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setAsked(true)}
      // The server has searched; what it found need not hold the letters as they were typed.
      filter={({ options }) => options}
      data={shown}
      value={value.map(String)}
      onChange={choose}
      error={error}
      maxValues={50}
    />
  )
}
