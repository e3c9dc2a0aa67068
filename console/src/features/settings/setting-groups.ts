import type { SettingName, SiteSettings } from '@inkstone/contract/settings.ts'
import type { groupWords, settingsWords } from './settings.words.ts'

type Unit = Extract<keyof typeof settingsWords, 'seconds' | 'days' | 'weeks' | 'characters'>
type Choice = Extract<
  keyof typeof settingsWords,
  | 'image'
  | 'slider'
  | 'sms'
  | 'replace'
  | 'reject'
  | 'optional'
  | 'required_for_staff'
  | 'off'
  | 'journal'
  | 'magazine'
  | 'serif'
  | 'sans'
>

/** The settings with values of exactly this type. */
type NamesOf<Value> = {
  [Name in SettingName]: [Value, SiteSettings[Name]] extends [SiteSettings[Name], Value] ? Name : never
}[SettingName]
export type TextSetting = NamesOf<string>

/** A setting with the type of its control. */
type Controlled =
  | { readonly name: TextSetting; readonly as: 'text' | 'longText' | 'colour' | 'picture' | 'time' }
  | { readonly name: NamesOf<0 | 1>; readonly as: 'flag' }
  | { readonly name: NamesOf<number>; readonly as: 'number'; readonly unit?: Unit }
  | { readonly name: SettingName; readonly as: 'choice'; readonly choices: readonly Choice[] }
  | { readonly name: 'comment_trusted_roles'; readonly as: 'roles' }
  | { readonly name: 'comment_trusted_users'; readonly as: 'users' }
export type SettingControl<As extends Controlled['as'] = Controlled['as']> = Extract<
  Controlled,
  { readonly as: As }
>

type Placed = Controlled & {
  /** Has no effect unless this one is on. */
  readonly needs?: SettingName
}

interface SettingGroup {
  readonly name: keyof typeof groupWords
  readonly settings: readonly Placed[]
  /** Applies to the whole service, and can be set only on site 1. */
  readonly ofService?: true
}

export const settingGroups: readonly SettingGroup[] = [
  {
    name: 'site',
    settings: [
      { name: 'site_name', as: 'text' },
      { name: 'site_description', as: 'longText' },
      { name: 'site_keywords', as: 'text' },
      { name: 'site_language', as: 'text' },
      { name: 'site_logo', as: 'picture' },
      { name: 'site_icon', as: 'picture' },
    ],
  },
  {
    name: 'addresses',
    settings: [
      { name: 'site_enabled', as: 'flag', needs: 'public_read' },
      { name: 'site_look', as: 'choice', choices: ['journal', 'magazine'], needs: 'site_enabled' },
      { name: 'site_font', as: 'choice', choices: ['serif', 'sans'], needs: 'site_enabled' },
      { name: 'site_accent', as: 'colour', needs: 'site_enabled' },
      { name: 'site_url', as: 'text' },
      { name: 'article_path', as: 'text' },
      { name: 'page_path', as: 'text' },
      { name: 'category_path', as: 'text' },
      { name: 'tag_path', as: 'text' },
      { name: 'preview_url', as: 'text' },
    ],
  },
  {
    name: 'access',
    settings: [
      { name: 'public_read', as: 'flag' },
      { name: 'public_max_age', as: 'number', unit: 'seconds', needs: 'public_read' },
      { name: 'show_usernames', as: 'flag' },
      { name: 'registration', as: 'flag' },
      { name: 'registration_captcha', as: 'flag', needs: 'registration' },
      { name: 'registration_confirm', as: 'flag', needs: 'registration' },
      {
        name: 'second_factor',
        as: 'choice',
        choices: ['optional', 'required_for_staff', 'off'],
      },
      { name: 'hide_unknown_users', as: 'flag' },
    ],
  },
  { name: 'review', settings: [{ name: 'review', as: 'flag' }] },
  {
    name: 'who',
    settings: [
      { name: 'comment_enabled', as: 'flag' },
      { name: 'comment_guests', as: 'flag', needs: 'comment_enabled' },
      { name: 'comment_max_depth', as: 'number' },
    ],
  },
  {
    name: 'limits',
    settings: [
      { name: 'comment_min_length', as: 'number', unit: 'characters' },
      { name: 'comment_max_length', as: 'number', unit: 'characters' },
      { name: 'comment_max_links', as: 'number' },
      { name: 'comment_user_interval', as: 'number', unit: 'seconds' },
      { name: 'comment_ip_interval', as: 'number', unit: 'seconds' },
      { name: 'comment_daily_limit', as: 'number' },
    ],
  },
  {
    name: 'captcha',
    settings: [
      { name: 'comment_captcha', as: 'flag' },
      {
        name: 'comment_captcha_type',
        as: 'choice',
        choices: ['image', 'slider', 'sms'],
        needs: 'comment_captcha',
      },
    ],
  },
  {
    name: 'approval',
    settings: [
      { name: 'comment_review', as: 'flag' },
      { name: 'comment_auto_trusted', as: 'flag', needs: 'comment_review' },
      { name: 'comment_trusted_roles', as: 'roles', needs: 'comment_auto_trusted' },
      { name: 'comment_trusted_users', as: 'users', needs: 'comment_auto_trusted' },
      { name: 'comment_auto_registered', as: 'flag', needs: 'comment_review' },
      { name: 'comment_auto_after', as: 'number', needs: 'comment_review' },
      { name: 'comment_auto_clean', as: 'flag', needs: 'comment_review' },
    ],
  },
  { name: 'words', settings: [{ name: 'word_filter_mode', as: 'choice', choices: ['replace', 'reject'] }] },
  { name: 'bin', settings: [{ name: 'recycle_days', as: 'number', unit: 'days' }] },
  {
    name: 'backups',
    ofService: true,
    settings: [
      { name: 'backup_time', as: 'time' },
      { name: 'backup_keep_days', as: 'number', unit: 'days' },
      { name: 'backup_upload_weeks', as: 'number', unit: 'weeks' },
    ],
  },
]

const needed: ReadonlyMap<SettingName, SettingName> = new Map(
  settingGroups.flatMap(({ settings }) =>
    settings.flatMap(({ name, needs }) => (needs === undefined ? [] : [[name, needs] as const])),
  ),
)

/** Whether a setting has an effect with the current values of the others. */
export function hasEffect(name: SettingName, settings: SiteSettings): boolean {
  const needs = needed.get(name)
  return needs === undefined || (settings[needs] === 1 && hasEffect(needs, settings))
}
