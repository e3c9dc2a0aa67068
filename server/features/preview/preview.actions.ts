import type { ContentFormat } from '@inkstone/contract/content.ts'
import type { Db } from '../../database.ts'
import { type Actor, authorize } from '../../platform/core/actor.ts'
import { Problem } from '../../platform/core/problem.ts'
import { canEdit } from '../article-rights/articles.policy.ts'
import { visibleArticle } from '../articles/articles.actions.ts'
import { copyOf, readCopy, textOfCopy } from '../articles/copies.actions.ts'
import { type ArticleDetailRow, asSeenBy, readAnyArticle } from '../articles/reading.actions.ts'
import { siteBase } from '../sites/addresses.rules.ts'
import { resolveSite, siteNames } from '../sites/sites.actions.ts'
import { openPreview, type PreviewClaims, previewAddress, sealPreview } from './preview.rules.ts'

export interface PreviewOptions {
  readonly key: Buffer
  readonly publicUrl: string | undefined
}

interface PreviewRequest {
  readonly of: PreviewClaims['of']
  readonly hours: number
}

const HOUR_MS = 3_600_000

/** A preview link, for users who may edit the article. */
export async function makePreview(
  db: Db,
  actor: Actor,
  id: number,
  { of, hours }: PreviewRequest,
  { key, publicUrl }: PreviewOptions,
  { origin, now }: { readonly origin: string; readonly now: number },
): Promise<{ url: string; token: string; expiresAt: number }> {
  const article = await visibleArticle(db, actor, id)
  authorize(canEdit(actor, article))
  if (of === 'working_copy') await copyOf(db, article)
  const expiresAt = now + hours * HOUR_MS
  const token = sealPreview(key, { siteId: actor.siteId, articleId: id, of, expiresAt })
  const { settings } = actor.site
  const { domains } = await siteNames(db, actor.siteId)
  const base = siteBase({ settings, domains, publicUrl, origin })
  return {
    url: previewAddress(settings.preview_url, base, { token, id, alias: article.alias }),
    token,
    expiresAt,
  }
}

export interface Previewed {
  readonly article: ArticleDetailRow
  /** The Markdown source that is stored with a working copy. */
  readonly source?: string | undefined
  /** The reader, on the site of the article, regardless of the site of the request. */
  readonly reader: Actor
}

/**
 * The content of the link: the current article or its working copy. An invalid or expired link or a deleted article is
 * 403.
 */
export async function seePreview(
  db: Db,
  reader: Actor,
  { key }: Pick<PreviewOptions, 'key'>,
  token: string,
  now: number,
): Promise<Previewed> {
  const claims = openPreview(key, token, now)
  if (!claims) throw new Problem('preview-ended')
  try {
    const site = await resolveSite(db, String(claims.siteId), '')
    const article = await readAnyArticle(db, claims.siteId, claims.articleId)
    const onSite = { ...reader, site, siteId: site.id }
    const previewed = claims.of === 'article' ? { article } : await withCopy(db, article, claims)
    return { ...previewed, article: asSeenBy(onSite)(previewed.article), reader: onSite }
  } catch (error) {
    // The article, its copy or its site no longer exists.
    if (error instanceof Problem) throw new Problem('preview-ended')
    throw error
  }
}

/** The previewed article with its text in the requested format. */
export async function previewInFormat(
  db: Db,
  { article, source }: Pick<Previewed, 'article' | 'source'>,
  format: ContentFormat | undefined,
): Promise<ArticleDetailRow> {
  return { ...article, content: await textOfCopy(db, article.id, { ...article, source }, format) }
}

/** The article with its working copy applied. */
async function withCopy(
  db: Db,
  article: ArticleDetailRow,
  claims: PreviewClaims,
): Promise<Pick<Previewed, 'article' | 'source'>> {
  const copy = await copyOf(db, { site_id: claims.siteId, id: claims.articleId })
  const { writing, alias, flags, links, names, source } = await readCopy(db, copy)
  const category = names.categories.get(writing.category_id)
  const copied = {
    ...article,
    ...writing,
    ...flags,
    alias,
    category_name: category?.name ?? article.category_name,
    category_alias: category?.alias ?? article.category_alias,
    category_ids: links.categoryIds,
    tags: links.tagIds.flatMap((id) => {
      const tag = names.tags.get(id)
      return tag ? [tag] : []
    }),
    cover_media: writing.cover === article.cover ? article.cover_media : undefined,
  }
  return { article: copied, source }
}
