import { type EventKind, type EventPattern, eventKinds, isSubscribed } from '@inkstone/contract/events.ts'
import { createWebhook, updateWebhook } from '@inkstone/contract/webhooks.ts'
import { Checkbox, Code, Input, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useCreateOrEdit } from '../../lib/create-or-edit.ts'
import { type Bound, useFields } from '../../lib/fields.ts'
import { useWords } from '../../lib/words.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { eventWords } from './events.words.ts'
import { WEBHOOK_TOUCHES, type WebhookItem } from './webhook-item.ts'
import { webhookWords } from './webhooks.words.ts'

export function WebhookForm({ edited, onClose }: { edited: WebhookItem | 'new'; onClose: () => void }) {
  const say = useWords(webhookWords)
  const ui = useWords(uiWords)
  const form = useFields(fieldsOf(edited === 'new' ? undefined : edited))
  const [made, setMade] = useState<string>()
  const { isNew, busy, save } = useCreateOrEdit(edited === 'new' ? edited : edited.id, form, {
    create: createWebhook,
    update: updateWebhook,
    touches: WEBHOOK_TOUCHES,
    texts: { created: say('created'), saved: ui('saved') },
    onCreated: ({ secret }) => (form.values.secret === '' && secret ? setMade(secret) : onClose()),
    onUpdated: onClose,
  })
  const submit = () => save(form.values, { ...form.values, secret: form.values.secret || undefined })
  if (made !== undefined)
    return <ShownOnce title={say('yourSecret')} label={say('secret')} secret={made} onClose={onClose} />
  return (
    <FormDrawer opened title={say(isNew ? 'create' : 'edit')} onClose={onClose} onSubmit={submit} busy={busy}>
      <TextInput
        label={say('url')}
        description={say('urlHint')}
        type="url"
        placeholder="https://example.com/hook"
        required
        data-autofocus
        {...form.text('url')}
      />
      <PasswordField
        required={false}
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

/** Patterns such as `article.*` are shown as the kinds that they match. */
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
        {/* Outside the group, because the group treats every checkbox inside as one of its values. */}
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
