import type { UpkeepStep } from '../content/upkeep.rules.ts'
import { relativeAddress, relativeContent } from '../media/addresses.actions.ts'
import { keepUses } from '../media/uses.actions.ts'
import { articlesAfter, saveAddresses } from './upkeep.store.ts'

/** Addresses of own files without their host, and a record of which files are used; also in the recycle bin. */
export const articleUpkeep: UpkeepStep = {
  name: 'articles',
  async portion(tx, after) {
    const rows = await articlesAfter(tx, after)
    for (const { id, content, cover } of rows) {
      const kept = { content: await relativeContent(tx, content), cover: await relativeAddress(tx, cover) }
      if (kept.content !== content || kept.cover !== cover) await saveAddresses(tx, id, kept)
      await keepUses(tx, 'article', id, kept)
    }
    return rows.at(-1)?.id
  },
}
