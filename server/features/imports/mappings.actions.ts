import type { Db } from '../../database.ts'
import type { Issue } from '../../platform/core/problem.ts'
import { memberByName } from '../users/members.actions.ts'
import { userByName } from '../users/users.actions.ts'

export interface Mappings {
  /** Author names in the source, and their usernames here. */
  readonly authors: ReadonlyMap<string, string>
  /** Category paths in the source, with `/` between the levels, and their paths here. */
  readonly categories: ReadonlyMap<string, string>
  /** The site whose members may become authors, for somebody who may not manage users. Undefined: every user may. */
  readonly membersOf: number | undefined
}

/** The user with this name or e-mail address, if they may become an author. */
export function possibleAuthor(
  db: Db,
  { membersOf }: Pick<Mappings, 'membersOf'>,
  name: string,
): Promise<{ id: number } | undefined> {
  return membersOf === undefined ? userByName(db, name) : memberByName(db, membersOf, name)
}

const MAX_REPORTED = 20

/** What is wrong with the targets of mappings, by field. A user must exist; a category is created if it does not. */
export async function mappingIssues(
  db: Db,
  { authors, categories, membersOf }: Mappings,
): Promise<Map<keyof Mappings, Issue[]>> {
  const issues = new Map<keyof Mappings, Issue[]>()
  const unknown: string[] = []
  for (const username of new Set(authors.values()))
    if (!(await possibleAuthor(db, { membersOf }, username))) unknown.push(username)
  if (unknown.length > 0)
    issues.set('authors', [{ name: 'unknown-users', fill: { values: listed(unknown) } }])
  const wrong = [...new Set(categories.values())].filter((path) =>
    path.split('/').some((name) => name.trim() === ''),
  )
  if (wrong.length > 0) issues.set('categories', [{ name: 'empty-level', fill: { values: listed(wrong) } }])
  return issues
}

function listed(values: readonly string[]): string {
  return `${values.slice(0, MAX_REPORTED).join(', ')}${values.length > MAX_REPORTED ? ', …' : ''}`
}
