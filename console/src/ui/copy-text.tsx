import { Button, CopyButton } from '@mantine/core'
import { useWords } from '../lib/words.tsx'
import { CheckIcon } from './icons.tsx'
import { uiWords } from './ui.words.ts'

/** A button that copies a text, and says so for a moment. */
export function CopyText({ text, label, size = 'sm' }: { text: string; label?: string; size?: 'xs' | 'sm' }) {
  const ui = useWords(uiWords)
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          size={size}
          onClick={copy}
          leftSection={copied ? <CheckIcon size={16} /> : undefined}
        >
          {copied ? ui('copied') : (label ?? ui('copy'))}
        </Button>
      )}
    </CopyButton>
  )
}
