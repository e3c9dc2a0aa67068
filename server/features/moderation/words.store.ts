import type { PageQuery } from '@inkstone/contract/schema.ts'
import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { boundsOf, type Found } from '../../platform/core/page.ts'
import { invalid } from '../../platform/core/problem.ts'
import { ConstraintViolated } from '../../platform/sql/handles.ts'
import { contains } from '../../platform/sql/like.ts'
import type { SensitiveWordRow, SensitiveWordTable } from './moderation.table.ts'
import { wordKey } from './words.rules.ts'

export async function listVersion(db: Db, siteId: number): Promise<number> {
  const row = await db
    .selectFrom('sensitive_word_lists')
    .select('version')
    .where('site_id', '=', siteId)
    .executeTakeFirst()
  return row?.version ?? 0
}

/** Called first by every change of the words, so that changes of one site's words are serialised. */
export async function bumpVersion(tx: Tx, siteId: number): Promise<void> {
  await tx
    .insertInto('sensitive_word_lists')
    .values({ site_id: siteId, version: 1 })
    .onConflict((conflict) =>
      conflict
        .column('site_id')
        .doUpdateSet(({ eb }) => ({ version: eb('sensitive_word_lists.version', '+', 1) })),
    )
    .execute()
}

export async function allWords(db: Db, siteId: number): Promise<SensitiveWordRow[]> {
  return db.selectFrom('sensitive_words').selectAll().where('site_id', '=', siteId).orderBy('id').execute()
}

export async function findWords(
  db: Db,
  siteId: number,
  keyword: string | undefined,
  page: PageQuery,
): Promise<Found<SensitiveWordRow>> {
  let matching = db.selectFrom('sensitive_words').where('site_id', '=', siteId)
  if (keyword) matching = matching.where(({ ref }) => contains(ref('word_key'), wordKey(keyword)))
  const { limit, offset } = boundsOf(page)
  const rows = await matching.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute()
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

export async function insertWord(
  tx: Tx,
  word: Omit<Insertable<SensitiveWordTable>, 'word_key' | 'created_at'>,
): Promise<SensitiveWordRow> {
  try {
    return await tx
      .insertInto('sensitive_words')
      .values({ ...word, word_key: wordKey(word.word), created_at: tx.now })
      .returningAll()
      .executeTakeFirstOrThrow()
  } catch (error) {
    if (error instanceof ConstraintViolated && error.constraint === 'sensitive_words_site_id_word_key_unique')
      throw invalid('word', 'taken')
    throw error
  }
}

const MAX_PER_STATEMENT = 200

export async function upsertWords(
  tx: Tx,
  siteId: number,
  words: readonly Pick<SensitiveWordRow, 'word' | 'action' | 'replacement'>[],
): Promise<void> {
  for (let at = 0; at < words.length; at += MAX_PER_STATEMENT) {
    const rows = words
      .slice(at, at + MAX_PER_STATEMENT)
      .map((word) => ({ ...word, site_id: siteId, word_key: wordKey(word.word), created_at: tx.now }))
    await tx
      .insertInto('sensitive_words')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['site_id', 'word_key']).doUpdateSet(({ ref }) => ({
          action: ref('excluded.action'),
          replacement: ref('excluded.replacement'),
        })),
      )
      .execute()
  }
}

export async function removeWords(tx: Tx, siteId: number, ids: readonly number[]): Promise<number> {
  const rows = await tx
    .deleteFrom('sensitive_words')
    .where('site_id', '=', siteId)
    .where('id', 'in', ids)
    .returning('id')
    .execute()
  return rows.length
}

/** In one statement, so that no simultaneous hit is lost. */
export async function addHits(tx: Tx, siteId: number, ids: readonly number[]): Promise<void> {
  await tx
    .updateTable('sensitive_words')
    .set(({ eb }) => ({ hits: eb('hits', '+', 1) }))
    .where('site_id', '=', siteId)
    .where('id', 'in', ids)
    .execute()
}
