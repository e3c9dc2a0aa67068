import { Box } from '@mantine/core'
import { useDeferredValue, useId, useMemo } from 'react'
import { tokensOfHtml } from './html-tokens.ts'

/** Beyond this the colours are left out: typing comes first. */
const MOST_COLOURED = 300_000

/** The text as it is written, in colours. The coloured copy lies under a field whose letters are not seen. */
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
  const shown = useDeferredValue(value)
  const tokens = useMemo(() => (shown.length > MOST_COLOURED ? undefined : tokensOfHtml(shown)), [shown])
  const isColoured = tokens !== undefined && shown === value
  return (
    <Box className="html-view">
      {isColoured && (
        <pre aria-hidden="true">
          {tokens.map(({ kind, text }, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces stand in a row and have nothing else
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
        value={value}
        spellCheck={false}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </Box>
  )
}
