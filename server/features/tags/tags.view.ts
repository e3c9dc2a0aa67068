import { showTimes, type Zone } from '../../platform/times/times.ts'
import type { TaggedArticle } from './links.store.ts'
import type { TagWithCount } from './tags.store.ts'

export interface TagWithArticles extends TagWithCount {
  readonly articles: readonly TaggedArticle[]
}

export function showTag(row: TagWithCount) {
  return {
    id: row.id,
    name: row.name,
    alias: row.alias,
    color: row.color,
    article_count: row.article_count,
    sort_order: row.sort_order,
    enabled: row.enabled,
    site_id: row.site_id,
  }
}

export function showTagWithArticles(zone: Zone) {
  return (row: TagWithArticles) => ({
    ...showTag(row),
    description: row.description,
    seo_title: row.seo_title,
    seo_keywords: row.seo_keywords,
    seo_description: row.seo_description,
    ...showTimes(zone, { create: row.created_at, update: row.updated_at }),
    articles: row.articles.map(({ publish_at, created_at, ...article }) => ({
      ...article,
      ...showTimes(zone, { publish: publish_at, create: created_at }),
    })),
  })
}
