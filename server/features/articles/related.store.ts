import { PUBLISHED } from '@inkstone/contract/articles.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database.ts'
import { prepared, type StatementBuilder } from '../../platform/sql/prepared.ts'
import { publishedTotal } from './totals.table.ts'

/** The number of articles compared for all tags together, and the minimum for each; the newest represent the others. */
const OF_ALL_TAGS = 600
const OF_A_TAG = 60

interface Source {
  readonly id: number
  readonly category_id: number
  readonly status: number
  readonly author_id: number
}

const selectSource = prepared<{ site: number; id: number }, Source>(
  ({ value }) => sql`select id, category_id, status, author_id from articles
    where id = ${value('id')} and site_id = ${value('site')} and deleted_at is null`,
)

/** The article whose related articles are wanted, without its text. */
export async function findSource(db: Db, siteId: number, id: number): Promise<Source | undefined> {
  const [article] = await selectSource(db, { site: siteId, id })
  return article
}

/** The ids of articles with shared tags, most first; then those of the category; then the newest. */
export async function findRelated(
  db: Db,
  siteId: number,
  article: { id: number; category_id: number },
  limit: number,
): Promise<number[]> {
  const { id } = article
  const tags = await tagsOf(db, { site: siteId, id })
  const found = new Set(tags.length === 0 ? [] : await sharing(db, id, tags, limit))
  // Each step may find duplicates.
  const more = async (step: typeof ofCategory) => {
    if (found.size >= limit) return
    const place = { site: siteId, id, category: article.category_id, limit: limit + found.size }
    for (const row of await step(db, place)) if (found.size < limit) found.add(row.id)
  }
  await more(ofCategory)
  await more(newest)
  return [...found]
}

interface Tag {
  readonly id: number
  /** The number of its published articles. */
  readonly total: number
}

const tagsOf = prepared<{ site: number; id: number }, Tag>(
  ({ value }) => sql`select l.tag_id as id, ${publishedTotal(value('site'), 'tag', sql`l.tag_id`)} as total
    from article_tags l where l.article_id = ${value('id')} order by l.position`,
)

interface Place {
  readonly site: number
  readonly id: number
  readonly category: number
  readonly limit: number
}

const ofCategory = prepared<Place, { readonly id: number }>(
  ({ value }) => sql`select article_id as id from article_categories
    where category_id = ${value('category')} and listed = ${sql.lit(PUBLISHED)} and article_id <> ${value('id')}
    order by sorted_at desc, article_id desc limit ${value('limit')}`,
)

const newest = prepared<Place, { readonly id: number }>(
  ({ value }) => sql`select id from articles
    where site_id = ${value('site')} and status = ${sql.lit(PUBLISHED)} and deleted_at is null and id <> ${value('id')}
    order by sorted_at desc, id desc limit ${value('limit')}`,
)

type Values = Readonly<Record<string, number>>
type Sharing = ReturnType<typeof prepared<Values, { readonly id: number }>>

/** The statements by number of tags. */
const ofWholeTags = new Map<number, Sharing>()
const ofNewestOfTags = new Map<number, Sharing>()

/** Only the newest articles of each tag are considered; the number of shared tags is exact. */
async function sharing(db: Db, id: number, tags: readonly Tag[], limit: number): Promise<number[]> {
  const count = tags.length
  // With one tag, all share the same number.
  const most = count === 1 ? limit : Math.max(OF_A_TAG, Math.floor(OF_ALL_TAGS / count))
  const areWhole = count === 1 || tags.every(({ total }) => total <= most)
  const statements = areWhole ? ofWholeTags : ofNewestOfTags
  const known = statements.get(count)
  const statement = known ?? prepared(areWhole ? inWholeTags(count) : inNewestOfTags(count))
  if (!known) statements.set(count, statement)
  const values = Object.fromEntries(tags.map((tag, place) => [nameOf(place), tag.id]))
  const rows = await statement(db, { ...values, id, most, limit })
  return rows.map((row) => row.id)
}

const nameOf = (place: number) => `tag${place}`

/** If all articles of the tags are considered, each occurs once per shared tag. */
function inWholeTags(count: number) {
  return (writing: StatementBuilder<Values>): RawBuilder<{ readonly id: number }> => sql`
    select article_id as id from (${sql.join(newestOfEach(writing, count), sql` union all `)}) as near
    group by article_id order by count(*) desc, max(sorted_at) desc, article_id desc limit ${writing.value('limit')}`
}

function inNewestOfTags(count: number) {
  return (writing: StatementBuilder<Values>): RawBuilder<{ readonly id: number }> => {
    const { value } = writing
    const tags = Array.from({ length: count }, (_, place) => value(nameOf(place)))
    return sql`select l.article_id as id
      from (${sql.join(newestOfEach(writing, count), sql` union `)}) as near
      join article_tags l on l.article_id = near.article_id and l.tag_id in (${sql.join(tags)})
      group by l.article_id order by count(*) desc, max(l.sorted_at) desc, l.article_id desc limit ${value('limit')}`
  }
}

function newestOfEach({ value }: StatementBuilder<Values>, count: number) {
  return Array.from(
    { length: count },
    (_, place) => sql`select article_id, sorted_at from (
      select article_id, sorted_at from article_tags
      where tag_id = ${value(nameOf(place))} and listed = ${sql.lit(PUBLISHED)} and article_id <> ${value('id')}
      order by sorted_at desc, article_id desc limit ${value('most')}
    ) as ${sql.ref(`of_${place}`)}`,
  )
}
