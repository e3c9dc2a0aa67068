import { Alert, Group, Input, SegmentedControl, Textarea } from '@mantine/core'
import { useId, useState } from 'react'
import { useWords } from '../lib/words.tsx'
import { useConfirm } from './confirm.tsx'
import { keepsMarkup } from './kept-markup.ts'
import { richTextWords } from './rich-text.words.ts'
import { asEdited, VisualEditor } from './visual-editor.tsx'

const isKept = (html: string) => keepsMarkup(html, asEdited(html))

type Mode = 'visual' | 'html'

/**
 * Edits HTML, as it will look or as it is written. What the first way would lose is edited the second way, and nobody
 * loses a table of contents or a video by correcting a word. Which way is decided by the value that it first gets.
 */
export function RichText({
  value,
  onChange,
  error,
  label,
}: {
  value: string
  onChange: (html: string) => void
  error?: string | undefined
  label: string
}) {
  const say = useWords(richTextWords)
  const confirm = useConfirm()
  const id = useId()
  const [first] = useState(() => ({ kept: isKept(value) }))
  const [mode, setMode] = useState<Mode>(first.kept ? 'visual' : 'html')

  const change = (next: Mode) => {
    if (next === 'html' || isKept(value)) setMode(next)
    else confirm(say('losing'), say('switchAnyway'), () => setMode('visual'))
  }
  return (
    <Input.Wrapper label={label} error={error} labelElement="div" id={id}>
      <Group justify="flex-end" mt={-22} mb={6}>
        <SegmentedControl
          size="xs"
          aria-label={say('mode')}
          value={mode}
          onChange={(next) => change(next as Mode)}
          data={[
            { value: 'visual', label: say('visual') },
            { value: 'html', label: say('html') },
          ]}
        />
      </Group>
      {!first.kept && mode === 'html' && (
        <Alert mb="xs" color="yellow">
          {say('keptAsHtml')}
        </Alert>
      )}
      {mode === 'visual' ? (
        <VisualEditor value={value} onChange={onChange} label={label} />
      ) : (
        <Textarea
          aria-label={label}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          autosize
          minRows={16}
          maxRows={40}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
      )}
    </Input.Wrapper>
  )
}
