import type { Db, Tx } from '../../database.ts'
import { anonymise, findOfPerson, type PersonSaid } from './personal.store.ts'

export interface Commenter {
  readonly userId: number | undefined
  /** Empty where none is known. */
  readonly email: string
}

/** What somebody said on all sites, in the recycle bin too. */
export const commentsOfPerson: (db: Db, person: Commenter) => Promise<PersonSaid[]> = findOfPerson

/** Takes name and addresses off what somebody said; answers how many it was. */
export const anonymiseComments: (tx: Tx, person: Commenter) => Promise<number> = anonymise
