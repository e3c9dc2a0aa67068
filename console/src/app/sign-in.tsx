import {
  Alert,
  Button,
  Center,
  Modal,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { ApiError } from '../lib/api.ts'
import { keepSession, type Session } from '../lib/session.ts'
import { signIn } from '../lib/signing-in.ts'
import { useWords } from '../lib/words.tsx'
import { appWords } from './app.words.ts'
import { LanguageChoice } from './language-choice.tsx'

/** The code of the answer that asks for the second factor. */
const CODE_NEEDED = 10_005

function SignInForm({ known }: { known?: string }) {
  const say = useWords(appWords)
  const client = useQueryClient()
  const [username, setUsername] = useState(known ?? '')
  const [password, setPassword] = useState('')
  const [otp, setOtp] = useState('')
  const signing = useMutation({
    mutationFn: () => signIn(username, password, otp.trim()),
    onSuccess: () => client.invalidateQueries(),
  })
  // Once the server has asked for a code the field stays, whatever else is wrong afterwards.
  const [needsCode, setNeedsCode] = useState(false)
  const code = signing.error instanceof ApiError ? signing.error.code : undefined
  if (code === CODE_NEEDED && !needsCode) setNeedsCode(true)
  const isAsking = code === CODE_NEEDED && otp === ''
  const fields = signing.error instanceof ApiError ? signing.error.fields : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signing.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {signing.error && !isAsking && Object.keys(fields).length === 0 && (
          <Alert color="red" role="alert">
            {signing.error.message}
          </Alert>
        )}
        <TextInput
          label={say('username')}
          autoComplete="username"
          autoFocus={known === undefined}
          readOnly={known !== undefined}
          value={username}
          onChange={({ currentTarget }) => setUsername(currentTarget.value)}
          error={fields.username?.join(' ')}
        />
        <PasswordInput
          label={say('password')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': say('showPassword') }}
          autoFocus={known !== undefined}
          data-autofocus={known !== undefined || undefined}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          error={fields.password?.join(' ')}
        />
        {needsCode && (
          <TextInput
            label={say('otp')}
            description={say('otpHint')}
            autoComplete="one-time-code"
            inputMode="numeric"
            autoFocus
            value={otp}
            onChange={({ currentTarget }) => setOtp(currentTarget.value)}
            error={fields.otp?.join(' ')}
          />
        )}
        <Button type="submit" loading={signing.isPending} fullWidth>
          {say('signIn')}
        </Button>
      </Stack>
    </form>
  )
}

export function SignInPage() {
  const say = useWords(appWords)
  useEffect(() => {
    document.title = `${say('signIn')} · Inkstone`
  }, [say])
  return (
    <Center component="main" mih="100vh" p="md" bg="var(--mantine-color-default-hover)">
      <Stack w="100%" maw={380}>
        <Title order={1} ta="center" size="h2">
          Inkstone
        </Title>
        <Paper withBorder p="xl">
          <SignInForm />
        </Paper>
        <Center>
          <LanguageChoice />
        </Center>
      </Stack>
    </Center>
  )
}

/** Over what is on the screen, which stays as it is. */
export function SignInAgain({ session }: { session: Session }) {
  const say = useWords(appWords)
  const client = useQueryClient()
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={say('signIn')}
    >
      <Stack>
        <Text size="sm">{say('again')}</Text>
        <SignInForm known={session.user.username} />
        <Button
          variant="subtle"
          onClick={() => {
            keepSession(undefined)
            client.clear()
          }}
        >
          {say('otherUser')}
        </Button>
      </Stack>
    </Modal>
  )
}
