import { type Role, roles } from '@inkstone/contract/permissions.ts'
import { deleteUser, listUsers } from '@inkstone/contract/users.ts'
import { Button, Group } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useAddress } from '../../lib/address.ts'
import { useMay } from '../../lib/may.ts'
import { useAction, useAnswer } from '../../lib/requests.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { ChoiceFilter } from '../../ui/choice-filter.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Listing } from '../../ui/listing.tsx'
import { Page } from '../../ui/page.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { Unbroken } from '../../ui/unbroken.tsx'
import { useHelp } from './account-help.ts'
import { type Handed, HandedLink } from './handed-link.tsx'
import { roleWords } from './roles.words.ts'
import { SiteRolesForm } from './site-roles-form.tsx'
import { Roles, UserName, WaysIn } from './user-cells.tsx'
import { UserForm } from './user-form.tsx'
import { USER_TOUCHES, type UserItem } from './user-item.ts'
import { userWords } from './users.words.ts'

export function UsersPage() {
  const say = useWords(userWords)
  const ui = useWords(uiWords)
  const roleName = useWords(roleWords)
  const confirm = useConfirm()
  const may = useMay()
  const [{ page, keyword = '', role, status }, change] = useAddress<{
    keyword?: string | undefined
    role?: Role | undefined
    status?: 0 | 1 | undefined
  }>()
  const users = useAnswer(listUsers, { query: { page, keyword, role, status } })
  const removing = useAction(deleteUser, { done: say('deleted'), touches: USER_TOUCHES })
  const [edited, setEdited] = useState<UserItem | 'new'>()
  const [placed, setPlaced] = useState<UserItem>()
  const [handed, setHanded] = useState<Handed>()
  const help = useHelp(setHanded)
  const search = useCallback((keyword: string) => change({ keyword }), [change])
  const remove = ({ id, username }: UserItem) =>
    confirm(say('deleteQuestion', { name: username }), ui('delete'), () =>
      removing.mutate({ params: { id } }),
    )
  return (
    <Page
      title={say('title')}
      hint={say('hint')}
      actions={
        may('users.manage') && (
          <Button leftSection={<PlusIcon size={16} />} onClick={() => setEdited('new')}>
            {say('create')}
          </Button>
        )
      }
    >
      <Group gap="xs">
        <SearchBox value={String(keyword)} label={say('search')} onSearch={search} />
        <ChoiceFilter
          label={say('role')}
          value={role}
          choices={roles.map((value) => ({ value, label: roleName(value) }))}
          onChoose={(value) => change({ role: value })}
        />
        <ChoiceFilter
          label={say('status')}
          value={status}
          choices={[
            { value: '1', label: say('enabled') },
            { value: '0', label: say('disabled') },
          ]}
          onChoose={(value) => change({ status: value === undefined ? undefined : value === '1' ? 1 : 0 })}
        />
      </Group>
      <Listing
        answer={users}
        filtered={keyword !== '' || role !== undefined || status !== undefined}
        nameOf={({ username }) => username}
        onPage={(page) => change({ page })}
        columns={[
          { head: say('user'), cell: (user) => <UserName user={user} /> },
          { head: say('role'), cell: (user) => <Roles user={user} /> },
          { head: say('factors'), cell: (user) => <WaysIn user={user} />, wideOnly: true },
          {
            head: say('lastSeen'),
            cell: ({ last_seen_time }) => <Unbroken>{short(last_seen_time) || say('never')}</Unbroken>,
            wideOnly: true,
          },
        ]}
        actions={(user) => (
          <RowMenu
            name={user.username}
            actions={[
              { label: ui('edit'), onClick: () => setEdited(user) },
              { label: say('siteRoles'), onClick: () => setPlaced(user) },
              ...help(user),
              { label: ui('delete'), danger: true, onClick: () => remove(user) },
            ]}
          />
        )}
      />
      {edited !== undefined && (
        <UserForm edited={edited} onClose={() => setEdited(undefined)} onInvited={setHanded} />
      )}
      {placed !== undefined && <SiteRolesForm user={placed} onClose={() => setPlaced(undefined)} />}
      {handed !== undefined && <HandedLink handed={handed} onClose={() => setHanded(undefined)} />}
    </Page>
  )
}
