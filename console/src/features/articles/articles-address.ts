import { storedValue } from '../../lib/stored-value.ts'

/** The last filters of the list in this tab, for the way back from an article. */
export const listAddress = storedValue<Readonly<Record<string, string | number>>>('inkstone.articles', {
  ofTab: true,
})
