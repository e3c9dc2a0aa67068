import { listTemplates } from '@inkstone/contract/site.ts'
import { Autocomplete } from '@mantine/core'
import type { Bound } from '../lib/fields.ts'
import { useAnswer } from '../lib/requests.ts'

/** The name of a template, with those of the theme as suggestions. The file may be added later. */
export function TemplateField({
  label,
  description,
  value,
  onChange,
  error,
}: Bound<string> & { label: string; description: string }) {
  const { data = [] } = useAnswer(listTemplates)
  return (
    <Autocomplete
      label={label}
      description={description}
      value={value}
      onChange={onChange}
      error={error}
      aria-invalid={error !== undefined}
      data={data}
    />
  )
}
