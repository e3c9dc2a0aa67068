import { keptValue } from './kept.ts'

const chosen = keptValue<number>('inkstone.site')

/** The site that is worked on; without a choice the one that the address belongs to. */
export const currentSite = chosen.get
export const useSite = chosen.use
export const chooseSite = chosen.set
