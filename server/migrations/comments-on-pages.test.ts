import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Tables } from '../database.ts'
import { openEngine } from '../platform/sql/engine.ts'
import { migrate } from '../platform/sql/migrate.ts'
import { createPlace } from '../test/database.ts'
import { migrations } from './list.ts'

const place = await createPlace()
const engine = await openEngine<Tables>({
  databaseUrl: place.settings.DATABASE_URL,
  sqlitePath: `${place.folder}/test.db`,
  poolSize: 1,
  onLost: () => {},
})
afterAll(async () => {
  await engine.close()
  await place.remove()
})

const comment = (parent: number | null) => sql<{ id: number }>`
  insert into comments (site_id, article_id, parent_id, root_id, depth, nickname, email, address, address_key, language,
    content, content_hash, status, created_at)
  values (1, 1, ${parent}, ${parent}, ${parent === null ? 1 : 2}, 'n', 'e', 'a', 'a', 'en', 'text', 'h', 1, 5) returning id`

test('comments with their replies, likes and reports survive the migration, and no id is reused', async () => {
  await migrate(
    engine,
    migrations.filter(({ id }) => id < 34),
  )
  await engine.transact(async (tx) => {
    await sql`insert into sites (id, name, alias, created_at, updated_at) values (1, 's', 's', 1, 1)`.execute(
      tx,
    )
    await sql`insert into users (id, username, email, password_hash, role, created_at, updated_at)
      values (1, 'u', '', 'x', 'admin', 1, 1)`.execute(tx)
    await sql`insert into categories (id, site_id, name, alias, created_at, updated_at)
      values (1, 1, 'c', 'c', 1, 1)`.execute(tx)
    await sql`insert into articles (id, site_id, author_id, category_id, title, summary, content, created_at, updated_at, written_at, written_by)
      values (1, 1, 1, 1, 't', 's', 'c', 1, 1, 1, 1)`.execute(tx)
    await comment(null).execute(tx)
    await comment(1).execute(tx)
    await comment(null).execute(tx)
    await sql`insert into comment_likes (comment_id, liker, created_at) values (1, 'user 1', 1)`.execute(tx)
    await sql`insert into comment_reports (id, site_id, comment_id, reporter, address, reason, created_at)
      values (4, 1, 2, 'user 1', 'a', 'r', 1)`.execute(tx)
    await sql`delete from comments where id = 3`.execute(tx)
  })
  await migrate(engine, migrations)
  const rows = await engine.db
    .selectFrom('comments')
    .select(['id', 'article_id', 'page_id', 'parent_id', 'content'])
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { id: 1, article_id: 1, page_id: null, parent_id: null, content: 'text' },
    { id: 2, article_id: 1, page_id: null, parent_id: 1, content: 'text' },
  ])
  await engine.transact(async (tx) => {
    expect((await sql`select 1 from comment_likes where comment_id = 1`.execute(tx)).rows).toHaveLength(1)
    expect((await sql`select 1 from comment_reports where id = 4`.execute(tx)).rows).toHaveLength(1)
    expect((await comment(1).execute(tx)).rows).toEqual([{ id: 4 }])
    await sql`delete from comments where id = 1`.execute(tx)
    for (const table of ['comments', 'comment_likes', 'comment_reports'] as const)
      expect((await tx.selectFrom(table).selectAll().execute()).length, table).toBe(0)
  })
})
