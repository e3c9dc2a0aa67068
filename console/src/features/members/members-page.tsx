import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import { listMembers, removeMember, setMember } from '@inkstone/contract/members.ts'
import { type Role, roles } from '@inkstone/contract/permissions.ts'
import { Badge, Button, Group, Select, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAddress } from '../../lib/address.ts'
import { useFields } from '../../lib/fields.ts'
import { useAction, useAnswer } from '../../lib/requests.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Listing } from '../../ui/listing.tsx'
import { Page } from '../../ui/page.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { Unbroken } from '../../ui/unbroken.tsx'
import { roleWords } from '../users/roles.words.ts'
import { memberWords } from './members.words.ts'

type Member = AnswerOf<typeof listMembers>['list'][number]
const TOUCHES = ['/api/members', '/api/users', '/api/auth/me']

/** The users with a role on this site. */
export function MembersPage() {
  const say = useWords(memberWords)
  const ui = useWords(uiWords)
  const roleName = useWords(roleWords)
  const confirm = useConfirm()
  const [{ page }, change] = useAddress<Record<never, never>>()
  const members = useAnswer(listMembers, { query: { page } })
  const removing = useAction(removeMember, { touches: TOUCHES, done: say('removed') })
  const [edited, setEdited] = useState<Member | 'new'>()
  const add = (
    <Button leftSection={<PlusIcon size={16} />} onClick={() => setEdited('new')}>
      {say('add')}
    </Button>
  )
  return (
    <Page title={say('title')} hint={say('hint')} actions={add}>
      <Listing
        answer={members}
        nothing={say('nothing')}
        empty={add}
        nameOf={({ username }) => username}
        onPage={(page) => change({ page })}
        columns={[
          { head: say('user'), cell: (member) => <MemberName member={member} /> },
          { head: say('role'), cell: ({ role }) => <Unbroken>{roleName(role)}</Unbroken> },
          {
            head: say('lastSeen'),
            cell: ({ last_seen_time }) => <Unbroken>{short(last_seen_time) || say('never')}</Unbroken>,
            wideOnly: true,
          },
        ]}
        actions={(member) => (
          <RowMenu
            name={member.username}
            actions={[
              { label: say('changeRole'), onClick: () => setEdited(member) },
              {
                label: say('remove'),
                danger: true,
                onClick: () =>
                  confirm(say('removeQuestion', { name: member.username }), say('remove'), () =>
                    removing.mutate({ params: { id: member.id } }),
                  ),
              },
            ]}
          />
        )}
      />
      {edited !== undefined && (
        <MemberForm edited={edited} onClose={() => setEdited(undefined)} ui={ui('save')} />
      )}
    </Page>
  )
}

function MemberName({ member: { username, nickname, status, invited, second_factor } }: { member: Member }) {
  const say = useWords(memberWords)
  return (
    <Group gap={6} style={{ overflowWrap: 'anywhere' }}>
      <Text size="sm" fw={500}>
        {nickname || username}
      </Text>
      {nickname !== '' && nickname !== username && (
        <Text size="sm" c="dimmed">
          {username}
        </Text>
      )}
      {status === 0 && <Mark text={say('disabled')} />}
      {invited === 1 && <Mark text={say('invited')} />}
      {second_factor === 1 && <Mark text={say('factor')} />}
    </Group>
  )
}

const Mark = ({ text }: { text: string }) => (
  <Badge size="sm" variant="light" color="gray">
    {text}
  </Badge>
)

function MemberForm({ edited, ui, onClose }: { edited: Member | 'new'; ui: string; onClose: () => void }) {
  const say = useWords(memberWords)
  const roleName = useWords(roleWords)
  const isNew = edited === 'new'
  const form = useFields({
    user: isNew ? '' : edited.username,
    role: (isNew ? 'editor' : edited.role) as Role,
  })
  const saving = useAction(setMember, { touches: TOUCHES, form, done: say('saved'), onDone: onClose })
  return (
    <FormDrawer
      opened
      title={say(isNew ? 'add' : 'changeRole')}
      submitLabel={ui}
      onClose={onClose}
      busy={saving.isPending}
      onSubmit={() => saving.mutate({ body: form.values })}
    >
      <TextInput
        label={say('name')}
        description={say('nameHint')}
        required
        readOnly={!isNew}
        autoComplete="off"
        data-autofocus={isNew || undefined}
        {...form.text('user')}
      />
      <Select
        label={say('role')}
        data={roles.map((value) => ({ value, label: roleName(value) }))}
        allowDeselect={false}
        {...form.bind('role')}
        onChange={(role) => role !== null && form.set('role', role)}
      />
    </FormDrawer>
  )
}
