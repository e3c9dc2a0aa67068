import { changePassword } from '@inkstone/contract/sessions.ts'
import { Button, Group, Stack } from '@mantine/core'
import { useFields } from '../../lib/fields.ts'
import { useAction } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { Form } from '../../ui/form.tsx'
import { NewPasswordFields, PasswordField, useRepeated } from '../../ui/password-field.tsx'
import { profileWords } from './profile.words.ts'

const EMPTY = { old_password: '', new_password: '' }

export function PasswordForm({ username }: { username: string }) {
  const say = useWords(profileWords)
  const form = useFields(EMPTY)
  const repetition = useRepeated(form.values.new_password)
  const changing = useAction(changePassword, {
    touches: [],
    form,
    done: say('changed'),
    onDone: () => {
      form.reset(EMPTY)
      repetition.change('')
    },
  })
  return (
    <Form onSubmit={() => repetition.isSame() && changing.mutate({ body: form.values })}>
      <Stack gap="md">
        {/* For password managers, which store the password by username. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          label={say('oldPassword')}
          autoComplete="current-password"
          {...form.text('old_password')}
        />
        <NewPasswordFields field={form.text('new_password')} repetition={repetition} />
        <Group justify="flex-end">
          <Button type="submit" loading={changing.isPending} disabled={!form.dirty}>
            {say('change')}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}
