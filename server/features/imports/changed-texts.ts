import { articleTexts } from '@inkstone/contract/article-texts.ts'
import type { ArticleAgain } from '../articles/importing-again.actions.ts'
import type { PageAgain } from '../pages/importing-again.actions.ts'
import type { PublicationState } from '../workflow/publication.rules.ts'
import { linksOf } from './article-links.ts'
import { flagsOf } from './file-marks.rules.ts'
import type { ImportContext } from './import-context.ts'
import type { ImportedArticle } from './items.ts'
import { pageTexts } from './page-texts.rules.ts'
import type { ReadyUpdate } from './ready-texts.ts'
import { stateOf } from './texts.actions.ts'

/** Only what changed in the file of an article: what was changed here and not in the file stays. */
export function articleAgain(
  context: ImportContext,
  { item, text, known, changed }: ReadyUpdate & { readonly item: ImportedArticle },
  now: number,
): ArticleAgain {
  const { fields, alias } = text
  const flags = Object.entries(flagsOf(item.flags)).filter(([flag]) => changed.has(flag))
  return {
    mark: known.written,
    changes: {
      ...(changed.has('title') && { title: fields.title }),
      ...textAgain(text, changed),
      ...(changed.has('summary') && { summary: fields.summary ?? '' }),
      ...coverAgain(item, fields.cover, changed),
      ...(changed.has('seo') && Object.fromEntries(articleTexts.map((name) => [name, fields[name] ?? '']))),
      ...linksAgain(context, item, changed),
      ...Object.fromEntries(flags),
      ...(changed.has('slug') && alias !== undefined && { alias }),
    },
    ...(changed.has('status') || changed.has('dates')
      ? { stateAfter: (before) => stateAgain(item, before, changed, now) }
      : {}),
    ...(changed.has('author') && { authorId: context.names.authorId(item.author) }),
    ...(changed.has('createdAt') &&
      item.createdAt !== undefined && { createdAt: Math.min(item.createdAt, now) }),
    ...(changed.has('oldSlugs') && { oldAliases: item.oldSlugs }),
  }
}

function linksAgain(context: ImportContext, item: ImportedArticle, changed: ReadonlySet<string>) {
  if (!changed.has('categories') && !changed.has('tags')) return {}
  const { category_id, category_ids, tag_ids } = linksOf(context, item)
  return {
    ...(changed.has('categories') && { category_id, category_ids }),
    ...(changed.has('tags') && { tag_ids }),
  }
}

function textAgain({ fields: { content, source } }: ReadyUpdate['text'], changed: ReadonlySet<string>) {
  if (!changed.has('content') && !changed.has('files')) return {}
  return { content, ...(source !== undefined && { source }) }
}

/** A cover that could not be imported leaves the present one. */
function coverAgain(
  item: ImportedArticle,
  cover: string | undefined,
  changed: ReadonlySet<string>,
): { cover?: string } {
  if (item.cover === undefined) return changed.has('cover') ? { cover: '' } : {}
  const isChanged = changed.has('cover') || changed.has('files')
  return isChanged && cover !== undefined ? { cover } : {}
}

/** If only its dates changed in the file, an article that was published, unpublished or archived here stays so. */
function stateAgain(
  item: ImportedArticle,
  before: PublicationState,
  changed: ReadonlySet<string>,
  now: number,
): PublicationState {
  const publishedAt = item.publishedAt ?? before.publish_at ?? undefined
  const after = stateOf({ ...item, publishedAt }, now)
  const isLikeHere =
    after.status === before.status && (after.scheduled_at === null || before.scheduled_at !== null)
  if (changed.has('status') || item.status === before.status || isLikeHere) return after
  const { status, publish_at, scheduled_at, review_status } = before
  const isPast = publishedAt !== undefined && publishedAt <= now
  return { status, publish_at: isPast ? publishedAt : publish_at, scheduled_at, review_status }
}

export function pageAgain({ item, text, known, changed }: ReadyUpdate): PageAgain {
  const { fields, alias } = text
  if (item.kind !== 'page') return { mark: known.written, changes: {} }
  return {
    mark: known.written,
    changes: {
      ...(changed.has('title') && { title: fields.title }),
      ...textAgain(text, changed),
      ...(changed.has('seo') && pageTexts(fields)),
      ...(changed.has('slug') && alias !== undefined && { alias }),
      ...(changed.has('enabled') && { enabled: item.enabled }),
      ...(changed.has('sortOrder') && { sort_order: item.sortOrder }),
      ...(changed.has('allowComment') && { allow_comment: item.allowComment }),
      ...(changed.has('extras') && { show_in_nav: 0 as const, css_class: '', page_type: '', ...item.extras }),
    },
  }
}
