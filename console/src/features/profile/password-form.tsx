import { changePassword } from '@inkstone/contract/sessions.ts'
import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../lib/asking.ts'
import { useFields } from '../../lib/fields.ts'
import { useWords } from '../../lib/words.tsx'
import { profileWords } from './profile.words.ts'

const EMPTY = { old_password: '', new_password: '' }

export function PasswordForm({ username }: { username: string }) {
  const say = useWords(profileWords)
  const form = useFields(EMPTY)
  const [repeated, setRepeated] = useState('')
  const [differs, setDiffers] = useState(false)
  const changing = useAction(changePassword, {
    touches: [],
    form,
    done: say('changed'),
    onDone: () => {
      form.reset(EMPTY)
      setRepeated('')
    },
  })
  const submit = () => {
    setDiffers(repeated !== form.values.new_password)
    if (repeated === form.values.new_password) changing.mutate({ body: form.values })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="md">
        {/* Tells a password manager whose password this is. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <PasswordInput
          label={say('oldPassword')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': say('showPassword') }}
          required
          {...form.text('old_password')}
        />
        <PasswordInput
          label={say('newPassword')}
          description={say('newPasswordHint')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': say('showPassword') }}
          required
          {...form.text('new_password')}
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
        <Group justify="flex-end">
          <Button type="submit" loading={changing.isPending} disabled={!form.dirty}>
            {say('change')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
