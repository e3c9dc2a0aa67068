import type { Db } from '../../database.ts'

export interface Losses {
  readonly articles: number
  readonly pages: number
  readonly comments: number
  readonly media: number
  readonly users: number
}

const COLUMNS = {
  articles: 'updated_at',
  pages: 'updated_at',
  comments: 'created_at',
  media: 'created_at',
  users: 'created_at',
} as const

/** Articles of which only the working copy has changed. */
async function countCopiesSince(db: Db, moment: number): Promise<number> {
  const { total } = await db
    .selectFrom('article_copies')
    .innerJoin('articles', 'articles.id', 'article_copies.article_id')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('article_copies.updated_at', '>', moment)
    .where('articles.updated_at', '<=', moment)
    .executeTakeFirstOrThrow()
  return total
}

/** Content created since, and also articles, their working copies and pages changed since, on all sites. */
export async function countSince(db: Db, moment: number): Promise<Losses> {
  const count = async (table: keyof typeof COLUMNS) => {
    const { total } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where(COLUMNS[table], '>', moment)
      .executeTakeFirstOrThrow()
    return total
  }
  return {
    articles: (await count('articles')) + (await countCopiesSince(db, moment)),
    pages: await count('pages'),
    comments: await count('comments'),
    media: await count('media'),
    users: await count('users'),
  }
}
