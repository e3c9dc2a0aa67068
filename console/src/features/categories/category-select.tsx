import { Select } from '@mantine/core'
import { useWords } from '../../lib/words.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { type CategoryNode, linesWithout } from './category-tree.ts'

/** Selects a category of the tree, or with `none` no category (0). */
export function CategorySelect({
  label,
  tree,
  without,
  none,
  required = false,
  value,
  onChange,
  error,
}: {
  label: string
  tree: readonly CategoryNode[]
  /** Left out together with its subcategories. */
  without?: number | undefined
  none?: string
  required?: boolean
  value: number | undefined
  onChange: (id: number | undefined) => void
  error?: string | undefined
}) {
  const ui = useWords(uiWords)
  const choices = linesWithout(tree, without).map(({ id, path }) => ({ value: String(id), label: path }))
  return (
    <Select
      label={label}
      required={required}
      searchable
      clearable={none === undefined}
      allowDeselect={false}
      nothingFoundMessage={ui('nothingFound')}
      data={none === undefined ? choices : [{ value: '0', label: none }, ...choices]}
      value={value === undefined ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? undefined : Number(chosen))}
      error={error}
    />
  )
}
