import { getSettings, updateSettings } from '@inkstone/contract/settings-endpoints.ts'
import { reads, writes } from '../../database.ts'
import { changeSettings, type SettingsOptions, shownSettings } from './settings.actions.ts'
import { lockSettings } from './settings.store.ts'

export const settingsRoutes = (options: SettingsOptions) => [
  reads(getSettings, async (db, { actor }) => shownSettings(db, actor.siteId)),
  writes(
    updateSettings,
    async (tx, { actor, body }) => changeSettings(tx, actor, options, body),
    async (tx, { actor }) => {
      await lockSettings(tx, actor.siteId)
    },
  ),
]
