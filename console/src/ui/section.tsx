import { Grid, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A section of a long form, with its heading beside it, or above it on narrow screens. */
export function Section({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section">
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Title order={2} size="h5">
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="md">{children}</Stack>
        </Grid.Col>
      </Grid>
    </Paper>
  )
}
