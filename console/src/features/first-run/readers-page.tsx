import type { SiteSettings } from '@inkstone/contract/settings.ts'
import { getSettings, updateSettings } from '@inkstone/contract/settings-endpoints.ts'
import { Alert, Button, Checkbox, Group, Paper, Radio, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSendsMail } from '../../lib/mail.ts'
import { useAction, useAnswer } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { Form } from '../../ui/form.tsx'
import { Loaded, Page } from '../../ui/page.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { tickFirstStep } from '../overview/first-steps.tsx'
import { firstRunWords } from './first-run.words.ts'

const readers = ['everybody', 'members', 'invited'] as const
type Readers = (typeof readers)[number]

const HINTS = { everybody: 'everybodyHint', members: 'membersHint', invited: 'invitedHint' } as const

const SETTINGS = {
  everybody: { public_read: 1, registration: 1 },
  members: { public_read: 0, registration: 1 },
  invited: { public_read: 0, registration: 0 },
} as const satisfies Record<Readers, Partial<SiteSettings>>

function readersOf({ public_read, registration }: SiteSettings): Readers {
  if (public_read === 1) return 'everybody'
  return registration === 1 ? 'members' : 'invited'
}

/** One question that sets two settings together. */
export function ReadersPage() {
  const say = useWords(firstRunWords)
  const settings = useAnswer(getSettings)
  return (
    <Page title={say('readersTitle')} hint={say('readersHint')}>
      <Loaded answer={settings}>{(read) => <Asking settings={read} />}</Loaded>
    </Page>
  )
}

function Asking({ settings }: { settings: SiteSettings }) {
  const say = useWords(firstRunWords)
  const ui = useWords(uiWords)
  const navigate = useNavigate()
  const sendsMail = useSendsMail()
  const [chosen, setChosen] = useState<Readers>(readersOf(settings))
  const [captcha, setCaptcha] = useState(settings.registration_captcha === 1)
  const [confirm, setConfirm] = useState(settings.registration_confirm === 1)
  const saving = useAction(updateSettings, {
    touches: ['/api/settings', '/api/auth/me', '/api/site'],
    done: say('decided'),
    onDone: () => {
      tickFirstStep('stepReaders')
      navigate({ to: '/' })
    },
  })
  const submit = () => {
    const asked = { registration_captcha: captcha ? 1 : 0, registration_confirm: confirm ? 1 : 0 }
    saving.mutate({ body: { ...SETTINGS[chosen], ...(chosen !== 'invited' && asked) } })
  }
  return (
    <Form onSubmit={submit}>
      <Stack maw={680}>
        <Paper withBorder p="md">
          <Radio.Group
            aria-label={say('readersTitle')}
            value={chosen}
            onChange={(value) => setChosen(readers.find((one) => one === value) ?? 'invited')}
          >
            <Stack>
              {readers.map((one) => (
                <Radio key={one} value={one} label={say(one)} description={say(HINTS[one])} />
              ))}
            </Stack>
          </Radio.Group>
        </Paper>
        {chosen !== 'invited' && (
          <Paper withBorder p="md">
            <Stack gap="sm">
              <Checkbox
                label={say('captcha')}
                checked={captcha}
                onChange={({ currentTarget }) => setCaptcha(currentTarget.checked)}
              />
              <Checkbox
                label={say('confirm')}
                disabled={!sendsMail && !confirm}
                {...(!sendsMail && { description: say('noMail') })}
                checked={confirm}
                onChange={({ currentTarget }) => setConfirm(currentTarget.checked)}
              />
            </Stack>
          </Paper>
        )}
        <Alert color="orange">{say('stillPublic')}</Alert>
        <Group justify="flex-end">
          <Button type="submit" loading={saving.isPending}>
            {ui('save')}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}
