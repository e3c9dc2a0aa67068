import { eventKinds } from '@inkstone/contract/events.ts'
import { deleteWebhook, listWebhooks } from '@inkstone/contract/webhooks.ts'
import { Anchor, Badge, Button, Stack, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAddress } from '../../lib/address.ts'
import { useMay } from '../../lib/may.ts'
import { useAction, useAnswer } from '../../lib/requests.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Listing } from '../../ui/listing.tsx'
import { Page } from '../../ui/page.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { eventWords } from './events.words.ts'
import { chosenKinds, WebhookForm } from './webhook-form.tsx'
import { WEBHOOK_TOUCHES, type WebhookItem } from './webhook-item.ts'
import { WebhookTest } from './webhook-test.tsx'
import { webhookWords } from './webhooks.words.ts'

export function WebhooksPage() {
  const say = useWords(webhookWords)
  const ui = useWords(uiWords)
  const confirm = useConfirm()
  const may = useMay()
  const navigate = useNavigate()
  const [{ page }, change] = useAddress()
  const webhooks = useAnswer(listWebhooks, { query: { page } })
  const removing = useAction(deleteWebhook, { done: say('deleted'), touches: WEBHOOK_TOUCHES })
  const [edited, setEdited] = useState<WebhookItem | 'new'>()
  const [tested, setTested] = useState<WebhookItem>()
  const create = may('webhooks.manage') && (
    <Button leftSection={<PlusIcon size={16} />} onClick={() => setEdited('new')}>
      {say('create')}
    </Button>
  )
  const remove = ({ id, url }: WebhookItem) =>
    confirm(say('deleteQuestion', { url }), ui('delete'), () => removing.mutate({ params: { id } }))
  return (
    <Page title={say('title')} hint={say('hint')} actions={create}>
      <Listing
        answer={webhooks}
        nothing={say('nothing')}
        empty={create}
        nameOf={({ url }) => url}
        onPage={(page) => change({ page })}
        columns={[
          { head: say('url'), cell: (webhook) => <Address webhook={webhook} /> },
          { head: say('events'), cell: ({ events }) => <Events events={events} />, wideOnly: true },
          { head: say('state'), cell: (webhook) => <WebhookState webhook={webhook} />, width: 100 },
        ]}
        actions={(webhook) => (
          <RowMenu
            name={webhook.url}
            actions={[
              { label: ui('edit'), onClick: () => setEdited(webhook) },
              { label: say('test'), onClick: () => setTested(webhook) },
              {
                label: say('deliveries'),
                onClick: () => navigate({ to: `/webhooks/${webhook.id}` }),
              },
              { label: ui('delete'), danger: true, onClick: () => remove(webhook) },
            ]}
          />
        )}
      />
      {edited !== undefined && <WebhookForm edited={edited} onClose={() => setEdited(undefined)} />}
      {tested && <WebhookTest webhook={tested} onClose={() => setTested(undefined)} />}
    </Page>
  )
}

function Address({ webhook }: { webhook: WebhookItem }) {
  return (
    <Stack gap={2} style={{ overflowWrap: 'anywhere' }}>
      <Anchor component={Link} to={`/webhooks/${webhook.id}`} size="sm" fw={500} c="inherit">
        {webhook.url}
      </Anchor>
      <Trouble webhook={webhook} />
    </Stack>
  )
}

/** Translates the known reasons. Others are shown in English, as the server sends them. */
const REASONS: ReadonlyMap<string, 'gone' | 'failing3'> = new Map([
  [webhookWords.gone[0], 'gone'],
  [webhookWords.failing3[0], 'failing3'],
])

/** Why deliveries fail, if they do. */
export function Trouble({ webhook }: { webhook: WebhookItem }) {
  const say = useWords(webhookWords)
  const { disabled_reason, failing_since } = webhook
  if (disabled_reason === '' && failing_since === null) return null
  const known = REASONS.get(disabled_reason)
  const reason = known === undefined ? disabled_reason : say(known)
  return (
    <Text size="xs" c="red">
      {reason === '' ? say('failingSince', { time: short(failing_since) }) : say('switchedOff', { reason })}
    </Text>
  )
}

function Events({ events: patterns }: { events: WebhookItem['events'] }) {
  const events = chosenKinds(patterns)
  const say = useWords(webhookWords)
  const eventName = useWords(eventWords)
  if (events.length === eventKinds.length) return say('allEvents')
  if (events.length > 3) return say('eventCount', { n: events.length })
  return (
    <Stack gap={0}>
      {events.map((event) => (
        <Text key={event} size="sm">
          {eventName(event)}
        </Text>
      ))}
    </Stack>
  )
}

export function WebhookState({ webhook: { enabled, failing_since } }: { webhook: WebhookItem }) {
  const say = useWords(webhookWords)
  const [color, word] =
    enabled === 0
      ? (['gray', 'off'] as const)
      : failing_since === null
        ? (['teal', 'works'] as const)
        : (['red', 'failing'] as const)
  return (
    <Badge variant="light" color={color} tt="none">
      {say(word)}
    </Badge>
  )
}
