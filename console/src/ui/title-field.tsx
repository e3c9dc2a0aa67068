import { Textarea } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import type { Bound } from '../lib/fields.ts'
import { isComposing } from './composing.ts'

/** A title of one paragraph that is shown whole: it wraps, and Enter goes on to the text. */
export function TitleField({
  label,
  value,
  error,
  autoFocus,
  onChange,
  onDone,
}: Bound<string> & {
  label: string
  autoFocus: boolean
  onDone: () => void
}) {
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event)) return
    const { selectionEnd, value } = event.currentTarget
    const isAtEnd = selectionEnd === value.length
    if (event.key !== 'Enter' && !(event.key === 'ArrowDown' && isAtEnd)) return
    event.preventDefault()
    onDone()
  }
  return (
    <Textarea
      aria-label={label}
      placeholder={label}
      size="lg"
      autosize
      minRows={1}
      autoFocus={autoFocus}
      value={value}
      error={error}
      onKeyDown={onKey}
      // Pasted text may have several lines.
      onChange={({ currentTarget }) => onChange(currentTarget.value.replace(/[\r\n]+/g, ' '))}
    />
  )
}
