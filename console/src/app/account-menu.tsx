import { getSiteInfo } from '@inkstone/contract/site.ts'
import { Button, Menu, Text, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAnswer } from '../lib/requests.ts'
import { useSession } from '../lib/session.ts'
import { signOut } from '../lib/signing-in.ts'
import { type Language, languages, useLanguage, useWords } from '../lib/words.tsx'
import { CheckIcon, DownIcon, MoonIcon, SiteIcon, SunIcon, UserIcon } from '../ui/icons.tsx'
import { useLeaving } from '../ui/writing-guards.tsx'
import { appWords } from './app.words.ts'
import { LANGUAGE_NAMES } from './language-choice.tsx'

/** The user menu: profile, public site, theme, language and sign-out. */
export function AccountMenu() {
  const say = useWords(appWords)
  const session = useSession()
  const client = useQueryClient()
  const leaving = useLeaving()
  const { language, choose } = useLanguage()
  const { toggleColorScheme } = useMantineColorScheme()
  // The choice may be "as the device".
  const colorScheme = useComputedColorScheme('light')
  const { data: site } = useAnswer(getSiteInfo)
  const name = session?.user.nickname || session?.user.username
  return (
    <Menu position="bottom-end" closeOnItemClick={false} width={220} checkIcon={<CheckIcon size={16} />}>
      <Menu.Target>
        <Button variant="subtle" color="gray" size="sm" rightSection={<DownIcon size={14} />}>
          <Text size="sm" maw={{ base: 80, sm: 140 }} truncate>
            {name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/profile" leftSection={<UserIcon size={16} />} closeMenuOnClick>
          {say('profile')}
        </Menu.Item>
        {site && (
          <Menu.Item
            component="a"
            href={`${site.url}/`}
            target="_blank"
            rel="noreferrer"
            leftSection={<SiteIcon size={16} />}
            closeMenuOnClick
          >
            {say('viewSite')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={colorScheme === 'dark' ? <SunIcon size={16} /> : <MoonIcon size={16} />}
          onClick={toggleColorScheme}
        >
          {say(colorScheme === 'dark' ? 'light' : 'dark')}
        </Menu.Item>
        <Menu.RadioGroup value={language} onChange={(value) => choose(value as Language)}>
          {languages.map((value) => (
            <Menu.RadioItem key={value} value={value}>
              {say(LANGUAGE_NAMES[value])}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item
          closeMenuOnClick
          onClick={() =>
            leaving(() => {
              signOut()
              client.clear()
            })
          }
        >
          {say('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
