import { type EventKind, type EventPattern, eventKinds, isSubscribed } from '@inkstone/contract/events.ts'
import { createWebhook, updateWebhook } from '@inkstone/contract/webhooks.ts'
import { Checkbox, Code, Input, PasswordInput, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../lib/asking.ts'
import { changedFields } from '../../lib/changed-fields.ts'
import { type Bound, useFields } from '../../lib/fields.ts'
import { useWords } from '../../lib/words.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { eventWords } from './events.words.ts'
import { WEBHOOK_TOUCHES, type WebhookItem } from './webhook-item.ts'
import { webhookWords } from './webhooks.words.ts'

export function WebhookForm({ edited, onClose }: { edited: WebhookItem | 'new'; onClose: () => void }) {
  const say = useWords(webhookWords)
  const ui = useWords(uiWords)
  const isNew = edited === 'new'
  const [initial] = useState(() => fieldsOf(isNew ? undefined : edited))
  const form = useFields(initial)
  const [made, setMade] = useState<string>()
  const creating = useAction(createWebhook, {
    touches: WEBHOOK_TOUCHES,
    form,
    done: say('created'),
    onDone: ({ secret }) => (form.values.secret === '' && secret ? setMade(secret) : onClose()),
  })
  const saving = useAction(updateWebhook, {
    touches: WEBHOOK_TOUCHES,
    form,
    done: ui('saved'),
    onDone: onClose,
  })

  const submit = () => {
    const { secret, ...rest } = form.values
    if (isNew) creating.mutate({ body: { ...rest, secret: secret || undefined } })
    else saving.mutate({ params: { id: edited.id }, body: changedFields(initial, form.values) })
  }
  if (made !== undefined)
    return <ShownOnce title={say('yourSecret')} label={say('secret')} secret={made} onClose={onClose} />
  return (
    <FormDrawer
      opened
      title={say(isNew ? 'create' : 'edit')}
      onClose={onClose}
      onSubmit={submit}
      busy={creating.isPending || saving.isPending}
    >
      <TextInput
        label={say('url')}
        description={say('urlHint')}
        type="url"
        placeholder="https://example.com/hook"
        required
        data-autofocus
        {...form.text('url')}
      />
      <PasswordInput
        label={say(isNew ? 'secret' : 'newSecret')}
        description={say(isNew ? 'secretHint' : 'newSecretHint')}
        autoComplete="new-password"
        {...form.text('secret')}
      />
      <EventChoice {...form.bind('events')} />
      <Switch label={say('enabled')} error={form.errorOf('enabled')} {...form.flag('enabled')} />
    </FormDrawer>
  )
}

function fieldsOf(webhook: WebhookItem | undefined) {
  return {
    url: webhook?.url ?? '',
    secret: '',
    events: webhook ? chosenKinds(webhook.events) : (['article.published'] satisfies EventKind[]),
    enabled: webhook?.enabled ?? 1,
  } satisfies Readonly<Record<string, unknown>>
}

/** Patterns such as `article.*` are shown as the kinds that they stand for. */
export function chosenKinds(patterns: readonly EventPattern[]): EventKind[] {
  return eventKinds.filter((kind) => isSubscribed(patterns, kind))
}

function EventChoice({ value, onChange, error }: Bound<EventKind[]>) {
  const say = useWords(webhookWords)
  const eventName = useWords(eventWords)
  const all = value.length === eventKinds.length
  return (
    <Input.Wrapper label={say('events')} required error={error} labelElement="div">
      <Stack gap="xs" my="xs">
        {/* Outside of the group, which takes every box within it for one of its values. */}
        <Checkbox
          label={say('allEvents')}
          fw={500}
          checked={all}
          indeterminate={value.length > 0 && !all}
          onChange={() => onChange(all ? [] : [...eventKinds])}
        />
        <Checkbox.Group
          value={value}
          onChange={(chosen) => onChange(eventKinds.filter((kind) => chosen.includes(kind)))}
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
            {eventKinds.map((kind) => (
              <Checkbox
                key={kind}
                value={kind}
                label={eventName(kind)}
                description={<Code fz="xs">{kind}</Code>}
              />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      </Stack>
    </Input.Wrapper>
  )
}
