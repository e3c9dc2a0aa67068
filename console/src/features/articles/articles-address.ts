import { keptValue } from '../../lib/kept.ts'

/** What the list was last asked for in this tab: the way back from an article leads there. */
export const listAddress = keptValue<Readonly<Record<string, string | number>>>('inkstone.articles', {
  ofTab: true,
})
