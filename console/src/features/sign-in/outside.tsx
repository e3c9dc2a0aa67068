import { Alert, Anchor, Center, Paper, Stack, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useWords } from '../../lib/words.tsx'
import { InkstoneMark } from '../../ui/inkstone-mark.tsx'
import { signInWords } from './sign-in.words.ts'

/** A page that works without signing in: one task, centered. */
export function Outside({
  title,
  wide = false,
  foot,
  children,
}: {
  title: string
  wide?: boolean
  foot?: ReactNode
  children: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Inkstone`
  }, [title])
  return (
    <Center component="main" mih="100vh" p="md" bg="var(--mantine-color-default-hover)">
      <Stack w="100%" maw={wide ? 560 : 400}>
        <Stack gap="xs" align="center">
          <InkstoneMark size={48} />
          <Title order={1} ta="center" size="h2">
            {title}
          </Title>
        </Stack>
        <Paper withBorder p="xl">
          {children}
        </Paper>
        {foot}
      </Stack>
    </Center>
  )
}

export function BackToSignIn() {
  const say = useWords(signInWords)
  return (
    <Anchor component={Link} to="/" size="sm" ta="center">
      {say('back')}
    </Anchor>
  )
}

/** The result, and a link to continue. */
export function Outcome({ good, text, children }: { good: boolean; text: string; children: ReactNode }) {
  return (
    <Stack>
      <Alert color={good ? 'teal' : 'red'} role={good ? 'status' : 'alert'}>
        {text}
      </Alert>
      {children}
    </Stack>
  )
}
