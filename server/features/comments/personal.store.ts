import { type ExpressionBuilder, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../database.ts'
import { equalsInAnyCase } from '../../platform/sql/like.ts'
import type { CommentRow } from './comments.table.ts'

interface Person {
  readonly userId: number | undefined
  readonly email: string
}

const SAID = [
  'id',
  'site_id',
  'article_id',
  'page_id',
  'nickname',
  'email',
  'address',
  'content',
  'created_at',
] as const
export type PersonSaid = Pick<CommentRow, (typeof SAID)[number]>

const MAX_COMMENTS = 10_000
const NOBODY = 'Guest'

const isOf =
  (db: Db | Tx, { userId, email }: Person) =>
  ({ eb, or, ref }: ExpressionBuilder<Tables, 'comments'>) =>
    or([
      ...(userId === undefined ? [] : [eb('user_id', '=', userId)]),
      ...(email === '' ? [] : [equalsInAnyCase(db, ref('email'), email)]),
    ])

export async function findOfPerson(db: Db, person: Person): Promise<PersonSaid[]> {
  return db
    .selectFrom('comments')
    .select(SAID)
    .where(isOf(db, person))
    .orderBy('id')
    .limit(MAX_COMMENTS)
    .execute()
}

/**
 * Likes and reports of guests are stored under an IP address: those from the addresses of the person's comments are
 * theirs as far as anybody can tell. Their counts stay. Before `anonymise`, which removes these addresses.
 */
export async function forgetReactions(tx: Tx, person: Person): Promise<void> {
  const keys = tx
    .selectFrom('comments')
    .select(sql<string>`'address ' || address_key`.as('key'))
    .where('address', '<>', '')
    .where(isOf(tx, person))
  await tx.deleteFrom('comment_likes').where('liker', 'in', keys).execute()
  await tx
    .updateTable('comment_reports')
    .set({ reporter: sql<string>`'erased ' || cast(id as text)`, address: '' })
    .where('reporter', 'in', keys)
    .execute()
  if (person.userId !== undefined)
    await tx
      .updateTable('comment_reports')
      .set({ address: '' })
      .where('user_id', '=', person.userId)
      .execute()
}

/** Returns all of them, including the recycle bin. */
export async function anonymise(tx: Tx, person: Person): Promise<Pick<CommentRow, 'id' | 'site_id'>[]> {
  return tx
    .updateTable('comments')
    .set({
      nickname: sql<string>`case when nickname = '' then '' else ${NOBODY} end`,
      email: '',
      address: '',
      address_key: 'unknown',
    })
    .where(isOf(tx, person))
    .returning(['id', 'site_id'])
    .execute()
}
