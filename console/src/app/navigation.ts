import type { Permission } from '@inkstone/contract/permissions.ts'
import type { ComponentType } from 'react'
import {
  ArticleIcon,
  BackupIcon,
  BinIcon,
  CalendarIcon,
  CategoryIcon,
  CommentIcon,
  HeartIcon,
  HomeIcon,
  ImportIcon,
  JobIcon,
  KeyIcon,
  LogIcon,
  MediaIcon,
  MessageIcon,
  PageIcon,
  SettingsIcon,
  SiteIcon,
  TagIcon,
  UserIcon,
  WebhookIcon,
} from '../ui/icons.tsx'
import type { appWords } from './app.words.ts'

type Word = keyof typeof appWords

interface Place {
  readonly to: string
  readonly label: Word
  readonly icon: ComponentType<{ size?: number }>
  readonly needs: Permission
}

interface Group {
  readonly label?: Word
  readonly places: readonly Place[]
}

/** The screens, and the permission that each requires. */
export const navigation: readonly Group[] = [
  { places: [{ to: '/', label: 'home', icon: HomeIcon, needs: 'profile.own' }] },
  {
    label: 'content',
    places: [
      { to: '/articles', label: 'articles', icon: ArticleIcon, needs: 'articles.create' },
      { to: '/calendar', label: 'calendar', icon: CalendarIcon, needs: 'articles.create' },
      { to: '/pages', label: 'pages', icon: PageIcon, needs: 'pages.manage' },
      { to: '/categories', label: 'categories', icon: CategoryIcon, needs: 'categories.manage' },
      { to: '/tags', label: 'tags', icon: TagIcon, needs: 'tags.manage' },
      { to: '/media', label: 'media', icon: MediaIcon, needs: 'media.upload' },
      { to: '/comments', label: 'comments', icon: CommentIcon, needs: 'comments.moderate' },
      { to: '/recycle-bin', label: 'bin', icon: BinIcon, needs: 'recycle-bin.own' },
    ],
  },
  {
    label: 'site',
    places: [
      { to: '/settings', label: 'settings', icon: SettingsIcon, needs: 'settings.manage' },
      { to: '/members', label: 'members', icon: UserIcon, needs: 'site-roles.manage' },
      { to: '/webhooks', label: 'webhooks', icon: WebhookIcon, needs: 'webhooks.manage' },
      { to: '/imports', label: 'imports', icon: ImportIcon, needs: 'imports.manage' },
    ],
  },
  {
    label: 'service',
    places: [
      { to: '/users', label: 'users', icon: UserIcon, needs: 'users.manage' },
      { to: '/sites', label: 'sites', icon: SiteIcon, needs: 'sites.manage' },
      { to: '/backups', label: 'backups', icon: BackupIcon, needs: 'backups.manage' },
      { to: '/audit-log', label: 'auditLog', icon: LogIcon, needs: 'audit-log.read' },
      { to: '/jobs', label: 'jobs', icon: JobIcon, needs: 'jobs.read' },
    ],
  },
  {
    label: 'mine',
    places: [
      { to: '/messages', label: 'messages', icon: MessageIcon, needs: 'messages.own' },
      { to: '/favorites', label: 'favorites', icon: HeartIcon, needs: 'articles.favorite' },
      { to: '/tokens', label: 'tokens', icon: KeyIcon, needs: 'tokens.own' },
    ],
  },
]
