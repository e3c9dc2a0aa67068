import { ActionIcon, Alert, Button, Center, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { ApiError } from '../lib/api-error.ts'
import { isRateLimit } from '../lib/requests.ts'
import { useWords } from '../lib/words.tsx'
import { BackIcon } from './icons.tsx'
import { uiWords } from './ui.words.ts'

/** One screen: its title, its actions and its content. */
export function Page({
  title,
  back,
  hint,
  actions,
  children,
}: {
  title: string
  /** A link before the title, to the list that the screen belongs to. */
  back?: Back
  hint?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Inkstone`
  }, [title])
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Group gap="xs" wrap="nowrap" align="flex-start">
            {back && (
              <ActionIcon
                component={Link}
                to={back.to}
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={back.label}
              >
                <BackIcon />
              </ActionIcon>
            )}
            <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Title>
          </Group>
          {hint !== undefined && (
            <Text size="sm" c="dimmed" mt={4}>
              {hint}
            </Text>
          )}
        </div>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  )
}

export function Waiting({ isRateLimited = false }: { isRateLimited?: boolean }) {
  const say = useWords(uiWords)
  return (
    <Center py="xl">
      <Stack align="center">
        <Loader role="img" aria-label={say('loading')} />
        {isRateLimited && (
          <Text size="sm" role="status">
            {say('waitALittle')}
          </Text>
        )}
      </Stack>
    </Center>
  )
}

/** Whether the rate limit was reached. The request is retried automatically. */
export const isRateLimited = (answer: { failureReason?: Error | null }) => isRateLimit(answer.failureReason)

/** A retry would have the same result. */
const NOT_WORTH_RETRYING = new Set([400, 403, 404])

interface Back {
  readonly to: string
  readonly label: string
}

export function Failed({
  error,
  onRetry,
  back,
}: {
  error: Error
  onRetry?: () => void
  back?: Back | undefined
}) {
  const say = useWords(uiWords)
  const isFinal = error instanceof ApiError && NOT_WORTH_RETRYING.has(error.status)
  return (
    <Alert color="red" role="alert">
      <Group justify="space-between">
        <Text size="sm">{error.message}</Text>
        {onRetry && !isFinal && (
          <Button size="xs" variant="light" color="red" onClick={onRetry}>
            {say('retry')}
          </Button>
        )}
        {back && isFinal && (
          <Button component={Link} to={back.to} size="xs" variant="light" color="red">
            {back.label}
          </Button>
        )}
      </Group>
    </Alert>
  )
}

export interface Loading<Data> {
  readonly data: Data | undefined
  readonly error: Error | null
  readonly failureReason?: Error | null
  readonly refetch: () => unknown
}

/** The content once it is read; until then a loader, or why it cannot be read. */
export function Loaded<Data>({
  answer,
  back,
  children,
}: {
  answer: Loading<Data>
  /** Where to go if it does not exist. */
  back?: Back
  children: (data: Data) => ReactNode
}) {
  if (answer.data !== undefined) return children(answer.data)
  if (answer.error) return <Failed error={answer.error} onRetry={() => answer.refetch()} back={back} />
  return <Waiting isRateLimited={isRateLimited(answer)} />
}
