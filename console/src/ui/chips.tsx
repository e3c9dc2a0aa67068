import { Button, CloseButton, Group } from '@mantine/core'
import { useWords } from '../lib/words.tsx'
import { uiWords } from './ui.words.ts'

export interface Chip {
  readonly key: string
  readonly label: string
  onRemove(): void
}

/** The active filters of a list, each with a button to remove it. */
export function Chips({ chips, onClear }: { chips: readonly Chip[]; onClear: () => void }) {
  const say = useWords(uiWords)
  if (chips.length === 0) return null
  return (
    <Group gap="xs">
      {chips.map(({ key, label, onRemove }) => (
        <div key={key} className="chip">
          <span>{label}</span>
          <CloseButton size="xs" aria-label={say('removeFilter', { name: label })} onClick={onRemove} />
        </div>
      ))}
      {chips.length > 1 && (
        <Button size="compact-sm" variant="subtle" onClick={onClear}>
          {say('clearFilters')}
        </Button>
      )}
    </Group>
  )
}
