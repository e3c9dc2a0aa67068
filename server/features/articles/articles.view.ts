import { textsOf } from '@inkstone/contract/article-texts.ts'
import type { ArticleDetail, ArticleItem, ArticleStatus } from '@inkstone/contract/articles.ts'
import { type Actor, isPublicReader } from '../../platform/core/actor.ts'
import { showTimes, type Zone } from '../../platform/times/times.ts'
import { canEdit, rightsOn } from '../article-rights/articles.policy.ts'
import { showCoverMedia } from '../media/covers.actions.ts'
import type { ArticleRow } from './articles.table.ts'
import type { Including } from './including.actions.ts'
import type { ArticlePiece, WholeArticle } from './pieces.store.ts'

type Flag = 0 | 1

/** Written field by field, because it runs for every list item: spreading objects takes ten times as long. */
export function showArticleItem(zone: Zone, actor: Actor) {
  const reads = isPublicReader(actor)
  return (piece: ArticlePiece): ArticleItem => {
    // Readers do not see that a working copy exists.
    const seen = canEdit(actor, piece)
    const item: ArticleItem = {
      id: piece.id,
      alias: piece.alias,
      title: piece.title,
      summary: piece.summary,
      cover: piece.cover,
      cover_media: showCoverMedia(piece.cover_media),
      author: authorOf(piece),
      category: categoryOf(piece),
      tags: piece.tags.map(({ id, name, alias }) => ({ id, name, alias })),
      publish_time: timeOf(zone, piece.publish_at),
      publish_at: momentOf(zone, piece.publish_at),
      create_time: zone.format(piece.created_at),
      create_at: zone.formatWithOffset(piece.created_at),
      scheduled_time: timeOf(zone, piece.scheduled_at),
      scheduled_at: momentOf(zone, piece.scheduled_at),
      working_copy: (seen ? piece.working_copy : 0) as Flag,
      review_status: seen ? piece.review_status : 'none',
      view_count: piece.view_count,
      like_count: piece.like_count,
      favorite_count: piece.favorite_count,
      comment_count: piece.comment_count,
      is_top: piece.is_top as Flag,
      is_hot: piece.is_hot as Flag,
      is_recommend: piece.is_recommend as Flag,
      allow_comment: piece.allow_comment as Flag,
      status: piece.status as ArticleStatus,
      update_time: zone.format(piece.updated_at),
      update_at: zone.formatWithOffset(piece.updated_at),
    }
    if (!reads) item.can = rightsOn(actor, piece)
    return item
  }
}

export function showIncluding(zone: Zone, actor: Actor) {
  const show = showArticleItem(zone, actor)
  return ({ article, related }: Including): ArticleItem => {
    const item = show(article)
    if (article.content !== undefined) item.content = article.content
    if (related) item.related = related.map(showMention(zone))
    return item
  }
}

export function showArticle(zone: Zone, actor: Actor) {
  const show = showArticleItem(zone, actor)
  return (whole: WholeArticle): ArticleDetail =>
    Object.assign(show(whole), textsOf(whole), {
      author: { ...authorOf(whole), avatar: whole.avatar },
      category_ids: [...whole.category_ids],
      content: whole.content,
    })
}

/** The short form of an article in related articles and search results. */
export function showMention(zone: Zone) {
  return (piece: ArticlePiece) => ({
    id: piece.id,
    alias: piece.alias,
    title: piece.title,
    summary: piece.summary,
    cover: piece.cover,
    cover_media: showCoverMedia(piece.cover_media),
    author: authorOf(piece),
    category: categoryOf(piece),
    tags: piece.tags.map(({ id, name, alias }) => ({ id, name, alias })),
    publish_time: timeOf(zone, piece.publish_at),
    publish_at: momentOf(zone, piece.publish_at),
    create_time: zone.format(piece.created_at),
    create_at: zone.formatWithOffset(piece.created_at),
  })
}

function timeOf(zone: Zone, moment: number | null): string | null {
  return moment === null ? null : zone.format(moment)
}

function momentOf(zone: Zone, moment: number | null): string | null {
  return moment === null ? null : zone.formatWithOffset(moment)
}

function authorOf({ author_id, username, nickname }: ArticlePiece) {
  return { id: author_id, username, nickname }
}

function categoryOf({ category_id, category_name, category_alias }: ArticlePiece) {
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
    status: row.status as ArticleStatus,
    ...showTimes(zone, { publish: row.publish_at, scheduled: row.scheduled_at }),
    working_copy: row.working_copy as Flag,
    review_status: row.review_status,
  }
}
