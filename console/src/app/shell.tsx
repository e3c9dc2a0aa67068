import { countUnread } from '@inkstone/contract/messages.ts'
import { AppShell, Badge, Box, Burger, Group, NavLink, ScrollArea, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { FirstAdminBanner } from '../features/first-run/first-admin.tsx'
import { ConfirmAgain } from '../features/sign-in/confirm-again.tsx'
import { SetUpFirst } from '../features/sign-in/set-up-first.tsx'
import { useMay, useMeAnswer, useStoreMe } from '../lib/may.ts'
import { useAnswer } from '../lib/requests.ts'
import { NOT_READ_YET, type Session, storeSession, useSession } from '../lib/session.ts'
import { renewWhileWorking } from '../lib/signing-in.ts'
import { chooseSite, useSite } from '../lib/site.ts'
import { useWords } from '../lib/words.tsx'
import { FileSourceProvider } from '../ui/file-source.ts'
import { Loaded, Page, Waiting } from '../ui/page.tsx'
import { AccountMenu } from './account-menu.tsx'
import { appWords } from './app.words.ts'
import { Brand } from './brand.tsx'
import { mediaSource } from './media-source.tsx'
import { navigation } from './navigation.ts'
import { Palette, PaletteButton } from './palette.tsx'
import { SignInAgain, SignInPage } from './sign-in.tsx'
import { SiteChoice } from './site-choice.tsx'

/** The frame of every screen: navigation, site and user menu. */
export function Shell() {
  const session = useSession()
  const { pathname } = useLocation()
  if (outsidePaths.has(pathname)) return <Outlet />
  if (!session) return <SignInPage />
  return (
    <>
      <Inside session={session} />
      {session.ended && <SignInAgain session={session} />}
    </>
  )
}

/** Screens that work without signing in, such as links in e-mails. */
const outsidePaths = new Set(['/forgot-password', '/register', '/set-password', '/confirm-email'])

function Inside({ session }: { session: Session }) {
  const me = useMeAnswer()
  if (me.error?.problem === 'second-factor-required') return <SetUpFirst />
  if (session.user.id === NOT_READ_YET.id) return <Arriving session={session} me={me} />
  return (
    <>
      <Frame />
      <ConfirmAgain />
    </>
  )
}

/** After single sign-on there is a token, but the user is not read yet. */
function Arriving({ session, me }: { session: Session; me: ReturnType<typeof useMeAnswer> }) {
  const { data } = me
  useEffect(() => {
    if (data) storeSession({ ...session, user: data })
  }, [data, session])
  return <Loaded answer={me}>{() => <Waiting />}</Loaded>
}

function Frame() {
  const say = useWords(appWords)
  const [opened, { toggle, close }] = useDisclosure()
  useEffect(renewWhileWorking, [])
  useStoreMe()
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding="md"
    >
      <button type="button" className="skip" onClick={() => document.getElementById('content')?.focus()}>
        {say('skip')}
      </button>
      <Palette />
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={say('menu')} />
            <Brand />
            <Box visibleFrom="sm">
              <SiteChoice />
            </Box>
          </Group>
          <Group gap="xs" wrap="nowrap" flex="none">
            <PaletteButton />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs">
        <ScrollArea type="never">
          <Box hiddenFrom="sm" mb="xs">
            <SiteChoice />
          </Box>
          <Places onGo={close} />
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} style={{ outline: 'none' }}>
        <FileSourceProvider value={mediaSource}>
          <Screen />
        </FileSourceProvider>
      </AppShell.Main>
    </AppShell>
  )
}

const isAt = (pathname: string, to: string) =>
  to === '/' ? pathname === '/' : `${pathname}/`.startsWith(`${to}/`)

const NOT_FOUND = 404

/** Nothing can be read from a deleted or disabled site, not even the navigation. */
function useLeavingOfGoneSite(answer: ReturnType<typeof useMeAnswer>): void {
  const say = useWords(appWords)
  const site = useSite()
  const isGone = site !== undefined && answer.error?.status === NOT_FOUND
  useEffect(() => {
    if (!isGone) return
    chooseSite(undefined)
    notifications.show({ color: 'orange', message: say('siteGone') })
  }, [isGone, say])
}

/** Checks the permission, because a URL can be typed by hand. */
function Screen() {
  const say = useWords(appWords)
  const may = useMay()
  const me = useMeAnswer()
  useLeavingOfGoneSite(me)
  const { pathname } = useLocation()
  const place = navigation.flatMap(({ places }) => places).find(({ to }) => isAt(pathname, to))
  return (
    <Loaded answer={me}>
      {() =>
        place && !may(place.needs) ? (
          <Page title={say(place.label)}>
            <Text>{say('notAllowed')}</Text>
          </Page>
        ) : (
          <>
            <FirstAdminBanner />
            <Outlet />
          </>
        )
      }
    </Loaded>
  )
}

/** The entry of the current screen may be below the fold of a low window. */
function bringIntoView(entry: HTMLElement | null): void {
  entry?.scrollIntoView({ block: 'nearest' })
}

function Places({ onGo }: { onGo: () => void }) {
  const say = useWords(appWords)
  const may = useMay()
  const { pathname } = useLocation()
  const isHere = (to: string) => isAt(pathname, to)
  return navigation.map(({ label, places }) => {
    const open = places.filter(({ needs }) => may(needs))
    if (open.length === 0) return null
    return (
      <div key={label ?? ''}>
        {label !== undefined && (
          <Text size="xs" c="dimmed" px="xs" pt="sm" pb={4}>
            {say(label)}
          </Text>
        )}
        {open.map((place) => (
          <NavLink
            key={place.to}
            ref={isHere(place.to) ? bringIntoView : undefined}
            component={Link}
            to={place.to}
            label={say(place.label)}
            leftSection={<place.icon size={17} />}
            rightSection={place.label === 'messages' ? <Unread key={pathname} /> : undefined}
            active={isHere(place.to)}
            aria-current={isHere(place.to) ? 'page' : undefined}
            onClick={onGo}
            py={6}
          />
        ))}
      </div>
    )
  })
}

/** Mounted again on each navigation, so that an old count is refetched. */
function Unread() {
  const unread = useAnswer(countUnread).data?.unread_count ?? 0
  return unread > 0 ? <Badge size="sm">{unread > 99 ? '99+' : unread}</Badge> : null
}
