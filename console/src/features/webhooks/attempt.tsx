import { Code, Group, Paper, Stack, Text } from '@mantine/core'
import { useWords } from '../../lib/words.tsx'
import { deliveryWords } from './webhooks.words.ts'

interface AttemptShown {
  readonly time: string
  readonly duration_ms: number
  readonly status: number | null
  readonly error: string
  readonly answer: string
}

/** One attempt: the response, its duration and its body. */
export function Attempt({ attempt }: { attempt: AttemptShown }) {
  const say = useWords(deliveryWords)
  const { status, error, answer } = attempt
  return (
    <Paper withBorder p="sm">
      <Stack gap={6} style={{ overflowWrap: 'anywhere' }}>
        <Group justify="space-between" gap="xs">
          <Text size="sm" fw={500} c={error === '' ? 'teal' : 'red'}>
            {status === null ? say('noAnswer') : say('status', { status })}
          </Text>
          <Text size="xs" c="dimmed">
            {attempt.time} · {say('took', { ms: attempt.duration_ms })}
          </Text>
        </Group>
        {status === null && error !== '' && <Text size="sm">{error}</Text>}
        {answer !== '' && (
          <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {answer}
          </Code>
        )}
        {status !== null && answer === '' && (
          <Text size="xs" c="dimmed">
            {say('emptyAnswer')}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}
