import { keptValue } from './kept.ts'

// Two tabs can show two sites: what is being written in one is not taken away by a choice in another.
const chosen = keptValue<number>('inkstone.site', { ofTab: true })

/** The site that is worked on; without a choice the one that the address belongs to. */
export const currentSite = chosen.get
export const useSite = chosen.use
export const chooseSite = chosen.set
