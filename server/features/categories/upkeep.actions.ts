import type { UpkeepStep } from '../content/upkeep.rules.ts'
import { relativeAddress } from '../media/addresses.actions.ts'
import { picturesAfter, savePictures } from './upkeep.store.ts'

/** Removes the host from covers and icons that are files of ours. */
export const categoryUpkeep: UpkeepStep = {
  name: 'categories',
  async portion(tx, after) {
    const rows = await picturesAfter(tx, after)
    for (const { id, cover, icon } of rows) {
      const kept = { cover: await relativeAddress(tx, cover), icon: await relativeAddress(tx, icon) }
      if (kept.cover !== cover || kept.icon !== icon) await savePictures(tx, id, kept)
    }
    return rows.at(-1)?.id
  },
}
