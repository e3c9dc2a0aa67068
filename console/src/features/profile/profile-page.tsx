import { Stack, Text } from '@mantine/core'
import { useMe } from '../../lib/may.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { Page, Waiting } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { roleWords } from '../users/roles.words.ts'
import { AboutMeForm, type Me } from './about-me-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { profileWords } from './profile.words.ts'

export function ProfilePage() {
  const say = useWords(profileWords)
  const me = useMe()
  return (
    <Page title={say('title')}>
      {me ? (
        <Stack gap="md" maw={860}>
          <Section title={say('about')} hint={say('aboutHint')}>
            <AboutMeForm me={me} />
          </Section>
          <Section title={say('password')} hint={say('passwordHint')}>
            <PasswordForm username={me.username} />
          </Section>
          <Section title={say('account')} hint={say('accountHint')}>
            <Account me={me} />
          </Section>
        </Stack>
      ) : (
        <Waiting />
      )}
    </Page>
  )
}

function Account({ me }: { me: Me }) {
  const say = useWords(profileWords)
  const roleName = useWords(roleWords)
  const facts = [
    [say('username'), me.username],
    [say('role'), roleName(me.role)],
    ...(me.is_vip === 1
      ? [
          [
            say('vip'),
            me.vip_expire === null ? say('vipForever') : say('vipUntil', { time: short(me.vip_expire) }),
          ],
        ]
      : []),
    [say('lastLogin'), short(me.last_login_time)],
    [say('since'), short(me.create_time)],
  ] as const
  return (
    <Stack component="dl" gap="xs" m={0}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <Text component="dt" size="xs" c="dimmed">
            {name}
          </Text>
          <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
            {value}
          </Text>
        </div>
      ))}
    </Stack>
  )
}
