import { Button, Text } from '@mantine/core'
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Link,
  lazyRouteComponent,
  useRouter,
} from '@tanstack/react-router'
import { ApiError } from '../lib/api-error.ts'
import { fetched } from '../lib/fetched.ts'
import { useWords } from '../lib/words.tsx'
import { Failed, Page, Waiting } from '../ui/page.tsx'
import { uiWords } from '../ui/ui.words.ts'
import { Shell } from './shell.tsx'

function Broken({ error }: ErrorComponentProps) {
  const say = useWords(uiWords)
  const router = useRouter()
  if (error instanceof ApiError) return <Failed error={error} onRetry={() => router.invalidate()} />
  return (
    <Page title={say('wentWrong')}>
      <Text size="sm" c="dimmed">
        {error instanceof Error ? error.message : String(error)}
      </Text>
      <div>
        <Button onClick={() => location.reload()}>{say('reload')}</Button>
      </div>
    </Page>
  )
}

function NoSuchPage() {
  const say = useWords(uiWords)
  return (
    <Page title={say('noMatch')} hint={say('noMatchHint')}>
      <div>
        <Button component={Link} to="/">
          {say('toOverview')}
        </Button>
      </div>
    </Page>
  )
}

const root = createRootRoute({ component: Shell, notFoundComponent: NoSuchPage })

type Screens = Record<string, unknown>

/** Screens are loaded when they are first opened. */
function screen<Name extends string>(path: string, load: () => Promise<Screens>, name: Name) {
  return createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(
      () => fetched(load as () => Promise<Record<Name, () => React.ReactNode>>),
      name,
    ),
  })
}

const routes = [
  screen('/', () => import('../features/overview/overview-page.tsx'), 'OverviewPage'),
  screen('/articles', () => import('../features/articles/articles-page.tsx'), 'ArticlesPage'),
  screen('/calendar', () => import('../features/calendar/calendar-page.tsx'), 'CalendarPage'),
  screen('/categories', () => import('../features/categories/categories-page.tsx'), 'CategoriesPage'),
  screen('/comments', () => import('../features/comments/comments-page.tsx'), 'CommentsPage'),
  screen('/recycle-bin', () => import('../features/recycle-bin/recycle-bin-page.tsx'), 'RecycleBinPage'),
  screen('/pages', () => import('../features/pages/pages-page.tsx'), 'PagesPage'),
  screen('/pages/$alias', () => import('../features/pages/page-page.tsx'), 'PagePage'),
  screen('/media', () => import('../features/media/media-page.tsx'), 'MediaPage'),
  screen('/tags', () => import('../features/tags/tags-page.tsx'), 'TagsPage'),
  screen('/members', () => import('../features/members/members-page.tsx'), 'MembersPage'),
  screen('/users', () => import('../features/users/users-page.tsx'), 'UsersPage'),
  screen('/settings', () => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
  screen('/webhooks', () => import('../features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  screen('/webhooks/$id', () => import('../features/webhooks/webhook-page.tsx'), 'WebhookPage'),
  screen('/profile', () => import('../features/profile/profile-page.tsx'), 'ProfilePage'),
  screen('/tokens', () => import('../features/tokens/tokens-page.tsx'), 'TokensPage'),
  screen('/messages', () => import('../features/messages/messages-page.tsx'), 'MessagesPage'),
  screen('/favorites', () => import('../features/favorites/favorites-page.tsx'), 'FavoritesPage'),
  screen('/sites', () => import('../features/sites/sites-page.tsx'), 'SitesPage'),
  screen('/imports', () => import('../features/imports/imports-page.tsx'), 'ImportsPage'),
  screen('/backups', () => import('../features/backups/backups-page.tsx'), 'BackupsPage'),
  screen('/audit-log', () => import('../features/audit-log/audit-log-page.tsx'), 'AuditLogPage'),
  screen('/jobs', () => import('../features/jobs/jobs-page.tsx'), 'JobsPage'),
  screen(
    '/forgot-password',
    () => import('../features/sign-in/forgot-password-page.tsx'),
    'ForgotPasswordPage',
  ),
  screen('/register', () => import('../features/sign-in/register-page.tsx'), 'RegisterPage'),
  screen('/readers', () => import('../features/first-run/readers-page.tsx'), 'ReadersPage'),
  screen('/first-sign-in', () => import('../features/first-run/first-sign-in-page.tsx'), 'FirstSignInPage'),
  screen('/set-password', () => import('../features/sign-in/set-password-page.tsx'), 'SetPasswordPage'),
  screen('/confirm-email', () => import('../features/sign-in/confirm-email-page.tsx'), 'ConfirmEmailPage'),
  screen('/articles/$id', () => import('../features/articles/article-page.tsx'), 'ArticlePage'),
]

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/admin',
  defaultPendingComponent: Waiting,
  defaultErrorComponent: Broken,
  scrollRestoration: true,
})
