import type { SiteSettings } from '@inkstone/contract/settings.ts'
import { getSettings, updateSettings } from '@inkstone/contract/settings-endpoints.ts'
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { Fragment, useEffect, useState } from 'react'
import { changedFields } from '../../lib/changed-fields.ts'
import { useFields } from '../../lib/fields.ts'
import { useAction, useAnswer } from '../../lib/requests.ts'
import { useSite } from '../../lib/site.ts'
import { serviceZone } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { Form } from '../../ui/form.tsx'
import { Loaded, Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { LeavingGuard } from '../../ui/writing-guards.tsx'
import { useIsFirstSite } from './first-site.ts'
import { SettingField } from './setting-field.tsx'
import { settingGroups } from './setting-groups.ts'
import { groupHints, groupWords, settingsWords } from './settings.words.ts'
import { SitePreview } from './site-preview.tsx'

/** Some settings change permissions. */
const SETTINGS_TOUCHES = ['/api/settings', '/api/site', '/api/auth/me']

export function SettingsPage() {
  const say = useWords(settingsWords)
  const site = useSite()
  return (
    <Page title={say('title')} hint={say('hint')}>
      <SettingsOfSite key={site ?? 0} />
    </Page>
  )
}

function SettingsOfSite() {
  const settings = useAnswer(getSettings)
  return <Loaded answer={settings}>{(read) => <SettingsForm read={read} />}</Loaded>
}

function SettingsForm({ read }: { read: SiteSettings }) {
  const say = useWords(settingsWords)
  const groupName = useWords(groupWords)
  const groupHint = useWords(groupHints)
  const isFirstSite = useIsFirstSite()
  const [before, setBefore] = useState(read)
  const form = useFields(read)
  const { dirty, reset } = form
  useEffect(() => {
    if (dirty) return
    setBefore(read)
    reset(read)
  }, [read, dirty, reset])
  const saving = useAction(updateSettings, {
    touches: SETTINGS_TOUCHES,
    form,
    done: say('saved'),
    onDone: reset,
  })
  const changes = changedFields(before, form.values)
  const submit = () => saving.mutate({ body: changes })
  return (
    <Form onSubmit={submit}>
      <Stack gap="md">
        {settingGroups
          .filter(({ ofService }) => !ofService || isFirstSite)
          .map((group) => (
            <Section key={group.name} title={groupName(group.name)} hint={groupHint(group.name)}>
              {group.settings.map((control) => (
                <Fragment key={control.name}>
                  <SettingField control={control} form={form} />
                  {control.name === 'site_language' && <TimeZone />}
                  {control.name === 'site_accent' && (
                    <SitePreview
                      values={form.values}
                      isOpen={before.site_enabled === 1 && before.public_read === 1}
                    />
                  )}
                </Fragment>
              ))}
            </Section>
          ))}
        <SaveBar
          count={Object.keys(changes).length}
          busy={saving.isPending}
          onDiscard={() => reset(before)}
        />
      </Stack>
      <LeavingGuard active={Object.keys(changes).length > 0} />
    </Form>
  )
}

/** Of the whole service: every time in the API is in this zone. */
function TimeZone() {
  const say = useWords(settingsWords)
  return (
    <div>
      <Text size="sm" fw={600}>
        {say('timeZone')}
      </Text>
      <Text size="xs" c="dimmed">
        {say('timeZoneHint')}
      </Text>
      <Text size="sm">{serviceZone}</Text>
    </div>
  )
}

/** Stays visible while there are unsaved changes. */
function SaveBar({ count, busy, onDiscard }: { count: number; busy: boolean; onDiscard: () => void }) {
  const say = useWords(settingsWords)
  const ui = useWords(uiWords)
  if (count === 0) return null
  return (
    <Paper withBorder shadow="md" p="sm" pos="sticky" bottom={12} style={{ zIndex: 5 }}>
      <Group justify="space-between">
        <Text size="sm" role="status">
          {say('changes', { n: count })}
        </Text>
        <Group gap="xs">
          <Button variant="default" onClick={onDiscard}>
            {say('discard')}
          </Button>
          <Button type="submit" loading={busy}>
            {ui('save')}
          </Button>
        </Group>
      </Group>
    </Paper>
  )
}
