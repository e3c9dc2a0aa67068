import type { UpkeepStep } from '../content/upkeep.rules.ts'
import { relativeAddress, relativeContent } from '../media/addresses.actions.ts'
import { saveUses } from '../media/uses.actions.ts'
import { articlesAfter, saveAddresses } from './upkeep.store.ts'

/** Removes the host from URLs of our files and records which files are used, including the recycle bin. */
export const articleUpkeep: UpkeepStep = {
  name: 'articles',
  async portion(tx, after) {
    const rows = await articlesAfter(tx, after)
    for (const { id, content, cover } of rows) {
      const kept = { content: await relativeContent(tx, content), cover: await relativeAddress(tx, cover) }
      if (kept.content !== content || kept.cover !== cover) await saveAddresses(tx, id, kept)
      await saveUses(tx, 'article', id, kept)
    }
    return rows.at(-1)?.id
  },
}
