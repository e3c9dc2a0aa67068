import type { Db } from '../../database.ts'
import { Problem } from '../../platform/core/problem.ts'
import { type AuthorRow, findAuthor } from './authors.store.ts'

export { findAuthors as listAuthors } from './authors.store.ts'

export async function readAuthor(db: Db, siteId: number, id: number): Promise<AuthorRow> {
  const author = await findAuthor(db, siteId, id)
  if (!author) throw new Problem('author-not-found')
  return author
}
