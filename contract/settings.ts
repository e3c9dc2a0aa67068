import { type Static, Type } from '@sinclair/typebox'
import { roles } from './permissions.ts'
import { Flag, FlagShown, Id, OneOf, Text, Url } from './schema.ts'
import { SiteAddress, SitePath } from './site-paths.ts'

/** The settings of a site with their defaults. */

const days = (standard: number) => Type.Integer({ minimum: 1, maximum: 3650, default: standard })
const seconds = (standard: number) => Type.Integer({ minimum: 0, maximum: 86_400, default: standard })
const text = (max: number, description?: string) => ({
  ...Text({ max }),
  default: '',
  ...(description && { description }),
})
const flag = (standard: 0 | 1) => ({ ...Flag, default: standard })

export const SiteSettings = Type.Object({
  public_read: flag(0),
  public_max_age: Type.Integer({
    minimum: 0,
    maximum: 31_536_000,
    default: 60,
    description: 'How many seconds a shared cache may keep public responses. 0: it revalidates every time.',
  }),
  show_usernames: {
    ...flag(1),
    description: 'If off, anonymous callers and content tokens do not see usernames of authors.',
  },
  registration: flag(1),
  registration_captcha: {
    ...flag(0),
    description: 'Registration requires a captcha of the type used for comments.',
  },
  registration_confirm: {
    ...flag(0),
    description: 'Registration requires confirming the e-mail address before the first login.',
  },
  second_factor: OneOf(['optional', 'required_for_staff', 'off'], {
    default: 'optional',
    description:
      '`required_for_staff`: editors, auditors and administrators must set one up first. `off`: no one can set one up. Users who already have one still need it.',
  }),
  review: flag(0),
  hide_unknown_users: flag(0),
  comment_enabled: flag(1),
  comment_review: flag(1),
  comment_guests: flag(1),
  comment_captcha: flag(1),
  comment_captcha_type: OneOf(['image', 'slider', 'sms'], { default: 'image' }),
  comment_min_length: Type.Integer({ minimum: 1, maximum: 10_000, default: 10 }),
  comment_max_length: Type.Integer({ minimum: 1, maximum: 10_000, default: 500 }),
  comment_max_depth: Type.Integer({ minimum: 1, maximum: 20, default: 5 }),
  comment_user_interval: seconds(60),
  comment_ip_interval: seconds(30),
  comment_daily_limit: Type.Integer({ minimum: 0, maximum: 100_000, default: 50 }),
  comment_max_links: Type.Integer({ minimum: 0, maximum: 1000, default: 2 }),
  comment_auto_registered: flag(0),
  comment_auto_trusted: flag(1),
  comment_auto_clean: flag(0),
  comment_auto_after: Type.Integer({
    minimum: 0,
    maximum: 1000,
    default: 0,
    description:
      'Users with this many approved comments on this site, and none marked as spam, skip review. 0: off.',
  }),
  comment_trusted_roles: Type.Array(OneOf(roles), { maxItems: 4, default: ['editor', 'auditor', 'admin'] }),
  comment_trusted_users: Type.Array(Id, { maxItems: 1000, default: [] }),
  word_filter_mode: OneOf(['replace', 'reject'], { default: 'replace' }),
  recycle_days: days(30),
  site_enabled: {
    ...flag(1),
    description: 'With `public_read`, the service shows the built-in website at `/`.',
  },
  site_name: text(100, "Shown to readers; the site's own name when empty."),
  site_description: text(1000),
  site_keywords: text(500),
  site_logo: { ...Url, default: '' },
  site_icon: { ...Url, default: '' },
  site_language: Type.String({
    pattern: '^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$',
    maxLength: 35,
    default: 'zh-CN',
    description: 'A BCP 47 language tag.',
  }),
  site_url: SiteAddress,
  article_path: SitePath('/articles/{alias}'),
  page_path: SitePath('/{alias}'),
  category_path: SitePath('/categories/{alias}'),
  tag_path: SitePath('/tags/{alias}'),
  site_look: OneOf(['journal', 'magazine'], {
    default: 'journal',
    description: 'The design of the built-in website: text first or images first.',
  }),
  site_font: OneOf(['serif', 'sans'], { default: 'serif', description: 'The font of long texts.' }),
  site_accent: Type.String({
    trim: true,
    pattern: '^(#[0-9a-fA-F]{6})?$',
    default: '',
    description:
      'The colour of links and buttons on the built-in website, as #rrggbb. Empty: the default colour.',
    examples: ['#1f6feb'],
  }),
  preview_url: Type.String({
    trim: true,
    maxLength: 2000,
    pattern: '^(https?://[^\\s]*\\{token\\}[^\\s]*)?$',
    default: '',
    description:
      'Where previews are shown: an http or https URL that contains {token} and may contain {id} and {alias}. Empty: the built-in website shows them.',
    examples: ['https://www.example.com/preview?token={token}'],
  }),
  backup_time: Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', default: '02:00' }),
  backup_keep_days: days(7),
  backup_upload_weeks: Type.Integer({ minimum: 1, maximum: 520, default: 4 }),
})
export type SiteSettings = Static<typeof SiteSettings>
export type SettingName = keyof SiteSettings

/** Settings of the whole service. They are stored on site 1 and cannot be set on another site. */
export const serviceSettings: ReadonlySet<SettingName> = new Set([
  'backup_time',
  'backup_keep_days',
  'backup_upload_weeks',
])

export const defaultSettings: SiteSettings = Object.fromEntries(
  Object.entries(SiteSettings.properties).map(([key, schema]) => [key, schema.default]),
) as SiteSettings

/** The same in a response, with flags as 0 or 1. */
export const SettingsShown = Type.Object(
  Object.fromEntries(
    Object.entries(SiteSettings.properties).map(([key, schema]) => [
      key,
      'flag' in schema ? FlagShown : schema,
    ]),
  ) as typeof SiteSettings.properties,
)
