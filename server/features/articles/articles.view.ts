import type { ArticleDetail, ArticleItem, ArticleStatus } from '@inkstone/contract/articles.ts'
import type { Zone } from '../../platform/times.ts'
import type { ArticleRow } from './articles.table.ts'
import type { ArticlePiece, TagOfArticle, WholeArticle } from './pieces.store.ts'
import type { RelatedRow } from './related.store.ts'

type Flag = 0 | 1

export function showArticleItem(zone: Zone) {
  return (piece: ArticlePiece): ArticleItem => ({
    ...shared(zone, piece),
    author: { id: piece.author_id, username: piece.username, nickname: piece.nickname },
    category: { id: piece.category_id, name: piece.category_name },
    tags: piece.tags.map(({ id, name }) => ({ id, name })),
  })
}

export function showArticle(zone: Zone) {
  return (whole: WholeArticle): ArticleDetail => ({
    ...shared(zone, whole),
    author: { id: whole.author_id, username: whole.username, nickname: whole.nickname, avatar: whole.avatar },
    category: { id: whole.category_id, name: whole.category_name, alias: whole.category_alias },
    category_ids: [...whole.category_ids],
    tags: whole.tags.map(({ id, name, alias }: TagOfArticle) => ({ id, name, alias })),
    content: whole.content,
    seo_title: whole.seo_title,
    seo_keywords: whole.seo_keywords,
    seo_description: whole.seo_description,
    favorite_count: whole.favorite_count,
    allow_comment: whole.allow_comment as Flag,
    template: whole.template,
  })
}

function shared(zone: Zone, piece: ArticlePiece) {
  return {
    id: piece.id,
    title: piece.title,
    summary: piece.summary,
    cover: piece.cover,
    view_count: piece.view_count,
    like_count: piece.like_count,
    comment_count: piece.comment_count,
    is_top: piece.is_top as Flag,
    is_hot: piece.is_hot as Flag,
    is_recommend: piece.is_recommend as Flag,
    status: piece.status as ArticleStatus,
    publish_time: moment(zone, piece.publish_at),
    create_time: zone.format(piece.created_at),
    update_time: zone.format(piece.updated_at),
  }
}

function moment(zone: Zone, time: number | null): string | null {
  return time === null ? null : zone.format(time)
}

export function showCreated(zone: Zone) {
  return (row: ArticleRow) => ({ ...saved(zone, row), create_time: zone.format(row.created_at) })
}

export function showUpdated(zone: Zone) {
  return (row: ArticleRow) => ({ ...saved(zone, row), update_time: zone.format(row.updated_at) })
}

function saved(zone: Zone, row: ArticleRow) {
  return {
    id: row.id,
    title: row.title,
    status: row.status as ArticleStatus,
    publish_time: moment(zone, row.publish_at),
  }
}

export function showRelated(zone: Zone) {
  return ({ id, title, summary, cover, created_at }: RelatedRow) => ({
    id,
    title,
    summary,
    cover,
    create_time: zone.format(created_at),
  })
}
