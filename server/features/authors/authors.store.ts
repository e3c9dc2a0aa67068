import { PUBLISHED } from '@inkstone/contract/articles.ts'
import type { PageQuery } from '@inkstone/contract/schema.ts'
import type { Db } from '../../database.ts'
import { boundsOf, type Found } from '../../platform/core/page.ts'

/** Users with published articles on the site, from their stored totals. */
const authors = (db: Db, siteId: number) =>
  db
    .selectFrom((totals) =>
      totals
        .selectFrom('article_totals')
        .select(({ fn }) => ['ref_id', fn.sum<number>('total').as('total')])
        .where('site_id', '=', siteId)
        .where('kind', '=', 'author')
        .where('listed', '=', PUBLISHED)
        .groupBy('ref_id')
        .as('t'),
    )
    .innerJoin('users as u', 'u.id', 't.ref_id')
    .where('t.total', '>', 0)

const shown = ['u.id', 'u.nickname', 'u.avatar', 'u.bio', 't.total as article_count'] as const

export interface AuthorRow {
  readonly id: number
  readonly nickname: string
  readonly avatar: string
  readonly bio: string
  readonly article_count: number
}

export async function findAuthors(db: Db, siteId: number, page: PageQuery): Promise<Found<AuthorRow>> {
  const { limit, offset } = boundsOf(page)
  const rows = await authors(db, siteId)
    .select(shown)
    .orderBy('t.total', 'desc')
    .orderBy('u.id')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await authors(db, siteId)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

export async function findAuthor(db: Db, siteId: number, id: number): Promise<AuthorRow | undefined> {
  return authors(db, siteId).select(shown).where('u.id', '=', id).executeTakeFirst()
}
