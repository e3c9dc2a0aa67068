import { Box } from '@mantine/core'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import { onLines, tokensOfHtml } from './html-tokens.ts'

/** Longer texts are shown without colours, so that typing stays fast. */
const MAX_COLOURED_LENGTH = 300_000

/** The HTML with syntax colours. The coloured copy lies under a text field with transparent letters. */
export function HtmlView({
  value,
  onChange,
  label,
}: {
  value: string
  onChange: (html: string) => void
  label: string
}) {
  const id = useId()
  const [typed, setTyped] = useState({ value, text: onLines(value) })
  // Looking at the source is no change: the lines are added only to what is shown, until something is typed.
  const text = typed.value === value ? typed.text : onLines(value)
  const shown = useDeferredValue(text)
  const tokens = useMemo(
    () => (shown.length > MAX_COLOURED_LENGTH ? undefined : tokensOfHtml(shown)),
    [shown],
  )
  const isColoured = tokens !== undefined && shown === text
  return (
    <Box className="html-view">
      {isColoured && (
        <pre aria-hidden="true">
          {tokens.map(({ kind, text }, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the tokens have no identity but their position
            <span key={n} className={`html-${kind}`}>
              {text}
            </span>
          ))}{' '}
        </pre>
      )}
      <textarea
        id={id}
        aria-label={label}
        className={isColoured ? 'html-field html-field-clear' : 'html-field'}
        value={text}
        spellCheck={false}
        onChange={({ currentTarget }) => {
          setTyped({ value: currentTarget.value, text: currentTarget.value })
          onChange(currentTarget.value)
        }}
      />
    </Box>
  )
}
