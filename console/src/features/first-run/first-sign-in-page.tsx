import { changePassword, updateMe } from '@inkstone/contract/sessions.ts'
import { Button, Group, Paper, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useFields } from '../../lib/fields.ts'
import { useMe } from '../../lib/may.ts'
import { useAction } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { Form } from '../../ui/form.tsx'
import { Page, Waiting } from '../../ui/page.tsx'
import { NewPasswordFields, PasswordField, useRepeated } from '../../ui/password-field.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { tickFirstStep } from '../overview/first-steps.tsx'
import type { Me } from '../profile/about-me-form.tsx'
import { isPlaceholder } from './first-admin.tsx'
import { firstRunWords } from './first-run.words.ts'

/** Asks the first administrator for a real address and a new password. */
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
  // The password is changed first, and the address with the new password. A retry skips what is done.
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
  const repetition = useRepeated(new_password)
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
    if (passwordIsSet) move()
    else if (repetition.isSame()) changing.mutate({ body: { old_password, new_password } })
  }
  return (
    <Form onSubmit={submit}>
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
              <PasswordField
                label={say('oldPassword')}
                autoComplete="current-password"
                {...form.text('old_password')}
              />
              <NewPasswordFields field={form.text('new_password')} repetition={repetition} />
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
    </Form>
  )
}
