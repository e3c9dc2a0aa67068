import { changePassword, updateMe } from '@inkstone/contract/sessions.ts'
import { Button, Group, Paper, PasswordInput, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../../lib/asking.ts'
import { useFields } from '../../lib/fields.ts'
import { useMe } from '../../lib/may.ts'
import { useWords } from '../../lib/words.tsx'
import { Page, Waiting } from '../../ui/page.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { tickFirstStep } from '../overview/first-steps.tsx'
import type { Me } from '../profile/about-me-form.tsx'
import { isPlaceholder } from './first-admin.tsx'
import { firstRunWords } from './first-run.words.ts'

/** A real address and a password that nobody else has seen. */
export function FirstSignInPage() {
  const say = useWords(firstRunWords)
  const me = useMe()
  return (
    <Page title={say('adminTitle')} hint={say('adminHint')}>
      {me ? <Asking me={me} /> : <Waiting />}
    </Page>
  )
}

function Asking({ me }: { me: Me }) {
  const say = useWords(firstRunWords)
  const ui = useWords(uiWords)
  const navigate = useNavigate()
  const form = useFields({
    email: isPlaceholder(me.email) ? '' : me.email,
    old_password: '',
    new_password: '',
    password: '',
  })
  const [repeated, setRepeated] = useState('')
  const [differs, setDiffers] = useState(false)
  // The password comes first: the address is asked for with the new one. What is done is not done twice.
  const [passwordIsSet, setPasswordIsSet] = useState(false)
  const moving = useAction(updateMe, {
    touches: ['/api/auth/me', '/api/users'],
    form,
    onDone: ({ pending_email }) => {
      tickFirstStep('stepPassword')
      const message = pending_email === '' ? say('adminDone') : say('adminPending', { email: pending_email })
      notifications.show({ color: 'teal', message })
      navigate({ to: '/' })
    },
  })
  const { email, old_password, new_password } = form.values
  const move = () => moving.mutate({ body: { email, password: new_password } })
  const changing = useAction(changePassword, {
    touches: [],
    form,
    onDone: () => {
      setPasswordIsSet(true)
      move()
    },
  })
  const submit = () => {
    setDiffers(repeated !== new_password)
    if (passwordIsSet) move()
    else if (repeated === new_password) changing.mutate({ body: { old_password, new_password } })
  }
  const eye = { visibilityToggleButtonProps: { 'aria-label': say('showPassword') } }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Paper withBorder p="md" maw={480}>
        <Stack>
          <input type="text" autoComplete="username" value={me.username} readOnly hidden />
          <TextInput
            label={say('email')}
            type="email"
            autoComplete="email"
            required
            {...form.text('email')}
          />
          {!passwordIsSet && (
            <>
              <PasswordInput
                label={say('oldPassword')}
                autoComplete="current-password"
                required
                {...eye}
                {...form.text('old_password')}
              />
              <PasswordInput
                label={say('newPassword')}
                description={say('newPasswordHint')}
                autoComplete="new-password"
                required
                {...eye}
                {...form.text('new_password')}
              />
              <PasswordInput
                label={say('repeat')}
                autoComplete="new-password"
                required
                {...eye}
                value={repeated}
                onChange={({ currentTarget }) => {
                  setRepeated(currentTarget.value)
                  setDiffers(false)
                }}
                error={differs && say('differs')}
              />
            </>
          )}
          <Group justify="flex-end">
            <Button
              type="submit"
              loading={changing.isPending || moving.isPending}
              disabled={email.trim() === ''}
            >
              {ui('save')}
            </Button>
          </Group>
        </Stack>
      </Paper>
    </form>
  )
}
