import type { Db } from '../../database.ts'
import { canEdit } from '../articles/articles.policy.ts'
import {
  listArticles,
  readArticleByAlias,
  relatedTo,
  type WholeArticle,
} from '../articles/reading.actions.ts'
import { onArticle } from '../comments/subjects.rules.ts'
import { threadModel } from './comment-threads.actions.ts'
import type { PageModel, Visit } from './page-models.rules.ts'
import type { SiteReader } from './reader.rules.ts'
import { metaOf } from './seo.rules.ts'
import { cardOf, wholeOf } from './site.view.ts'
import type { SiteShown } from './site-shown.actions.ts'
import { presentText } from './text.actions.ts'

const RELATED = 4

export async function articleModel(
  db: Db,
  reader: SiteReader,
  site: SiteShown,
  alias: string,
  visit: Visit,
): Promise<PageModel> {
  const article = await readArticleByAlias(db, reader.actor, alias)
  const shown = await shownArticle(db, reader, article)
  const card = cardOf(reader)
  const trail = [shown.category, { name: shown.title, url: shown.url }]
  return {
    usual: 'article',
    wanted: shown.template,
    data: {
      kind: 'article',
      title: shown.title,
      article: shown,
      edit_url: visit.signedIn && canEdit(visit.signedIn, article) ? `/admin/articles/${article.id}` : '',
      trail: [{ name: shown.category.name, url: shown.category.url }],
      related: (await relatedTo(db, reader.actor, article.id, RELATED)).map(card),
      ...(await neighbours(db, reader, article)),
      comments: await threadModel(db, reader, onArticle(article.id), article, shown.url, visit),
      meta: metaOf(reader, site.name, {
        title: shown.seo_title || shown.title,
        description: shown.seo_description || shown.summary,
        keywords: shown.seo_keywords || shown.tags.map(({ name }) => name).join(', '),
        path: shown.url,
        type: 'article',
        picture: shown.picture,
        trail,
        article: shown,
      }),
    },
  }
}

async function shownArticle(db: Db, reader: SiteReader, article: WholeArticle) {
  return { ...wholeOf(reader, article), content: await presentText(db, reader, article.content) }
}

/** A preview: the article without what belongs to published ones. */
export async function previewModel(
  db: Db,
  reader: SiteReader,
  site: SiteShown,
  article: WholeArticle,
): Promise<PageModel> {
  const shown = await shownArticle(db, reader, article)
  return {
    usual: 'article',
    wanted: shown.template,
    data: {
      kind: 'preview',
      title: shown.title,
      article: shown,
      trail: [{ name: shown.category.name, url: shown.category.url }],
      related: [],
      meta: metaOf(reader, site.name, {
        title: shown.seo_title || shown.title,
        description: shown.seo_description || shown.summary,
        path: shown.url,
        hidden: true,
      }),
    },
  }
}

const SOME = 10

/** The articles before and after this one, by the time of their publication. */
async function neighbours(db: Db, reader: SiteReader, article: WholeArticle) {
  const moment = article.publish_at ?? article.created_at
  const find = async (side: 'older' | 'newer') => {
    const query =
      side === 'older'
        ? ({ published_until: moment, sort: 'publish_time', order: 'desc' } as const)
        : ({ published_since: moment, sort: 'publish_time', order: 'asc' } as const)
    const { rows } = await listArticles(db, reader.actor, query, { page: 1, page_size: SOME })
    // Those of the same second stand beside it: whoever comes after it in this order is next.
    const own = rows.findIndex(({ id }) => id === article.id)
    const next = rows.slice(own + 1).find(({ id }) => id !== article.id)
    return next && cardOf(reader)(next)
  }
  return { previous: await find('older'), next: await find('newer') }
}
