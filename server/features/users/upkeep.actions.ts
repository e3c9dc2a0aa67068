import type { UpkeepStep } from '../content/upkeep.rules.ts'
import { relativeAddress } from '../media/addresses.actions.ts'
import { avatarsAfter, saveAvatar } from './upkeep.store.ts'

/** Removes the host from avatars that are files of ours. */
export const userUpkeep: UpkeepStep = {
  name: 'users',
  async portion(tx, after) {
    const rows = await avatarsAfter(tx, after)
    for (const { id, avatar } of rows) {
      const kept = await relativeAddress(tx, avatar)
      if (kept !== avatar) await saveAvatar(tx, id, kept)
    }
    return rows.at(-1)?.id
  },
}
