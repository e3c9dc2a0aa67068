import { type Role, roles } from '@inkstone/contract/permissions.ts'
import { setSiteRoles } from '@inkstone/contract/site-roles.ts'
import { listSites } from '@inkstone/contract/sites.ts'
import { Alert, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { useAction, useAnswer } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { Loaded } from '../../ui/page.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { roleWords } from './roles.words.ts'
import { USER_TOUCHES, type UserItem } from './user-item.ts'
import { userWords } from './users.words.ts'

/** The roles of a user on each site. */
export function SiteRolesForm({ user, onClose }: { user: UserItem; onClose: () => void }) {
  const say = useWords(userWords)
  const ui = useWords(uiWords)
  const roleName = useWords(roleWords)
  const sites = useAnswer(listSites, { query: { page_size: 100 } })
  const [chosen, setChosen] = useState<ReadonlyMap<number, Role>>(
    () => new Map(user.sites.map(({ site_id, role }) => [site_id, role])),
  )
  const saving = useAction(setSiteRoles, {
    touches: [...USER_TOUCHES, '/api/members'],
    done: ui('saved'),
    onDone: onClose,
  })
  const choose = (siteId: number, role: string | null) => {
    const next = new Map(chosen)
    const known = roles.find((one) => one === role)
    if (known) next.set(siteId, known)
    else next.delete(siteId)
    setChosen(next)
  }
  return (
    <FormDrawer
      opened
      title={say('rolesOf', { name: user.username })}
      onClose={onClose}
      busy={saving.isPending}
      onSubmit={() =>
        saving.mutate({
          params: { id: user.id },
          body: [...chosen].map(([site_id, role]) => ({ site_id, role })),
        })
      }
    >
      <Text size="sm">{say('rolesText', { role: roleName(user.role) })}</Text>
      {chosen.size > 0 && <Alert color="orange">{say('rolesWarning')}</Alert>}
      <Loaded answer={sites}>
        {({ list }) =>
          list.map(({ id, name }) => (
            <Select
              key={id}
              label={name}
              placeholder={chosen.size > 0 ? roleName('member') : roleName(user.role)}
              clearable
              data={roles.map((value) => ({ value, label: roleName(value) }))}
              value={chosen.get(id) ?? null}
              onChange={(role) => choose(id, role)}
            />
          ))
        }
      </Loaded>
    </FormDrawer>
  )
}
