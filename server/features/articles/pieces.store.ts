import type { Db } from '../../database.ts'
import { mediaAt, type NamedMedia } from '../media/covers.actions.ts'

const withNames = (db: Db, siteId: number) =>
  db
    .selectFrom('articles as a')
    .innerJoin('users as u', 'u.id', 'a.author_id')
    .innerJoin('categories as c', 'c.id', 'a.category_id')
    .innerJoin('article_counters as n', 'n.article_id', 'a.id')
    .select([
      'a.id',
      'a.alias',
      'a.title',
      'a.summary',
      'a.cover',
      'a.author_id',
      'u.username',
      'u.nickname',
      'u.avatar',
      'a.category_id',
      'c.name as category_name',
      'c.alias as category_alias',
      'n.view_count',
      'n.like_count',
      'n.favorite_count',
      'n.comment_count',
      'a.is_top',
      'a.is_hot',
      'a.is_recommend',
      'a.allow_comment',
      'a.status',
      'a.publish_at',
      'a.scheduled_at',
      'a.working_copy',
      'a.review_status',
      'a.version',
      'a.created_at',
      'a.updated_at',
    ])
    .where('a.site_id', '=', siteId)
    .where('a.deleted_at', 'is', null)

const tagsOf = (db: Db, articleIds: readonly number[]) =>
  db
    .selectFrom('article_tags as l')
    .innerJoin('tags as t', 't.id', 'l.tag_id')
    .select(['l.article_id', 't.id', 't.name', 't.alias'])
    .where('l.article_id', 'in', [...articleIds])
    .orderBy('l.article_id')
    .orderBy('l.position')

type Named = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>
interface TagOfArticle {
  readonly id: number
  readonly name: string
  readonly alias: string
}
export interface ArticlePiece extends Named {
  /** What is known of the cover, where it is a file of this site. */
  readonly cover_media: NamedMedia | undefined
  readonly tags: readonly TagOfArticle[]
}
export interface WholeArticle extends ArticlePiece {
  readonly content: string
  readonly seo_title: string
  readonly seo_keywords: string
  readonly seo_description: string
  readonly template: string
  readonly category_ids: readonly number[]
}

/** What a list shows of these articles, in this order, in two statements however many they are. */
export async function readPieces(db: Db, siteId: number, ids: readonly number[]): Promise<ArticlePiece[]> {
  if (ids.length === 0) return []
  const rows = await withNames(db, siteId)
    .where('a.id', 'in', [...ids])
    .execute()
  const tags = new Map<number, TagOfArticle[]>(ids.map((id) => [id, []]))
  for (const tag of await tagsOf(db, ids).execute()) tags.get(tag.article_id)?.push(tag)
  const covers = await coversOf(db, rows)
  const pieces = new Map(
    rows.map((row) => [
      row.id,
      Object.assign(row, { tags: tags.get(row.id) ?? [], cover_media: covers.get(row.cover) }),
    ]),
  )
  return ids.flatMap((id) => pieces.get(id) ?? [])
}

export async function readWhole(db: Db, siteId: number, id: number): Promise<WholeArticle | undefined> {
  const [article] = await readWholes(db, siteId, [id])
  return article
}

/** These articles with their texts, in this order, in three statements. */
export async function readWholes(db: Db, siteId: number, ids: readonly number[]): Promise<WholeArticle[]> {
  if (ids.length === 0) return []
  const rows = await withNames(db, siteId)
    .select(['a.content', 'a.seo_title', 'a.seo_keywords', 'a.seo_description', 'a.template'])
    .where('a.id', 'in', [...ids])
    .execute()
  const covers = await coversOf(db, rows)
  const wholes = new Map(
    rows.map((row) => [
      row.id,
      Object.assign(row, {
        tags: [] as TagOfArticle[],
        category_ids: [] as number[],
        cover_media: covers.get(row.cover),
      }),
    ]),
  )
  for (const tag of await tagsOf(db, ids).execute()) wholes.get(tag.article_id)?.tags.push(tag)
  const secondary = await db
    .selectFrom('article_categories')
    .select(['article_id', 'category_id'])
    .where('article_id', 'in', [...ids])
    .where('is_main', '=', 0)
    .orderBy('category_id')
    .execute()
  for (const { article_id, category_id } of secondary) wholes.get(article_id)?.category_ids.push(category_id)
  return ids.flatMap((id) => wholes.get(id) ?? [])
}

/** One statement more where a cover is a file of ours. */
function coversOf(db: Db, rows: readonly { readonly cover: string }[]) {
  return mediaAt(
    db,
    rows.map(({ cover }) => cover),
  )
}
