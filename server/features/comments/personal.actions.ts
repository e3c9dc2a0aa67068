import type { Db, Tx } from '../../database.ts'
import { anonymise, findOfPerson, forgetReactions, type PersonSaid } from './personal.store.ts'

export interface Commenter {
  readonly userId: number | undefined
  /** Empty if unknown. */
  readonly email: string
}

/** The comments of a person on all sites, including the recycle bin. */
export const commentsOfPerson: (db: Db, person: Commenter) => Promise<PersonSaid[]> = findOfPerson

/**
 * Removes name and addresses from the comments of a person, and the addresses of their likes and reports. Returns how
 * many comments there were.
 */
export async function anonymiseComments(tx: Tx, person: Commenter): Promise<number> {
  await forgetReactions(tx, person)
  return anonymise(tx, person)
}
