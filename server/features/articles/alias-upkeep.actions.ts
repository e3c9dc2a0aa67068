import type { UpkeepStep } from '../content/upkeep.rules.ts'
import { siteSettings } from '../settings/settings.actions.ts'
import { freeAliasFor } from './alias.actions.ts'
import { aliasFromTitle, aliasGivenByUpgrade } from './alias.rules.ts'
import { saveOldAlias } from './alias.store.ts'
import { articlesToName, saveAlias } from './upkeep.store.ts'

/**
 * Generates aliases from titles for articles from before aliases existed. Public articles remain available under the
 * alias from the upgrade.
 */
export const aliasUpkeep: UpkeepStep = {
  name: 'aliases',
  async portion(tx, after) {
    const rows = await articlesToName(tx, after)
    for (const { id, site_id, title, alias_key, alias_public } of rows) {
      if (alias_key !== aliasGivenByUpgrade(id)) continue
      const settings = await siteSettings(tx, site_id)
      const made = await freeAliasFor(tx, site_id, settings, await aliasFromTitle(title), id)
      if (made.alias_key === alias_key) continue
      await saveAlias(tx, id, made)
      if (alias_public === 1) await saveOldAlias(tx, site_id, alias_key, id)
    }
    return rows.at(-1)?.id
  },
}
