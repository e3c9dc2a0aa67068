import { deleteApiToken, listApiTokens } from '@inkstone/contract/api-tokens.ts'
import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import { Badge, Button, Code, Group, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { useAddress } from '../../lib/address.ts'
import { useMay } from '../../lib/may.ts'
import { useAction, useAnswer } from '../../lib/requests.ts'
import { useSiteChoices } from '../../lib/site-choices.ts'
import { nowInService, short } from '../../lib/times.ts'
import { useListed, useWords } from '../../lib/words.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Listing } from '../../ui/listing.tsx'
import { Page } from '../../ui/page.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { Unbroken } from '../../ui/unbroken.tsx'
import { TokenForm } from './token-form.tsx'
import { TOKEN_TOUCHES } from './token-item.ts'
import { TokenUndo } from './token-undo.tsx'
import { tokenWords } from './tokens.words.ts'

type Token = AnswerOf<typeof listApiTokens>['list'][number]

const EVERYBODY = 0

export function TokensPage() {
  const say = useWords(tokenWords)
  const may = useMay()
  const confirm = useConfirm()
  const [{ page, of }, change] = useAddress<{ of?: 'all' | undefined }>()
  const ofAll = of === 'all' && may('tokens.any')
  const tokens = useAnswer(listApiTokens, { query: { page, user_id: ofAll ? EVERYBODY : undefined } })
  const revoking = useAction(deleteApiToken, { done: say('revoked'), touches: TOKEN_TOUCHES })
  const [creating, setCreating] = useState(false)
  const [made, setMade] = useState<string>()
  const [undone, setUndone] = useState<Pick<Token, 'id' | 'name'>>()
  const create = (
    <Button leftSection={<PlusIcon size={16} />} onClick={() => setCreating(true)}>
      {say('create')}
    </Button>
  )
  return (
    <Page title={say('title')} hint={say('hint')} actions={create}>
      {may('tokens.any') && (
        <Switch
          label={say('ofAll')}
          checked={ofAll}
          onChange={({ currentTarget }) => change({ of: currentTarget.checked ? 'all' : undefined })}
        />
      )}
      <Listing
        answer={tokens}
        nothing={say('nothing')}
        empty={create}
        nameOf={({ name }) => name}
        onPage={(page) => change({ page })}
        columns={[
          { head: say('name'), cell: (token) => <TokenName token={token} /> },
          ...(ofAll
            ? [{ head: say('owner'), cell: ({ user }: Token) => user.username, wideOnly: true }]
            : []),
          { head: say('scope'), cell: (token) => <Access token={token} /> },
          { head: say('expires'), cell: (token) => <Expiry token={token} />, wideOnly: true },
          {
            head: say('lastUsed'),
            cell: ({ last_used_time }) => <Unbroken>{short(last_used_time) || say('notUsed')}</Unbroken>,
            wideOnly: true,
          },
          {
            head: say('createdAt'),
            cell: ({ create_time }) => <Unbroken>{short(create_time)}</Unbroken>,
            wideOnly: true,
          },
        ]}
        actions={({ id, name }) => (
          <RowMenu
            name={name}
            actions={[
              { label: say('undo'), onClick: () => setUndone({ id, name }) },
              {
                label: say('revoke'),
                danger: true,
                onClick: () =>
                  confirm(say('revokeQuestion', { name }), say('revoke'), () =>
                    revoking.mutate({ params: { id } }),
                  ),
              },
            ]}
          />
        )}
      />
      {creating && <TokenForm onClose={() => setCreating(false)} onMade={setMade} />}
      {undone !== undefined && <TokenUndo token={undone} onClose={() => setUndone(undefined)} />}
      {made !== undefined && (
        <ShownOnce
          title={say('madeTitle')}
          label={say('token')}
          secret={made}
          onClose={() => setMade(undefined)}
        />
      )}
    </Page>
  )
}

function Access({ token: { scope, sites, rate_limit } }: { token: Token }) {
  const say = useWords(tokenWords)
  const listed = useListed()
  const choices = useSiteChoices()
  const nameOf = (siteId: number) => choices.find(({ id }) => id === siteId)?.name ?? `#${siteId}`
  const limits = [
    ...(sites.length > 0 ? [listed(sites.map(nameOf))] : []),
    ...(rate_limit === null ? [] : [say('perMinute', { n: rate_limit })]),
  ]
  return (
    <Stack gap={0}>
      <Unbroken>{say(scope)}</Unbroken>
      {limits.length > 0 && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {limits.join(' · ')}
        </Text>
      )}
    </Stack>
  )
}

function TokenName({ token: { name, hint } }: { token: Token }) {
  return (
    <Stack gap={2} align="flex-start">
      <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      <Code fz="xs">…{hint}</Code>
    </Stack>
  )
}

function Expiry({ token: { expire_time } }: { token: Token }) {
  const say = useWords(tokenWords)
  if (expire_time === null) return <Unbroken>{say('never')}</Unbroken>
  return (
    <Group gap={6}>
      <Unbroken>{short(expire_time)}</Unbroken>
      {expire_time <= nowInService() && (
        <Badge size="sm" color="red" variant="light" tt="none">
          {say('expired')}
        </Badge>
      )}
    </Group>
  )
}
