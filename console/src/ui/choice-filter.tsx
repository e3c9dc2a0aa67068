import { Select } from '@mantine/core'

/** Filters a list by one of a few values, or by none. */
export function ChoiceFilter<Value extends string>({
  label,
  value,
  choices,
  onChoose,
}: {
  label: string
  value: string | number | undefined
  choices: readonly { readonly value: Value; readonly label: string }[]
  onChoose: (value: Value | undefined) => void
}) {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      data={choices}
      value={value === undefined ? null : String(value)}
      onChange={(chosen) => onChoose(choices.find((choice) => choice.value === chosen)?.value)}
      clearable
      searchable={choices.length > 10}
      maw={{ sm: 200 }}
      flex="1 1 140px"
    />
  )
}
