import { articleTexts } from '@inkstone/contract/article-texts.ts'
import type { ArticleDetail, ArticleItem } from '@inkstone/contract/articles.ts'
import { type Actor, isPublicReader } from '../../platform/core/actor.ts'
import { versionTag } from '../../platform/http/etag.ts'
import { showTimes, type Zone } from '../../platform/times/times.ts'
import { canEdit, rightsOn } from '../article-rights/articles.policy.ts'
import { showContentMedia, showCoverMedia } from '../media/shown-media.actions.ts'
import type { ArticleRow } from './articles.table.ts'
import type { Including } from './including.actions.ts'
import type { ArticleDetailRow, ArticleItemRow } from './item-rows.store.ts'
import { rowsShown } from './reading.actions.ts'

/** Written field by field, because it runs for every list item: spreading objects takes ten times as long. */
export function showArticleItem(zone: Zone, actor: Actor) {
  const reads = isPublicReader(actor)
  return (row: ArticleItemRow): ArticleItem => {
    // Readers do not see that a working copy exists.
    const seen = canEdit(actor, row)
    const item: ArticleItem = {
      id: row.id,
      alias: row.alias,
      title: row.title,
      summary: row.summary,
      cover: row.cover,
      cover_media: showCoverMedia(row.cover_media),
      author: authorOf(row),
      category: categoryOf(row),
      tags: row.tags.map(({ id, name, alias }) => ({ id, name, alias })),
      publish_time: timeOf(zone, row.publish_at),
      publish_at: momentOf(zone, row.publish_at),
      create_time: zone.format(row.created_at),
      create_at: zone.formatWithOffset(row.created_at),
      scheduled_time: timeOf(zone, row.scheduled_at),
      scheduled_at: momentOf(zone, row.scheduled_at),
      working_copy: seen ? row.working_copy : 0,
      review_status: seen ? row.review_status : 'none',
      view_count: row.view_count,
      like_count: row.like_count,
      favorite_count: row.favorite_count,
      comment_count: row.comment_count,
      is_top: row.is_top,
      is_hot: row.is_hot,
      is_recommend: row.is_recommend,
      allow_comment: row.allow_comment,
      status: row.status,
      update_time: zone.format(row.updated_at),
      update_at: zone.formatWithOffset(row.updated_at),
    }
    if (!reads) item.can = rightsOn(actor, row)
    return item
  }
}

/** The rows that an article in a list depends on. */
export function rowsOfItem({
  id,
  author,
  category,
  tags,
}: Pick<ArticleItem, 'id' | 'author' | 'category' | 'tags'>) {
  const rows: ReturnType<typeof rowsShown> & { article_counters?: number[] } = rowsShown({
    id,
    author_id: author.id,
    category_id: category.id,
    tags,
  })
  rows.article_counters = [id]
  return rows
}

/** In a list, callers who may edit an article also get its version, so that they can act on exactly what the list shows. */
export function showListed(zone: Zone, actor: Actor) {
  const show = showArticleItem(zone, actor)
  return (row: ArticleItemRow): ArticleItem => {
    const item = show(row)
    if (item.can?.edit === 1) item.etag = versionTag(row.version)
    return item
  }
}

export function showIncluding(zone: Zone, actor: Actor) {
  const show = showListed(zone, actor)
  return ({ article, ...others }: Including): ArticleItem => {
    const item = show(article)
    if ('content' in article) withText(item, article)
    return withIncluded(zone, item, others)
  }
}

export function withIncluded<Shown extends ArticleItem | ArticleDetail>(
  zone: Zone,
  shown: Shown,
  { related, oldAliases, media }: Omit<Including, 'article'>,
): Shown {
  if (related) shown.related = related.map(showMention(zone))
  if (oldAliases) shown.old_aliases = [...oldAliases]
  if (media) shown.media = showContentMedia(media)
  return shown
}

export function showArticle(zone: Zone, actor: Actor) {
  const show = showArticleItem(zone, actor)
  return (row: ArticleDetailRow): ArticleDetail => {
    const detail = withText(show(row), row)
    detail.author.avatar = row.avatar
    return detail
  }
}

/** The item with its text, also set field by field. */
function withText(item: ArticleItem, row: ArticleDetailRow): ArticleItem & ArticleDetail {
  const detail = item as ArticleItem & ArticleDetail
  for (const name of articleTexts) detail[name] = row[name]
  detail.category_ids = [...row.category_ids]
  detail.content = row.content
  return detail
}

/** The short form of an article in related articles and search results. */
export function showMention(zone: Zone) {
  return (row: ArticleItemRow) => ({
    id: row.id,
    alias: row.alias,
    title: row.title,
    summary: row.summary,
    cover: row.cover,
    cover_media: showCoverMedia(row.cover_media),
    author: authorOf(row),
    category: categoryOf(row),
    tags: row.tags.map(({ id, name, alias }) => ({ id, name, alias })),
    publish_time: timeOf(zone, row.publish_at),
    publish_at: momentOf(zone, row.publish_at),
    create_time: zone.format(row.created_at),
    create_at: zone.formatWithOffset(row.created_at),
  })
}

function timeOf(zone: Zone, moment: number | null): string | null {
  return moment === null ? null : zone.format(moment)
}

function momentOf(zone: Zone, moment: number | null): string | null {
  return moment === null ? null : zone.formatWithOffset(moment)
}

function authorOf({ author_id, username, nickname }: ArticleItemRow) {
  return { id: author_id, username, nickname }
}

function categoryOf({ category_id, category_name, category_alias }: ArticleItemRow) {
  return { id: category_id, name: category_name, alias: category_alias }
}

export function showCreated(zone: Zone) {
  return (row: ArticleRow) => ({ ...saved(zone, row), ...showTimes(zone, { create: row.created_at }) })
}

export function showUpdated(zone: Zone) {
  return (row: ArticleRow) => ({ ...saved(zone, row), ...showTimes(zone, { update: row.updated_at }) })
}

function saved(zone: Zone, row: ArticleRow) {
  return {
    id: row.id,
    alias: row.alias,
    title: row.title,
    status: row.status,
    ...showTimes(zone, { publish: row.publish_at, scheduled: row.scheduled_at }),
    working_copy: row.working_copy,
    review_status: row.review_status,
  }
}
