import {
  defaultSettings,
  type SettingName,
  type SiteSettings,
  serviceSettings,
} from '@inkstone/contract/settings.ts'
import { hasDotSegment, isReservedPath } from '@inkstone/contract/site-paths.ts'
import type { Issue } from '../../platform/core/problem.ts'

/** A site stores only differences from the defaults, so that a changed default applies to every site. */
export function settingsOf(stored: string): SiteSettings {
  return { ...defaultSettings, ...(JSON.parse(stored) as Partial<SiteSettings>) }
}

/** The name of a site for people: the setting, or else the name that the site was created with. */
export function shownName({ name, settings }: { name: string; settings: string }): string {
  return settingsOf(settings).site_name || name
}

export function differencesOf(settings: SiteSettings): Partial<SiteSettings> {
  const differences = Object.entries(settings).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(defaultSettings[key as SettingName]),
  )
  return Object.fromEntries(differences) as Partial<SiteSettings>
}

/** Those of the whole service, which only site 1 stores. */
export function ofService(settings: SiteSettings): Partial<SiteSettings> {
  return Object.fromEntries(
    Object.entries(settings).filter(([key]) => serviceSettings.has(key as SettingName)),
  )
}

/** Without settings of the service that keep their value: a form sends back all settings that it has read. */
export function withoutUnchangedOfService(
  before: SiteSettings,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const isUnchanged = (key: string, value: unknown) =>
    serviceSettings.has(key as SettingName) &&
    JSON.stringify(value) === JSON.stringify(before[key as SettingName])
  return Object.fromEntries(Object.entries(given).filter(([key, value]) => !isUnchanged(key, value)))
}

/** Errors in the keys. The values are checked by their schema. */
export function keyIssues(siteId: number, changes: Readonly<Record<string, unknown>>): Map<string, Issue[]> {
  const issues = new Map<string, Issue[]>()
  for (const key of Object.keys(changes)) {
    if (!Object.hasOwn(defaultSettings, key)) issues.set(key, [{ name: 'unknown-key' }])
    else if (siteId !== 1 && serviceSettings.has(key as SettingName))
      issues.set(key, [{ name: 'site-1-only' }])
  }
  return issues
}

/** Conflicts between two settings, each reported for a setting that was to be changed. */
export function rangeIssues(
  settings: SiteSettings,
  changes: Readonly<Record<string, unknown>>,
): Map<string, Issue[]> {
  const issues = new Map<string, Issue[]>()
  const { comment_min_length: min, comment_max_length: max } = settings
  if (min > max) {
    if ('comment_min_length' in changes)
      issues.set('comment_min_length', [{ name: 'too-large', fill: { limit: max } }])
    else issues.set('comment_max_length', [{ name: 'too-small', fill: { limit: min } }])
  }
  for (const [key, issue] of pathIssues(settings, changes)) issues.set(key, [issue])
  return issues
}

const PATHS = ['article_path', 'page_path', 'category_path', 'tag_path'] as const

/** A path must belong to one kind of content, and not collide with a path of the service. */
function* pathIssues(
  settings: SiteSettings,
  changes: Readonly<Record<string, unknown>>,
): Generator<[string, Issue]> {
  const pathIn = (key: (typeof PATHS)[number]) => settings[key].replace(/\/$/, '')
  const taken = new Set(PATHS.filter((key) => !(key in changes)).map(pathIn))
  // Of two equal paths the second is reported.
  for (const key of PATHS.filter((name) => name in changes)) {
    const path = pathIn(key)
    if (hasDotSegment(path)) yield [key, { name: 'dot-segment' }]
    else if (isReservedPath(path)) yield [key, { name: 'reserved' }]
    else if (taken.has(path)) yield [key, { name: 'taken' }]
    taken.add(path)
  }
}
