import { getSiteInfo } from '@inkstone/contract/site.ts'
import { Alert, Anchor, Button, Divider, Group, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { canUsePasskeys, PasskeyStopped } from '../../lib/passkeys.ts'
import { useAnswer } from '../../lib/requests.ts'
import { leaveForProvider, providerRefusal, signIn, signInWithPasskey } from '../../lib/signing-in.ts'
import { useWords } from '../../lib/words.tsx'
import { Form } from '../../ui/form.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { CodeInput } from './code-input.tsx'
import { providerWords, signInWords } from './sign-in.words.ts'

/** Response codes: second factor required, unknown user, wrong password. */
const CODE_NEEDED = 10_005
const USER_UNKNOWN = 10_003
const PASSWORD_WRONG = 10_004

/** All ways to sign in. `known` is the user whose session ended, signing in again over the current screen. */
export function SignInForm({ known }: { known?: string }) {
  const say = useWords(signInWords)
  const client = useQueryClient()
  const [username, setUsername] = useState(known ?? '')
  const [password, setPassword] = useState('')
  const [otp, setOtp] = useState('')
  const signing = useMutation({
    mutationFn: () => signIn(username, password, otp.trim()),
    onSuccess: () => client.invalidateQueries(),
  })
  // Once the server has asked for a code, the field stays.
  const [needsCode, setNeedsCode] = useState(false)
  const code = signing.error instanceof ApiError ? signing.error.code : undefined
  if (code === CODE_NEEDED && !needsCode) setNeedsCode(true)
  const isAsking = code === CODE_NEEDED && otp === ''
  // Do not reveal which usernames exist.
  const isWrong = code === USER_UNKNOWN || code === PASSWORD_WRONG
  const fields = signing.error instanceof ApiError ? signing.error.fields : {}
  return (
    <Stack>
      <Form onSubmit={() => signing.mutate()}>
        <Stack>
          {signing.error && !isAsking && Object.keys(fields).length === 0 && (
            <Alert color="red" role="alert">
              {isWrong ? say('wrong') : signing.error.message}
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
          <PasswordField
            required={false}
            label={say('password')}
            autoComplete="current-password"
            autoFocus={known !== undefined}
            data-autofocus={known !== undefined || undefined}
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            error={fields.password?.join(' ')}
          />
          {needsCode && <CodeInput value={otp} onChange={setOtp} error={fields.otp?.join(' ')} />}
          <Button type="submit" loading={signing.isPending} fullWidth>
            {say('signIn')}
          </Button>
          {known === undefined && <WithoutPassword />}
        </Stack>
      </Form>
      <OtherWays />
    </Stack>
  )
}

/** Links for forgotten passwords and registration. */
function WithoutPassword() {
  const say = useWords(signInWords)
  const { data } = useAnswer(getSiteInfo, { anonymous: true })
  return (
    <Group justify="space-between" gap="xs">
      <Anchor component={Link} to="/forgot-password" size="sm">
        {say('forgot')}
      </Anchor>
      {data?.sign_in.registration === 1 && (
        <Anchor component={Link} to="/register" size="sm">
          {say('register')}
        </Anchor>
      )}
    </Group>
  )
}

/** Passkeys and single sign-on, if configured. */
function OtherWays() {
  const say = useWords(signInWords)
  const sayRefusal = useWords(providerWords)
  const client = useQueryClient()
  const { data } = useAnswer(getSiteInfo, { anonymous: true })
  const using = useMutation({
    mutationFn: signInWithPasskey,
    onSuccess: () => client.invalidateQueries(),
  })
  const hasPasskeys = data?.sign_in.passkeys === 1 && canUsePasskeys()
  const hasProvider = data?.sign_in.single_sign_on === 1
  if (!hasPasskeys && !hasProvider) return null
  const refusal = providerRefusal()
  return (
    <Stack>
      <Divider label={say('or')} />
      {using.error && (
        <Alert color="red" role="alert">
          {using.error instanceof PasskeyStopped ? say('passkeyStopped') : using.error.message}
        </Alert>
      )}
      {refusal !== '' && !using.error && (
        <Alert color="red" role="alert">
          {sayRefusal(
            refusal in providerWords ? (refusal as keyof typeof providerWords) : 'single-sign-on-refused',
          )}
        </Alert>
      )}
      {hasPasskeys && (
        <Button variant="default" fullWidth loading={using.isPending} onClick={() => using.mutate()}>
          {say('passkey')}
        </Button>
      )}
      {hasProvider && (
        <Button variant="default" fullWidth onClick={() => leaveForProvider()}>
          {say('provider')}
        </Button>
      )}
    </Stack>
  )
}
