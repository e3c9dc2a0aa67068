import { storedValue } from './stored-value.ts'

// Stored per tab: two tabs can show two sites.
const chosen = storedValue<number>('inkstone.site', { ofTab: true })

/** The current site; without a choice the one of the host. */
export const currentSite = chosen.get
export const useSite = chosen.use
export const chooseSite = chosen.set
