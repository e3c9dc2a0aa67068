import { type Role, roles } from '@inkstone/contract/permissions.ts'
import { createUser, updateUser } from '@inkstone/contract/users.ts'
import { Radio, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useCreateOrEdit } from '../../lib/create-or-edit.ts'
import { useFields } from '../../lib/fields.ts'
import { useSendsMail } from '../../lib/mail.ts'
import { useMe } from '../../lib/may.ts'
import { useWords } from '../../lib/words.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { MomentInput } from '../../ui/moment-input.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import type { Handed } from './handed-link.tsx'
import { roleWords } from './roles.words.ts'
import { USER_TOUCHES, type UserItem } from './user-item.ts'
import { userWords } from './users.words.ts'

interface UserFields extends Readonly<Record<string, unknown>> {
  readonly username: string
  readonly email: string
  readonly nickname: string
  readonly password: string
  readonly role: Role
  readonly status: 0 | 1
  readonly is_vip: 0 | 1
  readonly vip_expire: string | null
}

const EMPTY: UserFields = {
  username: '',
  email: '',
  nickname: '',
  password: '',
  role: 'member',
  status: 1,
  is_vip: 0,
  vip_expire: null,
}

const ROLE_HINTS = {
  member: 'memberHint',
  editor: 'editorHint',
  auditor: 'auditorHint',
  admin: 'adminHint',
} as const

export function UserForm({
  edited,
  onClose,
  onInvited,
}: {
  edited: UserItem | 'new'
  onClose: () => void
  onInvited: (handed: Handed) => void
}) {
  const say = useWords(userWords)
  const ui = useWords(uiWords)
  const roleName = useWords(roleWords)
  const isMe = useMe()?.id === (edited === 'new' ? undefined : edited.id)
  const form = useFields(edited === 'new' ? EMPTY : fieldsOf(edited))
  const sendsMail = useSendsMail()
  const [invites, setInvites] = useState(true)
  const { isNew, busy, save } = useCreateOrEdit(edited === 'new' ? edited : edited.id, form, {
    create: createUser,
    update: updateUser,
    touches: USER_TOUCHES,
    texts: { created: say('created'), saved: ui('saved') },
    onCreated: ({ username, link }) => {
      onClose()
      if (link !== undefined) onInvited({ kind: 'invitation', name: username, link })
    },
    onUpdated: onClose,
  })
  const submit = () => {
    const { password, ...others } = form.values
    save(form.values, invites ? others : { ...others, password })
  }
  return (
    <FormDrawer opened title={say(isNew ? 'create' : 'edit')} onClose={onClose} onSubmit={submit} busy={busy}>
      <TextInput
        label={say('username')}
        description={say('usernameHint')}
        required
        data-autofocus
        autoComplete="off"
        {...form.text('username')}
      />
      <TextInput label={say('email')} type="email" required autoComplete="off" {...form.text('email')} />
      <TextInput label={say('nickname')} description={say('nicknameHint')} {...form.text('nickname')} />
      {isNew && (
        <Radio.Group
          label={say('wayIn')}
          value={invites ? 'invite' : 'password'}
          onChange={(chosen) => setInvites(chosen === 'invite')}
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value="invite"
              label={say('invite')}
              description={say(sendsMail ? 'inviteHint' : 'inviteHintNoMail')}
            />
            <Radio value="password" label={say('withPassword')} />
          </Stack>
        </Radio.Group>
      )}
      {isNew && invites ? null : isMe ? (
        <Text size="sm" c="dimmed">
          {say('ownPassword')}
        </Text>
      ) : (
        <PasswordField
          label={say(isNew ? 'password' : 'newPassword')}
          description={say(isNew ? 'passwordHint' : 'newPasswordHint')}
          required={isNew}
          autoComplete="new-password"
          {...form.text('password')}
        />
      )}
      <Select
        label={say('role')}
        description={say(ROLE_HINTS[form.values.role])}
        data={roles.map((value) => ({ value, label: roleName(value) }))}
        allowDeselect={false}
        {...form.bind('role')}
        onChange={(role) => role !== null && form.set('role', role)}
      />
      <Switch
        label={say('enabled')}
        description={say('enabledHint')}
        error={form.errorOf('status')}
        {...form.flag('status')}
      />
      <Switch
        label={say('vip')}
        description={say('vipHint')}
        error={form.errorOf('is_vip')}
        {...form.flag('is_vip')}
      />
      {form.values.is_vip === 1 && (
        <MomentInput label={say('vipUntil')} none={say('forever')} {...form.bind('vip_expire')} />
      )}
    </FormDrawer>
  )
}

function fieldsOf({ username, email, nickname, role, status, is_vip, vip_expire }: UserItem): UserFields {
  return { username, email, nickname, password: '', role, status, is_vip, vip_expire }
}
