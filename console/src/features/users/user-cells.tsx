import { listSites } from '@inkstone/contract/sites.ts'
import { Avatar, Badge, Group, Stack, Text } from '@mantine/core'
import { useMe } from '../../lib/may.ts'
import { useAnswer } from '../../lib/requests.ts'
import { useListed, useWords } from '../../lib/words.tsx'
import { INITIALS_COLORS } from '../../ui/initials.ts'
import { Unbroken } from '../../ui/unbroken.tsx'
import { roleWords } from './roles.words.ts'
import type { UserItem } from './user-item.ts'
import { userWords } from './users.words.ts'

/** The role of a user, on all sites or on single ones. */
export function Roles({ user: { role, sites } }: { user: UserItem }) {
  const say = useWords(userWords)
  const roleName = useWords(roleWords)
  const { data } = useAnswer(listSites, { query: { page_size: 100 } })
  if (sites.length === 0) return <Unbroken>{roleName(role)}</Unbroken>
  const nameOf = (siteId: number) => data?.list.find(({ id }) => id === siteId)?.name ?? `#${siteId}`
  return (
    <Stack gap={0}>
      {sites.map((row) => (
        <Text key={row.site_id} size="sm">
          {say('onSite', { site: nameOf(row.site_id), role: roleName(row.role) })}
        </Text>
      ))}
    </Stack>
  )
}

export function WaysIn({ user: { second_factor, passkeys, linked, invited } }: { user: UserItem }) {
  const say = useWords(userWords)
  const listed = useListed()
  const ways = [
    ...(second_factor === 1 ? [say('factorOn')] : []),
    ...(passkeys > 0 ? [say('passkeys', { n: passkeys })] : []),
    ...(linked === 1 ? [say('linked')] : []),
  ]
  if (ways.length === 0 && invited === 1) return null
  return (
    <Text size="sm" {...(ways.length === 0 && { c: 'dimmed' })}>
      {ways.length > 0 ? listed(ways) : say('passwordOnly')}
    </Text>
  )
}

export function UserName({ user }: { user: UserItem }) {
  const say = useWords(userWords)
  const me = useMe()
  const { username, nickname, email, avatar } = user
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar
        src={avatar || null}
        name={nickname || username}
        alt=""
        size={34}
        color="initials"
        allowedInitialsColors={INITIALS_COLORS}
        visibleFrom="xs"
      />
      <div style={{ overflowWrap: 'anywhere' }}>
        <Group gap={6}>
          <Text size="sm" fw={500}>
            {nickname || username}
          </Text>
          {nickname !== '' && nickname !== username && (
            <Text size="sm" c="dimmed">
              {username}
            </Text>
          )}
          {user.id === me?.id && <Mark color="ink" text={say('you')} />}
          {user.invited === 1 && <Mark color="orange" text={say('invited')} />}
          {user.status === 0 && <Mark color="gray" text={say('disabled')} />}
          {user.is_vip === 1 && (
            <Mark
              color="orange"
              text={
                user.vip_expire === null
                  ? say('vip')
                  : say('vipToldUntil', { time: user.vip_expire.slice(0, 10) })
              }
            />
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {email}
        </Text>
      </div>
    </Group>
  )
}

function Mark({ color, text }: { color: string; text: string }) {
  return (
    <Badge size="sm" variant="light" color={color} tt="none">
      {text}
    </Badge>
  )
}
