import { getSiteInfo } from '@inkstone/contract/site.ts'
import { Stack, Text } from '@mantine/core'
import { useMe } from '../../lib/may.ts'
import { useAnswer } from '../../lib/requests.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { Page, Waiting } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { roleWords } from '../users/roles.words.ts'
import { AboutMeForm, type Me } from './about-me-form.tsx'
import { AddressForm } from './address-form.tsx'
import { Devices, deviceWords } from './devices.tsx'
import { Passkeys } from './passkeys.tsx'
import { passkeyWords } from './passkeys.words.ts'
import { PasswordForm } from './password-form.tsx'
import { profileWords } from './profile.words.ts'
import { ProviderLink, providerLinkWords } from './provider-link.tsx'
import { SecondFactor } from './second-factor.tsx'
import { factorWords } from './second-factor.words.ts'

export function ProfilePage() {
  const say = useWords(profileWords)
  const factor = useWords(factorWords)
  const passkey = useWords(passkeyWords)
  const provider = useWords(providerLinkWords)
  const device = useWords(deviceWords)
  const me = useMe()
  const hasProvider = useAnswer(getSiteInfo).data?.sign_in.single_sign_on === 1
  return (
    <Page title={say('title')}>
      {me ? (
        <Stack gap="md" maw={860}>
          <Section title={say('about')} hint={say('aboutHint')}>
            <AboutMeForm me={me} />
          </Section>
          <Section title={say('address')} hint={say('addressHint')}>
            <AddressForm key={me.email} me={me} />
          </Section>
          {me.has_password === 1 && (
            <Section title={say('password')} hint={say('passwordHint')}>
              <PasswordForm username={me.username} />
            </Section>
          )}
          <Section title={factor('title')} hint={factor('hint')}>
            <SecondFactor me={me} />
          </Section>
          <Section title={passkey('title')} hint={passkey('hint')}>
            <Passkeys />
          </Section>
          {(hasProvider || me.linked === 1) && (
            <Section title={provider('title')} hint={provider('hint')}>
              <ProviderLink me={me} />
            </Section>
          )}
          <Section title={device('title')} hint={device('hint')}>
            <Devices />
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
