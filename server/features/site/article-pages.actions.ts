import type { Db } from '../../database.ts'
import { canEdit } from '../article-rights/articles.policy.ts'
import { adjacentIds } from '../articles/adjacent.actions.ts'
import { type ArticleDetailRow, readArticleByAlias } from '../articles/reading.actions.ts'
import { onArticle } from '../comments/subjects.rules.ts'
import { threadModel } from './comment-threads.actions.ts'
import type { PageModel, Visit } from './page-models.rules.ts'
import { cachedItems, cachedText } from './parts.actions.ts'
import type { SiteModel } from './parts.rules.ts'
import type { SiteReader } from './reader.rules.ts'
import { metaOf } from './seo.rules.ts'
import { cardOf, detailOf } from './site.view.ts'

const RELATED = 4

export async function articleModel(
  db: Db,
  reader: SiteReader,
  site: SiteModel,
  alias: string,
  visit: Visit,
): Promise<PageModel> {
  const article = await readArticleByAlias(db, reader.actor, alias)
  const shown = await shownArticle(reader, article)
  const { older, newer, related } = await adjacentIds(db, reader.actor, article, RELATED)
  const cards = await cardsOf(reader, [older, newer, ...related])
  const trail = reader.trailTo(shown.category.id)
  return {
    defaultTemplate: 'article',
    customTemplate: shown.template,
    data: {
      kind: 'article',
      title: shown.title,
      article: shown,
      edit_url: visit.signedIn && canEdit(visit.signedIn, article) ? `/admin/articles/${article.id}` : '',
      trail,
      related: related.flatMap((id) => cards.get(id) ?? []),
      previous: older && cards.get(older),
      next: newer && cards.get(newer),
      comments: await threadModel(db, reader, onArticle(article.id), article, shown.url, visit),
      meta: metaOf(reader, site.name, {
        title: shown.seo_title || shown.title,
        description: shown.seo_description || shown.summary,
        keywords: shown.seo_keywords || shown.tags.map(({ name }) => name).join(', '),
        path: shown.url,
        type: 'article',
        picture: shown.picture ?? shown.first_picture,
        trail: [...trail, { name: shown.title, url: shown.url }],
        article: shown,
      }),
    },
  }
}

async function cardsOf(reader: SiteReader, ids: readonly (number | undefined)[]) {
  const wanted = new Set(ids.filter((id) => id !== undefined))
  const card = cardOf(reader)
  return new Map((await cachedItems(reader, [...wanted])).map((item) => [item.id, card(item)]))
}

async function shownArticle(reader: SiteReader, article: ArticleDetailRow) {
  return Object.assign(detailOf(reader, article), await cachedText(reader, article.content))
}

/** A preview shows the article without comments, related articles and navigation. */
export async function previewModel(
  reader: SiteReader,
  site: SiteModel,
  article: ArticleDetailRow,
): Promise<PageModel> {
  const shown = await shownArticle(reader, article)
  return {
    defaultTemplate: 'article',
    customTemplate: shown.template,
    data: {
      kind: 'preview',
      title: shown.title,
      article: shown,
      trail: reader.trailTo(shown.category.id),
      related: [],
      meta: metaOf(reader, site.name, {
        title: shown.seo_title || shown.title,
        description: shown.seo_description || shown.summary,
        path: shown.url,
        language: shown.language,
        hidden: true,
      }),
    },
  }
}
