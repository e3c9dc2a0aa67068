import { listAuditLog } from '@inkstone/contract/audit-log.ts'
import { Anchor, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAddress } from '../../lib/address.ts'
import { useAnswer } from '../../lib/requests.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { ChoiceFilter } from '../../ui/choice-filter.tsx'
import { Listing } from '../../ui/listing.tsx'
import { Page } from '../../ui/page.tsx'
import { Unbroken } from '../../ui/unbroken.tsx'
import { type Entry, useActionName, useTargetName } from './action-names.ts'
import { actionWords, targetWords } from './actions.words.ts'
import { auditWords } from './audit-log.words.ts'
import { useDifferences } from './differences.ts'
import { EntryDetails } from './entry-details.tsx'
import { UserFilter } from './user-filter.tsx'

type UrlParams = {
  user?: number | undefined
  action?: string | undefined
  target?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const actions = Object.keys(actionWords)
const targets = Object.keys(targetWords) as (keyof typeof targetWords)[]

export function AuditLogPage() {
  const say = useWords(auditWords)
  const [{ page, ...params }, change] = useAddress<UrlParams>()
  const { user, action, target, from, to } = params
  const entries = useAnswer(listAuditLog, {
    query: { page, user_id: user, action, target_type: target, start_time: from, end_time: to },
  })
  const [seen, setSeen] = useState<Entry>()
  return (
    <Page title={say('title')} hint={say('hint')}>
      <Filters params={params} onChange={change} />
      <Listing
        answer={entries}
        filtered={Object.values(params).some((value) => value !== undefined)}
        nameOf={({ id }) => `#${id}`}
        onPage={(page) => change({ page })}
        columns={[
          { head: say('action'), cell: (entry) => <ActionText entry={entry} onSee={() => setSeen(entry)} /> },
          { head: say('who'), cell: ({ user }) => <Who name={user.username} />, wideOnly: true },
          { head: say('from'), cell: ({ ip }) => ip, wideOnly: true },
          {
            head: say('when'),
            cell: ({ create_time }) => <Unbroken>{short(create_time)}</Unbroken>,
            wideOnly: true,
          },
        ]}
      />
      {seen && <EntryDetails entry={seen} onClose={() => setSeen(undefined)} />}
    </Page>
  )
}

const dayIn = (text: string | undefined) => (/^\d{4}-\d\d-\d\d$/.test(text ?? '') ? (text ?? '') : '')

function Filters({ params, onChange }: { params: UrlParams; onChange: (change: UrlParams) => void }) {
  const say = useWords(auditWords)
  const actionName = useActionName()
  const targetName = useWords(targetWords)
  return (
    <Group gap="xs">
      <UserFilter value={params.user} onChoose={(user) => onChange({ user })} />
      <ChoiceFilter
        label={say('action')}
        value={params.action}
        choices={actions.map((value) => ({ value, label: actionName(value) }))}
        onChoose={(action) => onChange({ action })}
      />
      <ChoiceFilter
        label={say('target')}
        value={params.target}
        choices={targets.map((value) => ({ value, label: targetName(value) }))}
        onChoose={(target) => onChange({ target })}
      />
      <Group gap={4} wrap="nowrap" flex="1 1 260px" maw={{ sm: 320 }}>
        <TextInput
          type="date"
          aria-label={say('firstDay')}
          value={dayIn(params.from)}
          max="9999-12-31"
          onChange={({ currentTarget }) => onChange({ from: currentTarget.value || undefined })}
        />
        –
        <TextInput
          type="date"
          aria-label={say('lastDay')}
          value={dayIn(params.to)}
          max="9999-12-31"
          onChange={({ currentTarget }) => onChange({ to: currentTarget.value || undefined })}
        />
      </Group>
    </Group>
  )
}

function Who({ name }: { name: string }) {
  const say = useWords(auditWords)
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {name || say('system')}
    </Text>
  )
}

const MAX_SHOWN = 3

/** The action, its target, and the first of its changes. */
function ActionText({ entry, onSee }: { entry: Entry; onSee: () => void }) {
  const say = useWords(auditWords)
  const actionName = useActionName()
  const targetName = useTargetName()
  const differences = useDifferences()(entry)
  const changeOf = (field: string, text: string) => (field === '' ? text : say('change', { field, text }))
  return (
    <Stack gap={2} align="flex-start" style={{ overflowWrap: 'anywhere' }}>
      <Group gap="xs">
        <Anchor component="button" size="sm" ta="left" onClick={onSee}>
          {actionName(entry.action)}
        </Anchor>
        <Text size="sm" c="dimmed">
          {targetName(entry)}
        </Text>
      </Group>
      {differences.slice(0, MAX_SHOWN).map(({ field, before, after }) => (
        <Text key={field} size="xs" c="dimmed" lineClamp={2}>
          {changeOf(
            field,
            before !== undefined && after !== undefined ? `${before} → ${after}` : (after ?? before ?? ''),
          )}
        </Text>
      ))}
      {differences.length > MAX_SHOWN && (
        <Text size="xs" c="dimmed">
          {say('more', { n: differences.length - MAX_SHOWN })}
        </Text>
      )}
      <Text size="xs" c="dimmed" hiddenFrom="sm">
        {entry.user.username || say('system')} · {short(entry.create_time)}
      </Text>
    </Stack>
  )
}
