import { Button, Paper } from '@mantine/core'
import type { ReactNode } from 'react'
import { useHeightAs } from './height-as.ts'

/** On a phone the other buttons are above or below the whole text. */
export function SaveAtBottom({
  label,
  busy,
  onSave,
  children,
}: {
  label: string
  busy: boolean
  onSave: () => void
  /** What to know before saving. */
  children?: ReactNode
}) {
  return (
    <Paper
      ref={useHeightAs('--save-bar-height')}
      withBorder
      shadow="md"
      p="xs"
      pos="sticky"
      bottom={12}
      style={{ zIndex: 5 }}
      hiddenFrom="md"
    >
      {children}
      <Button fullWidth size="sm" loading={busy} onClick={onSave}>
        {label}
      </Button>
    </Paper>
  )
}
