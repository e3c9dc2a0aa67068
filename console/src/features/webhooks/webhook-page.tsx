import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import type { EventKind } from '@inkstone/contract/events.ts'
import { deliveryStates, getWebhook, listDeliveries, redeliver } from '@inkstone/contract/webhooks.ts'
import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useAddress } from '../../lib/address.ts'
import { useAction, useAnswer } from '../../lib/requests.ts'
import { short } from '../../lib/times.ts'
import { type Say, useWords } from '../../lib/words.tsx'
import { ChoiceFilter } from '../../ui/choice-filter.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { BackIcon } from '../../ui/icons.tsx'
import { Listing } from '../../ui/listing.tsx'
import { Loaded, Page } from '../../ui/page.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { Unbroken } from '../../ui/unbroken.tsx'
import { Attempt } from './attempt.tsx'
import { eventWords } from './events.words.ts'
import { RedeliverFailed } from './redeliver-failed.tsx'
import { WEBHOOK_TOUCHES, type WebhookItem } from './webhook-item.ts'
import { WebhookTest } from './webhook-test.tsx'
import { deliveryWords, webhookWords } from './webhooks.words.ts'
import { Trouble, WebhookState } from './webhooks-page.tsx'

type Delivery = AnswerOf<typeof listDeliveries>['list'][number]
type State = Delivery['state']

const STATE_COLORS = { waiting: 'blue', done: 'teal', failed: 'red' } as const

export function WebhookPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  return <WebhookById key={id} id={Number(id)} />
}

function WebhookById({ id }: { id: number }) {
  const say = useWords(deliveryWords)
  const webhook = useAnswer(getWebhook, { params: { id } })
  return (
    <Stack gap="sm">
      <Anchor component={Link} to="/webhooks" size="sm">
        <Group gap={4} component="span">
          <BackIcon size={14} />
          {say('back')}
        </Group>
      </Anchor>
      <Loaded answer={webhook}>{(read) => <Deliveries webhook={read} />}</Loaded>
    </Stack>
  )
}

function Deliveries({ webhook }: { webhook: WebhookItem }) {
  const say = useWords(deliveryWords)
  const ofWebhook = useWords(webhookWords)
  const eventName = useEventName()
  const [{ page, state }, change] = useAddress<{ state?: State | undefined }>()
  const deliveries = useAnswer(listDeliveries, { params: { id: webhook.id }, query: { page, state } })
  const sending = useAction(redeliver, { done: say('redelivered'), touches: WEBHOOK_TOUCHES })
  const [seen, setSeen] = useState<Delivery>()
  const [opened, setOpened] = useState<'test' | 'redeliver'>()
  const close = () => setOpened(undefined)
  return (
    <Page
      title={ofWebhook('deliveries')}
      hint={say('hint')}
      actions={
        <>
          <Button variant="default" loading={deliveries.isFetching} onClick={() => deliveries.refetch()}>
            {say('refresh')}
          </Button>
          <Button variant="default" onClick={() => setOpened('redeliver')}>
            {say('redeliverFailed')}
          </Button>
          <Button onClick={() => setOpened('test')}>{ofWebhook('test')}</Button>
        </>
      }
    >
      <Group gap="xs" style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm" fw={500}>
          {webhook.url}
        </Text>
        <WebhookState webhook={webhook} />
        <Trouble webhook={webhook} />
      </Group>
      <Group>
        <ChoiceFilter
          label={say('state')}
          value={state}
          choices={deliveryStates.map((value) => ({ value, label: say(value) }))}
          onChoose={(value) => change({ state: value })}
        />
      </Group>
      <Listing
        answer={deliveries}
        filtered={state !== undefined}
        nameOf={({ event, create_time }) => say('detailsOf', { event: eventName(event), time: create_time })}
        onPage={(page) => change({ page })}
        columns={[
          {
            head: say('event'),
            cell: (delivery) => (
              <Anchor component="button" size="sm" ta="left" onClick={() => setSeen(delivery)}>
                {eventName(delivery.event)}
              </Anchor>
            ),
          },
          { head: say('state'), cell: (delivery) => <DeliveryState delivery={delivery} /> },
          { head: say('tries'), cell: ({ attempt_count }) => attempt_count, align: 'right', wideOnly: true },
          { head: say('lastAnswer'), cell: (delivery) => lastAnswer(delivery, say), wideOnly: true },
          {
            head: say('time'),
            cell: ({ create_time }) => <Unbroken>{short(create_time)}</Unbroken>,
            wideOnly: true,
          },
        ]}
        actions={(delivery) => (
          <RowMenu
            name={eventName(delivery.event)}
            actions={[
              { label: say('details'), onClick: () => setSeen(delivery) },
              {
                label: say('redeliver'),
                onClick: () => sending.mutate({ params: { id: delivery.id } }),
              },
            ]}
          />
        )}
      />
      {seen && <DeliveryDetails delivery={seen} onClose={() => setSeen(undefined)} />}
      {opened === 'test' && <WebhookTest webhook={webhook} onClose={close} />}
      {opened === 'redeliver' && <RedeliverFailed id={webhook.id} onClose={close} />}
    </Page>
  )
}

function useEventName(): (event: string) => string {
  const say = useWords(eventWords)
  return (event) => (event in eventWords ? say(event as EventKind) : event)
}

function lastAnswer({ attempts }: Delivery, say: Say<keyof typeof deliveryWords>): string {
  const last = attempts.at(-1)
  if (!last) return ''
  return last.status === null ? last.error || say('noAnswer') : say('status', { status: last.status })
}

function DeliveryState({ delivery: { state, next_time, attempt_count } }: { delivery: Delivery }) {
  const say = useWords(deliveryWords)
  return (
    <Stack gap={2} align="flex-start">
      <Badge variant="light" color={STATE_COLORS[state]} tt="none">
        {say(state)}
      </Badge>
      {next_time !== null && attempt_count > 0 && (
        <Text size="xs" c="dimmed">
          {say('nextTry', { time: short(next_time) })}
        </Text>
      )}
    </Stack>
  )
}

function DeliveryDetails({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const say = useWords(deliveryWords)
  const eventName = useEventName()
  const title = say('detailsOf', { event: eventName(delivery.event), time: delivery.create_time })
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      <Stack gap="sm">
        <Group gap="xs">
          <DeliveryState delivery={delivery} />
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {say('key')}: {delivery.webhook_key}
          </Text>
        </Group>
        {delivery.attempts.length === 0 && <Text size="sm">{say('nothingTried')}</Text>}
        {delivery.attempts.map((attempt) => (
          <Attempt key={`${attempt.time} ${attempt.duration_ms}`} attempt={attempt} />
        ))}
      </Stack>
    </Dialog>
  )
}
