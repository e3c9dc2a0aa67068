import { type SettingName, SiteSettings, serviceSettings } from '@inkstone/contract/settings.ts'
import { Type } from '@sinclair/typebox'
import type { Db, Tx } from '../../database.ts'
import { type Actor, holds } from '../../platform/core/actor.ts'
import { Problem } from '../../platform/core/problem.ts'
import { createReaders } from '../../platform/http/validation.ts'
import { createZone } from '../../platform/times/times.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import { changedFields } from '../audit-log/changed-fields.rules.ts'
import { relativeFields } from '../media/addresses.actions.ts'
import {
  differencesOf,
  keyIssues,
  ofService,
  rangeIssues,
  settingsOf,
  withoutUnchangedOfService,
} from './settings.rules.ts'
import { lockSettings, readSettings, saveSettings } from './settings.store.ts'

const withoutDefaults = Object.fromEntries(
  Object.entries(SiteSettings.properties).map(([key, { default: _, ...schema }]) => [
    key,
    Type.Unsafe(schema),
  ]),
)
const readChanges = createReaders(createZone('UTC'))(Type.Partial(Type.Object(withoutDefaults)))

export async function siteSettings(db: Db, siteId: number): Promise<SiteSettings> {
  return settingsOf(await readSettings(db, siteId))
}

/** As they are shown and sent back: with those of the whole service, which site 1 stores. */
export async function shownSettings(db: Db, siteId: number): Promise<SiteSettings> {
  return withThoseOfService(db, siteId, await siteSettings(db, siteId))
}

async function withThoseOfService(db: Db, siteId: number, own: SiteSettings): Promise<SiteSettings> {
  return siteId === 1 ? own : { ...own, ...ofService(await siteSettings(db, 1)) }
}

export interface SettingsOptions {
  readonly smsAvailable: boolean
  /** Rejects paths under which present articles could not be opened. */
  readonly requireArticlePath: (db: Db, siteId: number, settings: SiteSettings) => Promise<void>
}

/** Updates the given settings. An invalid one rejects all. */
export async function changeSettings(
  tx: Tx,
  actor: Actor,
  { smsAvailable, requireArticlePath }: SettingsOptions,
  given: Readonly<Record<string, unknown>>,
): Promise<SiteSettings> {
  const own = settingsOf(await lockSettings(tx, actor.siteId))
  const before = await withThoseOfService(tx, actor.siteId, own)
  const wanted = withoutUnchangedOfService(before, given)
  // An administrator of only site 1 cannot change settings of the whole service.
  const isOfService = Object.keys(wanted).some((key) => serviceSettings.has(key as SettingName))
  if (isOfService && !holds(actor, 'backups.manage')) throw new Problem('forbidden')
  const changes = await relativeFields(tx, wanted, ['site_logo', 'site_icon'])
  const issues = new Map([...keyIssues(actor.siteId, changes), ...readChanges(changes)])
  if (changes.comment_captcha_type === 'sms' && !smsAvailable)
    issues.set('comment_captcha_type', [{ name: 'not-allowed', fill: { values: 'image, slider' } }])
  const after = { ...before, ...(changes as Partial<SiteSettings>) }
  const wrong = issues.size > 0 ? issues : rangeIssues(after, changes)
  if (wrong.size > 0) throw new Problem('invalid', { fields: wrong })
  const changed = changedFields(before, after)
  if (Object.keys(changed.after).length === 0) return after
  if ('article_path' in changed.after) await requireArticlePath(tx, actor.siteId, after)
  await saveSettings(tx, actor.siteId, JSON.stringify(differencesOf({ ...own, ...changes })))
  await recordAuditEntry(tx, actor, {
    action: 'settings.updated',
    targetType: 'site',
    targetId: actor.siteId,
    ...changed,
  })
  return after
}
