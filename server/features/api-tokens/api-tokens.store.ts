import type { PageQuery } from '@inkstone/contract/schema.ts'
import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { boundsOf, type Found } from '../../platform/core/page.ts'
import { CALLER_COLUMNS, withSiteRoles } from '../users/site-roles.rules.ts'
import type { ApiTokenTable } from './api-tokens.table.ts'

const shown = (db: Db) =>
  db
    .selectFrom('api_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .leftJoin('api_token_uses as w', 'w.token_id', 't.id')
    .select([
      't.id',
      't.name',
      't.scope',
      't.sites',
      't.rate_limit',
      't.hint',
      't.user_id',
      'u.username',
      't.expires_at',
      'w.last_used_at',
      't.revoked_at',
      't.created_at',
    ])

export type ApiTokenRow = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>

export async function findTokens(
  db: Db,
  userId: number | undefined,
  page: PageQuery,
): Promise<Found<ApiTokenRow>> {
  const { limit, offset } = boundsOf(page)
  let matching = shown(db).where('t.revoked_at', 'is', null)
  let counted = db
    .selectFrom('api_tokens as t')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('t.revoked_at', 'is', null)
  if (userId !== undefined) {
    matching = matching.where('t.user_id', '=', userId)
    counted = counted.where('t.user_id', '=', userId)
  }
  const rows = await matching.orderBy('t.id', 'desc').limit(limit).offset(offset).execute()
  const { total } = await counted.executeTakeFirstOrThrow()
  return { rows, total }
}

export async function readToken(db: Db, id: number): Promise<ApiTokenRow | undefined> {
  return shown(db).where('t.id', '=', id).executeTakeFirst()
}

export async function findTokenByHash(db: Db, hash: string) {
  const rows = await db
    .selectFrom('api_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .leftJoin('user_sites as r', 'r.user_id', 'u.id')
    .select([
      't.id as tokenId',
      't.name as tokenName',
      't.scope',
      't.sites',
      't.rate_limit',
      't.expires_at',
      ...CALLER_COLUMNS,
    ])
    .where('t.token_hash', '=', hash)
    .where('t.revoked_at', 'is', null)
    .execute()
  return withSiteRoles(rows)
}

export async function insertToken(
  tx: Tx,
  token: Omit<Insertable<ApiTokenTable>, 'created_at'>,
): Promise<number> {
  const { id } = await tx
    .insertInto('api_tokens')
    .values({ ...token, created_at: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False if it was revoked before, perhaps by a simultaneous request. */
export async function saveRevoked(tx: Tx, id: number): Promise<boolean> {
  const row = await tx
    .updateTable('api_tokens')
    .set({ revoked_at: tx.now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function saveAllRevoked(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('api_tokens')
    .set({ revoked_at: tx.now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
}

export async function saveUse(tx: Tx, id: number): Promise<void> {
  await tx
    .insertInto('api_token_uses')
    .values({ token_id: id, last_used_at: tx.now })
    .onConflict((conflict) => conflict.column('token_id').doUpdateSet({ last_used_at: tx.now }))
    .execute()
}
