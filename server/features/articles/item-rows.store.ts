import { type ArticleText, articleTexts } from '@inkstone/contract/article-texts.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database.ts'
import { dialectOf } from '../../platform/sql/dialects.ts'
import { prepared, type StatementBuilder } from '../../platform/sql/prepared.ts'
import { mediaAt, type NamedMedia } from '../media/shown-media.actions.ts'
import type { ArticleRow } from './articles.table.ts'

/** The list fields of an article, and its position. */
const ITEM_COLUMNS = {
  id: 'a.id',
  alias: 'a.alias',
  title: 'a.title',
  summary: 'a.summary',
  cover: 'a.cover',
  author_id: 'a.author_id',
  username: 'u.username',
  nickname: 'u.nickname',
  avatar: 'u.avatar',
  category_id: 'a.category_id',
  category_name: 'c.name',
  category_alias: 'c.alias',
  view_count: 'n.view_count',
  like_count: 'n.like_count',
  favorite_count: 'n.favorite_count',
  comment_count: 'n.comment_count',
  is_top: 'a.is_top',
  is_hot: 'a.is_hot',
  is_recommend: 'a.is_recommend',
  allow_comment: 'a.allow_comment',
  status: 'a.status',
  publish_at: 'a.publish_at',
  scheduled_at: 'a.scheduled_at',
  working_copy: 'a.working_copy',
  review_status: 'a.review_status',
  version: 'a.version',
  created_at: 'a.created_at',
  updated_at: 'a.updated_at',
} as const

const DETAIL_COLUMNS = {
  ...ITEM_COLUMNS,
  author_bio: 'u.bio',
  ...(Object.fromEntries(articleTexts.map((name) => [name, `a.${name}`])) as Record<ArticleText, string>),
} as const

type OfArticle = Extract<keyof typeof DETAIL_COLUMNS, keyof ArticleRow>
type Counter = 'view_count' | 'like_count' | 'favorite_count' | 'comment_count'
type Names = 'username' | 'nickname' | 'avatar' | 'category_name' | 'category_alias'
type Named = Pick<ArticleRow, Extract<OfArticle, keyof typeof ITEM_COLUMNS>> &
  Readonly<Record<Counter, number>> &
  Readonly<Record<Names, string>>

interface TagOfArticle {
  readonly id: number
  readonly name: string
  readonly alias: string
  readonly enabled: number
}
export interface ArticleItemRow extends Named {
  /** Details of the cover, if it is a file of this site. */
  readonly cover_media: NamedMedia | undefined
  readonly tags: readonly TagOfArticle[]
}
export interface ArticleDetailRow extends ArticleItemRow, Readonly<Record<ArticleText, string>> {
  readonly content: string
  readonly author_bio: string
  readonly category_ids: readonly number[]
}

interface SiteQuery {
  readonly site: number
}
interface RowsQuery extends SiteQuery {
  readonly ids: readonly number[]
}
interface AliasQuery extends SiteQuery {
  readonly key: string
}

type Fields = Readonly<Record<string, string>>

/** The fields and tags of an article as JSON: one text instead of many columns and a second statement. */
function jsonOf(
  { jsonArray, jsonRows }: Pick<StatementBuilder<SiteQuery>, 'jsonArray' | 'jsonRows'>,
  fields: Fields,
  others: RawBuilder<unknown>[] = [],
) {
  const tags = jsonRows(
    [sql`t.id`, sql`t.name`, sql`t.alias`, sql`t.enabled`],
    sql`from article_tags l join tags t on t.id = l.tag_id where l.article_id = a.id`,
    sql`l.position`,
  )
  return jsonArray([...Object.values(fields).map((column) => sql.ref(column)), tags, ...others])
}

/** Written so that SQLite starts with the article; a small users table would otherwise be scanned for each. */
function fromArticles({ orderedJoin, value }: Joins, condition: RawBuilder<unknown>) {
  return sql`from articles a
    ${orderedJoin} users u on u.id = a.author_id
    ${orderedJoin} categories c on c.id = a.category_id
    ${orderedJoin} article_counters n on n.article_id = a.id
    where ${condition} and a.site_id = ${value('site')} and a.deleted_at is null`
}

interface Joins extends Pick<StatementBuilder<SiteQuery>, 'orderedJoin' | 'jsonArray' | 'jsonRows'> {
  value(name: 'site'): RawBuilder<never>
}

const selectItems = prepared<RowsQuery, { readonly json: unknown }>(
  (builder) =>
    sql`select ${jsonOf(builder, ITEM_COLUMNS)} as json ${fromArticles(builder, builder.isAmong(sql`a.id`, 'ids'))}`,
)

interface DetailJson {
  readonly json: unknown
  readonly content: string
}

const selectDetails = prepared<RowsQuery, DetailJson>((builder) =>
  details(builder, builder.isAmong(sql`a.id`, 'ids')),
)

const selectDetailByAlias = prepared<AliasQuery, DetailJson>((builder) =>
  details(builder, sql`a.alias_key = ${builder.value('key')}`),
)

function details(builder: Joins, condition: RawBuilder<unknown>): RawBuilder<DetailJson> {
  const categories = builder.jsonRows(
    [sql`category_id`],
    sql`from article_categories where article_id = a.id and is_main = 0`,
    sql`category_id`,
  )
  return sql`select a.content, ${jsonOf(builder, DETAIL_COLUMNS, [categories])} as json ${fromArticles(builder, condition)}`
}

/** The list fields of these articles, in this order, in one statement plus one for covers. */
export async function readItemRows(
  db: Db,
  siteId: number,
  ids: readonly number[],
): Promise<ArticleItemRow[]> {
  if (ids.length === 0) return []
  const { parsed } = dialectOf(db.engine)
  const rows = await selectItems(db, { site: siteId, ids })
  return inOrder(
    ids,
    await withCovers(
      db,
      siteId,
      rows.map(({ json }) => rowFrom(parsed(json), ITEM_FIELDS)),
    ),
  )
}

export async function readDetailRow(
  db: Db,
  siteId: number,
  id: number,
): Promise<ArticleDetailRow | undefined> {
  const [article] = await readDetailRows(db, siteId, [id])
  return article
}

export async function readDetailRowByAlias(
  db: Db,
  siteId: number,
  aliasKey: string,
): Promise<ArticleDetailRow | undefined> {
  const rows = await selectDetailByAlias(db, { site: siteId, key: aliasKey })
  const [article] = await detailsFrom(db, siteId, rows)
  return article
}

/** These articles with their texts, in this order, in one statement plus one for covers. */
export async function readDetailRows(
  db: Db,
  siteId: number,
  ids: readonly number[],
): Promise<ArticleDetailRow[]> {
  if (ids.length === 0) return []
  return inOrder(ids, await detailsFrom(db, siteId, await selectDetails(db, { site: siteId, ids })))
}

function detailsFrom(db: Db, siteId: number, rows: readonly DetailJson[]): Promise<ArticleDetailRow[]> {
  const { parsed } = dialectOf(db.engine)
  const articles = rows.map(({ json, content }) => {
    const values = parsed<unknown[]>(json)
    const row = rowFrom(values, DETAIL_FIELDS) as Writable<ArticleDetailRow>
    row.content = content
    row.category_ids = (values.at(-1) as readonly (readonly number[])[]).flat()
    return row
  })
  return withCovers(db, siteId, articles)
}

type Writable<Row> = { -readonly [Field in keyof Row]: Row[Field] }

const ITEM_FIELDS = Object.keys(ITEM_COLUMNS)
const DETAIL_FIELDS = Object.keys(DETAIL_COLUMNS)

function rowFrom(values: readonly unknown[], names: readonly string[]): ArticleItemRow {
  const row: Record<string, unknown> = {}
  for (let at = 0; at < names.length; at++) row[names[at] as string] = values[at]
  const tags = values[names.length] as readonly (readonly [number, string, string, number])[]
  row.tags = tags.map(([id, name, alias, enabled]) => ({ id, name, alias, enabled }))
  row.cover_media = undefined
  return row as unknown as ArticleItemRow
}

/** One more statement if a cover may be a file of the site. */
async function withCovers<Row extends ArticleItemRow>(db: Db, siteId: number, rows: Row[]): Promise<Row[]> {
  const covers = await mediaAt(
    db,
    siteId,
    rows.map(({ cover }) => cover),
  )
  if (covers.size > 0) for (const row of rows) Object.assign(row, { cover_media: covers.get(row.cover) })
  return rows
}

function inOrder<Row extends ArticleItemRow>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
