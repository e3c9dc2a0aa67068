import type { PageQuery } from '@inkstone/contract/schema.ts'
import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { boundsOf, type Found } from '../../platform/page.ts'
import { withSiteRoles } from '../users/site-roles.rules.ts'
import type { ApiTokenTable } from './api-tokens.table.ts'

const shown = (db: Db) =>
  db
    .selectFrom('api_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select([
      't.id',
      't.name',
      't.scope',
      't.hint',
      't.user_id',
      'u.username',
      't.expires_at',
      't.last_used_at',
      't.created_at',
    ])

export type ApiTokenRow = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>

export async function findTokens(
  db: Db,
  userId: number | undefined,
  page: PageQuery,
): Promise<Found<ApiTokenRow>> {
  const { limit, offset } = boundsOf(page)
  let matching = shown(db)
  let counted = db.selectFrom('api_tokens as t').select(({ fn }) => fn.countAll<number>().as('total'))
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
      't.scope',
      't.expires_at',
      't.last_used_at',
      'u.id as user_id',
      'u.username',
      'u.role',
      'u.status',
      'u.is_vip',
      'u.vip_until',
      'r.site_id as on_site',
      'r.role as site_role',
    ])
    .where('t.token_hash', '=', hash)
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

export async function removeToken(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('api_tokens').where('id', '=', id).execute()
}

export async function touchToken(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('api_tokens').set({ last_used_at: tx.now }).where('id', '=', id).execute()
}
