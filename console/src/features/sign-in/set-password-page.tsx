import { resetPassword } from '@inkstone/contract/account-links.ts'
import { Anchor, Button, PasswordInput, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../../lib/asking.ts'
import { useFields } from '../../lib/fields.ts'
import { keepSession } from '../../lib/session.ts'
import { useWords } from '../../lib/words.tsx'
import { tokenOfLink } from './link-token.ts'
import { BackToSignIn, Outcome, Outside } from './outside.tsx'
import { signInWords } from './sign-in.words.ts'

/** Where the links of a forgotten password and of an invitation lead. */
export function SetPasswordPage() {
  const say = useWords(signInWords)
  return (
    <Outside title={say('setTitle')} foot={<BackToSignIn />}>
      <SetPassword token={tokenOfLink()} />
    </Outside>
  )
}

function SetPassword({ token }: { token: string }) {
  const say = useWords(signInWords)
  const client = useQueryClient()
  const form = useFields({ password: '', token })
  const [repeated, setRepeated] = useState('')
  const [differs, setDiffers] = useState(false)
  const setting = useAction(resetPassword, {
    touches: [],
    form,
    // It has ended every session, the one of this browser too if it was theirs.
    onDone: () => {
      keepSession(undefined)
      client.clear()
    },
  })
  if (setting.isSuccess)
    return (
      <Outcome good text={say('isSet')}>
        <Button component={Link} to="/" fullWidth>
          {say('signIn')}
        </Button>
      </Outcome>
    )
  if (token === '' || form.errorOf('token') !== undefined)
    return (
      <Outcome good={false} text={say('linkEnded')}>
        <Anchor component={Link} to="/forgot-password" size="sm">
          {say('anotherLink')}
        </Anchor>
      </Outcome>
    )
  const submit = () => {
    setDiffers(repeated !== form.values.password)
    if (repeated === form.values.password) setting.mutate({ body: form.values })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack>
        <PasswordInput
          label={say('newPassword')}
          description={say('newPasswordHint')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': say('showPassword') }}
          autoFocus
          required
          {...form.text('password')}
        />
        <PasswordInput
          label={say('repeat')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': say('showPassword') }}
          required
          value={repeated}
          onChange={({ currentTarget }) => {
            setRepeated(currentTarget.value)
            setDiffers(false)
          }}
          error={differs && say('differs')}
        />
        <Button type="submit" loading={setting.isPending} fullWidth>
          {say('set')}
        </Button>
      </Stack>
    </form>
  )
}
