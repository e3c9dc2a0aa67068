import { Checkbox } from '@mantine/core'
import { toggled } from '../lib/selection.ts'
import { useWords } from '../lib/words.tsx'
import { uiWords } from './ui.words.ts'

export interface Selection {
  readonly ids: ReadonlySet<number>
  choose(ids: ReadonlySet<number>): void
}

export function SelectAll<Row extends { readonly id: number }>({
  rows,
  selection: { ids, choose },
}: {
  rows: readonly Row[]
  selection: Selection
}) {
  const say = useWords(uiWords)
  const chosen = rows.filter(({ id }) => ids.has(id)).length
  const all = chosen === rows.length && rows.length > 0
  // The selection on other pages stays.
  const toggledAll = () => {
    const next = new Set(ids)
    for (const { id } of rows)
      if (all) next.delete(id)
      else next.add(id)
    return next
  }
  return (
    <Checkbox
      size="xs"
      aria-label={say('selectAll')}
      checked={all}
      indeterminate={chosen > 0 && !all}
      onChange={() => choose(toggledAll())}
    />
  )
}

export function SelectOne<Row extends { readonly id: number }>({
  row,
  name,
  selection: { ids, choose },
}: {
  row: Row
  name: string
  selection: Selection
}) {
  const say = useWords(uiWords)
  return (
    <Checkbox
      size="xs"
      aria-label={say('selectOne', { name })}
      checked={ids.has(row.id)}
      onChange={() => choose(toggled(ids, row.id))}
    />
  )
}
