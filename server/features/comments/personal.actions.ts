import type { Db, Tx } from '../../database.ts'
import { anonymise, findOfPerson, forgetReactions, type PersonSaid } from './personal.store.ts'
import { recordCommentChanges, seenNow } from './recording.actions.ts'

export interface Commenter {
  readonly userId: number | undefined
  /** Empty if unknown. */
  readonly email: string
}

/** The comments of a person on all sites, including the recycle bin. */
export const commentsOfPerson: (db: Db, person: Commenter) => Promise<PersonSaid[]> = findOfPerson

/**
 * Removes name and addresses from the comments of a person, and the addresses of their likes and reports. The feed of
 * changes contains them, because they show another name. Returns how many comments there were.
 */
export async function anonymiseComments(tx: Tx, person: Commenter): Promise<number> {
  await forgetReactions(tx, person)
  const comments = await anonymise(tx, person)
  for (const siteId of new Set(comments.map(({ site_id }) => site_id))) {
    const ids = comments.filter(({ site_id }) => site_id === siteId).map(({ id }) => id)
    const seen = await seenNow(tx, siteId, ids)
    await recordCommentChanges(tx, siteId, ids, seen, seen)
  }
  return comments.length
}
