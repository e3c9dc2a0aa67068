import { Button, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '../../lib/words.tsx'
import { signInWords } from './sign-in.words.ts'

/** A code from the authenticator app, or a recovery code. */
export function CodeInput({
  value,
  onChange,
  error,
}: {
  value: string
  onChange: (next: string) => void
  error?: string | undefined
}) {
  const say = useWords(signInWords)
  const [recovery, setRecovery] = useState(false)
  return (
    <Stack gap={4} align="stretch">
      <TextInput
        key={recovery ? 'recovery' : 'otp'}
        label={say(recovery ? 'recovery' : 'otp')}
        description={say(recovery ? 'recoveryHint' : 'otpHint')}
        autoComplete={recovery ? 'off' : 'one-time-code'}
        inputMode={recovery ? 'text' : 'numeric'}
        autoFocus
        data-autofocus
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        error={error}
      />
      <Button
        variant="subtle"
        size="compact-sm"
        style={{ alignSelf: 'flex-start' }}
        onClick={() => {
          setRecovery(!recovery)
          onChange('')
        }}
      >
        {say(recovery ? 'useOtp' : 'useRecovery')}
      </Button>
    </Stack>
  )
}
