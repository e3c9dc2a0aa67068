import { createCategory } from '@inkstone/contract/categories.ts'
import { Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../lib/may.ts'
import { useAction } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { articleWords } from './articles.words.ts'

/** The value of the option that creates one. Ids are numbers. */
const NEW = 'new'

/** The category of an article. Users who may create categories can type a new name. */
export function MainCategory({
  choices,
  renderOption,
  value,
  onChange,
  error,
}: {
  choices: readonly { readonly value: string; readonly label: string; readonly name: string }[]
  renderOption: NonNullable<SelectProps['renderOption']>
  value: number | null
  onChange: (id: number | null) => void
  error: string | undefined
}) {
  const say = useWords(articleWords)
  const ui = useWords(uiWords)
  const may = useMay()
  const [typed, setTyped] = useState('')
  const creating = useAction(createCategory, {
    touches: ['/api/categories'],
    onDone: ({ id }) => onChange(id),
  })
  const name = typed.trim()
  const isKnown = choices.some((choice) =>
    [choice.name, choice.label].some((each) => each.toLowerCase() === name.toLowerCase()),
  )
  const offersNew = may('categories.manage') && name !== '' && !isKnown
  return (
    <Select
      label={say('category')}
      placeholder={say('noCategory')}
      required
      searchable
      nothingFoundMessage={ui('nothingFound')}
      searchValue={typed}
      onSearchChange={setTyped}
      disabled={creating.isPending}
      // Typing replaces the current name.
      onFocus={({ currentTarget }) => currentTarget.select()}
      onMouseUp={(event) => event.preventDefault()}
      renderOption={renderOption}
      data={[...choices, ...(offersNew ? [{ value: NEW, label: say('newCategory', { name }) }] : [])]}
      value={value === null ? null : String(value)}
      onChange={(next) => {
        if (next === NEW) creating.mutate({ body: { name } })
        else onChange(next === null ? null : Number(next))
      }}
      error={error}
    />
  )
}
