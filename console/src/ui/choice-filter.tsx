import { Select } from '@mantine/core'

/** Filters a list by one of a few values, or by none. */
export function ChoiceFilter({
  label,
  value,
  choices,
  onChoose,
}: {
  label: string
  value: string | number | undefined
  choices: readonly { readonly value: string; readonly label: string }[]
  onChoose: (value: string | undefined) => void
}) {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      data={choices}
      value={value === undefined ? null : String(value)}
      onChange={(chosen) => onChoose(chosen ?? undefined)}
      clearable
      searchable={choices.length > 10}
      maw={{ sm: 200 }}
      flex="1 1 140px"
    />
  )
}
