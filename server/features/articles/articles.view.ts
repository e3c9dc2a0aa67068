import type { ArticleDetail, ArticleItem, ArticleStatus } from '@inkstone/contract/articles.ts'
import { type Actor, isPublicReader } from '../../platform/actor.ts'
import { showTimes, type Zone } from '../../platform/times.ts'
import { showCoverMedia } from '../media/covers.actions.ts'
import { canEdit, rightsOn } from './articles.policy.ts'
import type { ArticleRow } from './articles.table.ts'
import type { Including } from './including.actions.ts'
import type { ArticlePiece, WholeArticle } from './pieces.store.ts'

type Flag = 0 | 1

export function showArticleItem(zone: Zone, actor: Actor) {
  return (piece: ArticlePiece): ArticleItem => ({
    ...shared(zone, piece),
    ...progressOf(zone, actor, piece),
    ...(!isPublicReader(actor) && { can: rightsOn(actor, piece) }),
    view_count: piece.view_count,
    like_count: piece.like_count,
    favorite_count: piece.favorite_count,
    comment_count: piece.comment_count,
    is_top: piece.is_top as Flag,
    is_hot: piece.is_hot as Flag,
    is_recommend: piece.is_recommend as Flag,
    allow_comment: piece.allow_comment as Flag,
    status: piece.status as ArticleStatus,
    ...showTimes(zone, { update: piece.updated_at }),
  })
}

export function showIncluding(zone: Zone, actor: Actor) {
  return ({ article, related }: Including): ArticleItem => ({
    ...showArticleItem(zone, actor)(article),
    ...(article.content !== undefined && { content: article.content }),
    ...(related && { related: related.map(showMention(zone)) }),
  })
}

export function showArticle(zone: Zone, actor: Actor) {
  return (whole: WholeArticle): ArticleDetail => ({
    ...showArticleItem(zone, actor)(whole),
    author: { ...authorOf(whole), avatar: whole.avatar },
    category_ids: [...whole.category_ids],
    content: whole.content,
    seo_title: whole.seo_title,
    seo_keywords: whole.seo_keywords,
    seo_description: whole.seo_description,
    template: whole.template,
  })
}

/** Readers are not told of what is being written behind a published article. */
function progressOf(zone: Zone, actor: Actor, piece: ArticlePiece) {
  const seen = canEdit(actor, piece)
  return {
    ...showTimes(zone, { scheduled: piece.scheduled_at }),
    working_copy: (seen ? piece.working_copy : 0) as Flag,
    review_status: seen ? piece.review_status : ('none' as const),
  }
}

/** What every mention of an article shows: in lists, among related ones, in what a search finds. */
function shared(zone: Zone, piece: ArticlePiece) {
  return {
    id: piece.id,
    alias: piece.alias,
    title: piece.title,
    summary: piece.summary,
    cover: piece.cover,
    cover_media: showCoverMedia(piece.cover_media),
    author: authorOf(piece),
    category: { id: piece.category_id, name: piece.category_name, alias: piece.category_alias },
    tags: piece.tags.map(({ id, name, alias }) => ({ id, name, alias })),
    ...showTimes(zone, { publish: piece.publish_at, create: piece.created_at }),
  }
}

function authorOf({ author_id, username, nickname }: ArticlePiece) {
  return { id: author_id, username, nickname }
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

export function showMention(zone: Zone) {
  return (piece: ArticlePiece) => shared(zone, piece)
}
