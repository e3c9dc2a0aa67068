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

/** Content created since, and also articles and pages changed since, on all sites. */
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
    articles: await count('articles'),
    pages: await count('pages'),
    comments: await count('comments'),
    media: await count('media'),
    users: await count('users'),
  }
}
