import type { UpkeepStep } from '../content/upkeep.rules.ts'
import { relativeContent } from '../media/addresses.actions.ts'
import { saveUses } from '../media/uses.actions.ts'
import { pagesAfter, saveAddresses } from './upkeep.store.ts'

/** Removes the host from URLs of our files and records which files are used, including the recycle bin. */
export const pageUpkeep: UpkeepStep = {
  name: 'pages',
  async portion(tx, after) {
    const rows = await pagesAfter(tx, after)
    for (const { id, content } of rows) {
      const kept = { content: await relativeContent(tx, content) }
      if (kept.content !== content) await saveAddresses(tx, id, kept)
      await saveUses(tx, 'page', id, kept)
    }
    return rows.at(-1)?.id
  },
}
