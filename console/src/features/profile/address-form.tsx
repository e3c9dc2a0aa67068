import { updateMe } from '@inkstone/contract/sessions.ts'
import { getSiteInfo } from '@inkstone/contract/site.ts'
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useFields } from '../../lib/fields.ts'
import { useAction, useAnswer } from '../../lib/requests.ts'
import { currentSession, storeSession } from '../../lib/session.ts'
import { useWords } from '../../lib/words.tsx'
import { Form } from '../../ui/form.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import type { Me } from './about-me-form.tsx'
import { profileWords } from './profile.words.ts'

/** With e-mail configured, a new address requires the password and the link sent to it. */
export function AddressForm({ me }: { me: Me }) {
  const say = useWords(profileWords)
  const sendsMail = useAnswer(getSiteInfo).data?.sign_in.mail === 1
  const form = useFields({ email: me.email, password: '' })
  const changing = useAction(updateMe, {
    touches: ['/api/auth/me', '/api/users'],
    form,
    onDone: ({ email }) => {
      const session = currentSession()
      if (session) storeSession({ ...session, user: { ...session.user, email } })
      form.reset({ email, password: '' })
      if (email !== me.email) notifications.show({ color: 'teal', message: say('addressChanged') })
    },
  })
  const isOther = form.values.email.trim() !== me.email
  if (sendsMail && me.has_password === 0) return <Text size="sm">{say('addressNoPassword')}</Text>
  return (
    <Form
      onSubmit={() => {
        const { email, password } = form.values
        changing.mutate({ body: { email, ...(sendsMail && { password }) } })
      }}
    >
      <Stack gap="md">
        {me.pending_email !== '' && (
          <Alert color="ink" role="status">
            {say('pending', { email: me.pending_email })}
          </Alert>
        )}
        <TextInput label={say('email')} type="email" autoComplete="email" required {...form.text('email')} />
        {sendsMail && isOther && (
          <PasswordField
            label={say('addressPassword')}
            description={say('addressPasswordHint')}
            autoComplete="current-password"
            required
            {...form.text('password')}
          />
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={changing.isPending} disabled={!isOther}>
            {say('changeAddress')}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}
