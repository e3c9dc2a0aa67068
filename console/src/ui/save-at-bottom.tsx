import { Button, Paper } from '@mantine/core'

/** On a phone the other buttons are above or below the whole text. */
export function SaveAtBottom({ label, busy, onSave }: { label: string; busy: boolean; onSave: () => void }) {
  return (
    <Paper withBorder shadow="md" p="xs" pos="sticky" bottom={12} style={{ zIndex: 5 }} hiddenFrom="md">
      <Button fullWidth size="sm" loading={busy} onClick={onSave}>
        {label}
      </Button>
    </Paper>
  )
}
