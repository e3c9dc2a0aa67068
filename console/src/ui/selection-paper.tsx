import { Group, Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWords } from '../lib/words.tsx'
import { uiWords } from './ui.words.ts'

/** The bar with the actions for the selected rows. It stays in sight. */
export function SelectionPaper({
  n,
  before,
  children,
}: {
  n: number
  before?: ReactNode
  children: ReactNode
}) {
  const say = useWords(uiWords)
  return (
    <Paper withBorder p="xs" pos="sticky" top={60} style={{ zIndex: 5 }}>
      <Group gap="xs">
        {before}
        <Text size="sm" mr="sm" role="status">
          {say('selected', { n })}
        </Text>
        {children}
      </Group>
    </Paper>
  )
}
