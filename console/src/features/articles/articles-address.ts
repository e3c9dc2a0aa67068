import { keptValue } from '../../lib/kept.ts'

/** The last filters of the list in this tab, for the way back from an article. */
export const listAddress = keptValue<Readonly<Record<string, string | number>>>('inkstone.articles', {
  ofTab: true,
})
