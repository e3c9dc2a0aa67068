import { DRAFT, PENDING, PUBLISHED } from '@inkstone/contract/articles.ts'
import { plainText } from '../../platform/search/plain-text.ts'
import type { Zone } from '../../platform/times/times.ts'
import { decoded, pathKey } from './address-keys.rules.ts'
import { commentText } from './comment-text.rules.ts'
import type { ImportedArticle, ImportedComment, ImportedPage } from './items.ts'
import type { WordpressItem } from './wordpress-file.ts'
import { type Attachment, fromWordpress, type Gallery } from './wordpress-markup.rules.ts'
import { plainName, termName } from './wordpress-names.rules.ts'

/** The data that a post refers to by id or slug. */
export interface PostFacts {
  readonly siteName: string
  categoryPath(slug: string, name: string): string[]
  /** The slug of a category by its term id. */
  categoryOf(termId: string): string | undefined
  linkKey(address: string): string | undefined
  attachment(id: string): Attachment | undefined
  gallery(postId: string): Gallery
  /** The text of a synced pattern. */
  pattern(id: string): string | undefined
  userOf(id: string): string | undefined
  /** Counts something that is not imported; reported once at the end. */
  lose(what: string): void
}

/** The common fields of posts and pages. */
function textOf(item: WordpressItem, facts: PostFacts, zone: Zone) {
  const field = (name: string) => item.fields.get(name)?.trim() ?? ''
  const meta = new Map(item.meta)
  const id = field('wp:post_id')
  const link = field('link')
  const { content, summary, losses } = fromWordpress(
    item.fields.get('content:encoded') ?? '',
    facts.gallery(id),
    facts.pattern,
  )
  if (item.isCut) losses.push('a part of it is longer than 3,000,000 characters and is truncated')
  for (const [key, value] of item.meta)
    if (isLostField(key, value)) facts.lose(`the custom field ${key} is not imported`)
  const momentOf = (name: string) => moment(field(`wp:${name}_gmt`), field(`wp:${name}`), zone, losses)
  const createdAt = momentOf('post_date')
  const title = plainName(field('title'))
  const key = facts.linkKey(link)
  const byId = facts.linkKey(`/?p=${id}`)
  const trashed = field('wp:status') === 'trash'
  const status = trashed ? (meta.get('_wp_trash_meta_status') ?? 'draft') : field('wp:status')
  const slug = decoded(
    (trashed ? meta.get('_wp_desired_post_slug') : undefined) ?? field('wp:post_name'),
  ).replace(/__trashed$/, '')
  return {
    field,
    meta,
    status,
    summary,
    origin: `wordpress ${facts.linkKey('/x')?.slice('wordpress '.length, -2) ?? ''} ${id} ${field('wp:post_type')}`,
    where: title || link || `post ${id}`,
    addresses: [key, byId, key === undefined ? undefined : pathKey(link)].filter(
      (each) => each !== undefined,
    ),
    address: link,
    title: title || 'Untitled',
    content,
    format: 'html' as const,
    slug: slug === '' ? undefined : slug,
    createdAt,
    updatedAt: momentOf('post_modified') ?? createdAt,
    seo: seoOf(meta, title, facts.siteName, losses),
    trashed,
    comments: commentsOf(item, item.comments, facts, zone),
    losses,
  }
}

export function articleOf(item: WordpressItem, facts: PostFacts, zone: Zone): ImportedArticle {
  const { field, meta, status, summary, ...text } = textOf(item, facts, zone)
  const losses = [...text.losses]
  const isClosed = field('wp:post_password') !== ''
  losses.push(...draftReasons(status, isClosed))
  const isPublic = !isClosed && (status === 'publish' || status === 'future')
  const { createdAt } = text
  const terms = (domain: string) => item.terms.filter((term) => term.domain === domain)
  for (const { domain } of item.terms)
    if (!/^(?:category|post_tag)$/.test(domain))
      facts.lose(`terms of the taxonomy ${domain} are not imported`)
  const cover = coverOf(meta, facts, losses)
  return {
    ...text,
    kind: 'article',
    oldSlugs: item.meta.flatMap(([key, slug]) => (key === '_wp_old_slug' ? decoded(slug) : [])),
    status:
      isPublic || (status === 'future' && !isClosed) ? PUBLISHED : status === 'pending' ? PENDING : DRAFT,
    publishedAt: isPublic || status === 'future' ? createdAt : undefined,
    scheduledAt: undefined,
    author: field('dc:creator') || undefined,
    summary: plainText(field('excerpt:encoded')) || summary,
    cover,
    categories: primaryFirst(terms('category'), meta, facts).map(({ nicename, name }) =>
      facts.categoryPath(nicename, name),
    ),
    tags: terms('post_tag').map(({ name, nicename }) => termName(name, nicename)),
    flags: {
      ...(field('wp:is_sticky') === '1' && { is_top: 1 as const }),
      allow_comment: field('wp:comment_status') === 'closed' ? 0 : 1,
    },
    losses,
  }
}

const KEPT_SEO =
  /^(?:_yoast_wpseo_|rank_math_)(?:title|metadesc|description|focuskw|focus_keyword|primary_category)$/
/** Fields of SEO plugins that say something about the page and have no counterpart here. */
const LOST_SEO =
  /^(?:_yoast_wpseo|rank_math)_(?:canonical|redirect|robots|meta-robots|opengraph|twitter|facebook|schema)/

/** Fields that begin with `_` are internal to WordPress and plugins. */
function isLostField(key: string, value: string): boolean {
  if (KEPT_SEO.test(key)) return false
  if (/^_|^rank_math_/.test(key))
    return (
      value.trim() !== '' &&
      (LOST_SEO.test(key) || (key === '_wp_page_template' && value !== 'default' && value !== ''))
    )
  return true
}

/** Yoast and Rank Math name the main category. Otherwise it is the first. */
function primaryFirst<Term extends { readonly nicename: string }>(
  terms: readonly Term[],
  meta: ReadonlyMap<string, string>,
  facts: PostFacts,
): Term[] {
  const id = meta.get('_yoast_wpseo_primary_category') || meta.get('rank_math_primary_category')
  const primary = id ? facts.categoryOf(id) : undefined
  return [...terms].sort(
    (one, other) => Number(other.nicename === primary) - Number(one.nicename === primary),
  )
}

/** Why a post that is not public becomes a draft. */
function draftReasons(status: string, isClosed: boolean): string[] {
  if (isClosed) return ['it has a password: imported as a draft']
  if (status === 'private') return ['it is private: imported as a draft']
  const isKnown = /^(?:publish|future|draft|pending|auto-draft|trash)$/.test(status)
  return isKnown ? [] : [`its status ${status} is unknown: imported as a draft`]
}

function coverOf(meta: ReadonlyMap<string, string>, facts: PostFacts, losses: string[]): string | undefined {
  const id = meta.get('_thumbnail_id') ?? ''
  if (id === '' || id === '0') return undefined
  const cover = facts.attachment(id)?.url
  if (cover === undefined) losses.push('its featured image is not in the file')
  return cover
}

export function pageOf(item: WordpressItem, facts: PostFacts, zone: Zone): ImportedPage {
  const { field, meta, status, summary: _, ...text } = textOf(item, facts, zone)
  const losses = [...text.losses]
  if (/^[1-9]/.test(meta.get('_thumbnail_id') ?? '')) losses.push('pages have no cover')
  if (field('excerpt:encoded') !== '') losses.push('pages have no summary')
  if (item.terms.length > 0)
    losses.push(
      `pages have no categories and tags: ${item.terms.map(({ name, nicename }) => termName(name, nicename)).join(', ')}`,
    )
  const isClosed = field('wp:post_password') !== ''
  if (isClosed || status === 'private') losses.push('it is not public: the page is disabled')
  else if (status !== 'publish') losses.push(`its status is ${status}: the page is disabled`)
  if (field('wp:post_parent') !== '0' && field('wp:post_parent') !== '')
    losses.push('its parent page is not imported')
  return {
    ...text,
    kind: 'page',
    enabled: status === 'publish' && !isClosed ? 1 : 0,
    sortOrder: clamped(Number(field('wp:menu_order'))),
    allowComment: field('wp:comment_status') === 'closed' ? 0 : 1,
    losses,
  }
}

function clamped(order: number): number {
  return Number.isInteger(order) && Math.abs(order) <= 1_000_000_000 ? order : 0
}

const STATES = new Map<string, 0 | 1 | 3>([
  ['1', 1],
  ['0', 0],
  ['spam', 3],
])

export function commentsOf(
  item: WordpressItem,
  comments: readonly ReadonlyMap<string, string>[],
  facts: PostFacts,
  zone: Zone,
): ImportedComment[] {
  const post = item.fields.get('wp:post_id') ?? ''
  const place = `wordpress ${facts.linkKey('/x')?.slice('wordpress '.length, -2) ?? ''}`
  return comments.flatMap((comment) => {
    const field = (name: string) => comment.get(`wp:comment_${name}`)?.trim() ?? ''
    const type = field('type')
    if (type !== '' && type !== 'comment') {
      facts.lose(`comments of the type ${type} are not imported`)
      return []
    }
    const content = commentText(comment.get('wp:comment_content') ?? '')
    if (content === '') {
      facts.lose('empty comments are skipped')
      return []
    }
    if (field('author_url') !== '') facts.lose('the websites of commenters are not imported')
    if (comment.has('wp:commentmeta')) facts.lose('additional fields of comments are not imported')
    const lossesOfDate: string[] = []
    const createdAt = moment(field('date_gmt'), field('date'), zone, lossesOfDate)
    for (const what of lossesOfDate) facts.lose(`the date of a comment is not imported: ${what}`)
    const state = field('approved')
    const parent = field('parent')
    return {
      kind: 'comment' as const,
      origin: `${place} comment ${field('id')}`,
      where: plainName(item.fields.get('title') ?? '') || `post ${post}`,
      subject: { origin: `${place} ${post} ${item.fields.get('wp:post_type')}` },
      parent: parent === '' || parent === '0' ? undefined : `${place} comment ${parent}`,
      author: facts.userOf(field('user_id')),
      nickname: plainName(field('author')),
      email: field('author_email'),
      ip: field('author_IP'),
      content,
      status: STATES.get(state) ?? 0,
      createdAt,
      likes: 0,
      trashed: state === 'trash' || state === 'post-trashed',
    }
  })
}

/** The GMT time if given, otherwise the local time in the zone of the service. `0000-00-00` means "not yet". */
function moment(gmt: string, local: string, zone: Zone, losses: string[]): number | undefined {
  const isSet = (text: string) => text !== '' && !text.startsWith('0000')
  const read = isSet(gmt) ? zone.parse(`${gmt.replace(' ', 'T')}Z`, 'first') : undefined
  const found = read ?? (isSet(local) ? zone.parse(local, 'first') : undefined)
  const given = [gmt, local].find(isSet)
  if (found === undefined && given !== undefined) losses.push(`${given.slice(0, 50)} is not a date`)
  return found
}

/** Yoast first, then Rank Math. Known variables are replaced, others removed. */
function seoOf(
  meta: ReadonlyMap<string, string>,
  title: string,
  siteName: string,
  losses: string[],
): ImportedArticle['seo'] {
  const of = (yoast: string, rankMath: string) =>
    filled(
      meta.get(`_yoast_wpseo_${yoast}`) || meta.get(`rank_math_${rankMath}`) || '',
      title,
      siteName,
      losses,
    )
  const given = {
    seo_title: of('title', 'title'),
    seo_description: of('metadesc', 'description'),
    seo_keywords: of('focuskw', 'focus_keyword'),
  }
  return Object.fromEntries(Object.entries(given).filter(([, text]) => text !== ''))
}

function filled(text: string, title: string, siteName: string, losses: string[]): string {
  const values = new Map([
    ['title', title],
    ['sitename', siteName],
    ['sep', '-'],
    // The number of the page, which is empty on the first.
    ['page', ''],
  ])
  return plainName(text)
    .replace(/%{1,2}([a-z_]{1,50})(?:\([^()%]*\))?%{1,2}/gi, (whole, name: string) => {
      const value = values.get(name.toLowerCase())
      if (value === undefined) losses.push(`the variable ${whole} is removed from an SEO field`)
      return value ?? ''
    })
    .replace(/\s+/g, ' ')
    .trim()
}
