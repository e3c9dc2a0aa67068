import * as articles from '@inkstone/contract/article-endpoints.ts'
import { listCategories } from '@inkstone/contract/categories.ts'
import { listChanges } from '@inkstone/contract/changes.ts'
import { auditComment, moderateComments } from '@inkstone/contract/comment-moderation.ts'
import type { Endpoint } from '@inkstone/contract/endpoint.ts'
import { listMedia, uploadMedia } from '@inkstone/contract/media.ts'
import { createPreview } from '@inkstone/contract/preview.ts'
import { publishArticle, submitArticle } from '@inkstone/contract/publication.ts'
import { listRevisions, restoreRevision } from '@inkstone/contract/revisions.ts'
import { Id, Instant, OneOf } from '@inkstone/contract/schema.ts'
import { searchArticles } from '@inkstone/contract/search.ts'
import { getSiteInfo } from '@inkstone/contract/site.ts'
import { createTag, listTags } from '@inkstone/contract/tags.ts'
import { getWorkingCopy, publishWorkingCopy, saveWorkingCopy } from '@inkstone/contract/working-copies.ts'
import { type TSchema, Type } from '@sinclair/typebox'

export type Arguments = Readonly<Record<string, unknown>>

/** An operation of the contract as a tool: path, query and body parameters form one list of arguments. */
export interface Tool {
  readonly name: string
  readonly endpoint: Endpoint
  /** Chooses another operation for some arguments. */
  readonly insteadFor?: (given: Arguments) => Endpoint | undefined
  /** Instead of those of the operation, which may name what the tool does not offer. */
  readonly summary?: string
  readonly description?: string
  /** Arguments of the operation that the tool does not offer. */
  readonly without?: readonly string[]
  /** Additional or changed arguments. */
  readonly with?: Readonly<Record<string, TSchema>>
  /** Arguments that take the place of a field of the operation, by its name. */
  readonly insteadOf?: Readonly<Record<string, string>>
  /** Default values of arguments. */
  readonly preset?: (given: Arguments) => Arguments
  /** Whether it may change or replace existing data (`destructiveHint`). */
  readonly destructive?: true
  /** Whether repeating the call has no further effect (`idempotentHint`). */
  readonly idempotent?: true
}

const ofArticleOrCopy = Type.Optional(
  OneOf(['article', 'working_copy'], { description: 'Default: `article`.' }),
)
const markdown = Type.Optional(
  OneOf(['html', 'markdown'], { default: 'markdown', description: 'The format of `content`.' }),
)
/** The API rejects a format without content. */
const formatOfContent = ({ content }: Arguments): Arguments =>
  content === undefined ? {} : { content_format: 'markdown' }
const copyInstead = ({ of }: Arguments) => (of === 'working_copy' ? publishWorkingCopy : undefined)
const publishing = { destructive: true, idempotent: true, insteadFor: copyInstead } as const
/** Other tools decide whether and when an article is public. */
const decidedElsewhere = ['status', 'publish_time', 'author_id', 'create_time', 'autosave']

export const tools: readonly Tool[] = [
  { name: 'site_info', endpoint: getSiteInfo },
  {
    name: 'list_articles',
    endpoint: articles.listArticles,
    description: `${articles.listArticles.description} With \`include\` content the text is HTML: read an article with get_article to change it.`,
  },
  { name: 'search_articles', endpoint: searchArticles },
  {
    name: 'get_article',
    endpoint: articles.getArticle,
    insteadFor: ({ id, alias, of }) => {
      if (of === 'working_copy') return getWorkingCopy
      return id === undefined && alias !== undefined ? articles.getArticleByAlias : undefined
    },
    description:
      'By `id` or by `alias`; the working copy of an article by `id`, with `of` working_copy. `content` is Markdown.',
    without: ['format'],
    with: {
      id: Type.Optional(Id),
      alias: Type.Optional(Type.String({ minLength: 1, maxLength: 500, examples: ['ni-hao-shi-jie'] })),
      of: ofArticleOrCopy,
    },
    preset: () => ({ format: 'markdown' }),
  },
  {
    name: 'create_draft',
    endpoint: articles.createArticle,
    summary: 'Create a draft',
    description: 'Readers do not see it. With `status` 2 it is submitted for review.',
    without: decidedElsewhere,
    with: {
      content_format: markdown,
      status: Type.Optional(OneOf([0, 2], { default: 0, description: '0 draft, 2 pending review' })),
    },
    preset: () => ({ content_format: 'markdown', status: 0 }),
  },
  {
    name: 'update_draft',
    endpoint: articles.updateArticle,
    summary: 'Update a draft',
    description:
      'Only the given fields change. Also updates articles that are pending review or archived, and never changes what readers see. A published article is rejected: use update_working_copy. If the caller may not publish, its working copy is updated instead, and the result has `working_copy` 1 and the ETag of the unchanged article.',
    without: [...decidedElsewhere, 'unpublished'],
    with: { content_format: markdown },
    preset: (given) => ({ ...formatOfContent(given), unpublished: 1 }),
    destructive: true,
    idempotent: true,
  },
  {
    name: 'update_working_copy',
    endpoint: saveWorkingCopy,
    description:
      'Only the given fields change. Readers see the published article until the copy is published. An article that is not published is rejected: use update_draft. A copy that is pending review is withdrawn from it. `content` in the result is Markdown.',
    without: [...decidedElsewhere, 'format'],
    with: { content_format: markdown },
    preset: (given) => ({ ...formatOfContent(given), format: 'markdown' }),
    destructive: true,
    idempotent: true,
  },
  { name: 'submit_for_review', endpoint: submitArticle, idempotent: true },
  { name: 'preview_link', endpoint: createPreview },
  {
    name: 'publish_article',
    endpoint: publishArticle,
    summary: 'Publish an article now',
    description:
      'Publishing a published article has no effect. With `of` working_copy its working copy takes its place.',
    without: ['publish_time'],
    with: { of: ofArticleOrCopy },
    ...publishing,
  },
  {
    name: 'schedule_article',
    endpoint: publishArticle,
    summary: 'Publish an article at a given time',
    description:
      'Its status stays 0 until then. A time that is past publishes at once; a published article does not change. With `of` working_copy its working copy takes its place then.',
    with: { of: ofArticleOrCopy, publish_time: Instant },
    ...publishing,
  },
  { name: 'list_media', endpoint: listMedia },
  {
    name: 'upload_media',
    endpoint: uploadMedia,
    without: ['file'],
    insteadOf: { file: 'data' },
    with: {
      filename: Type.String({ minLength: 1, maxLength: 255, examples: ['sea.jpg'] }),
      data: Type.String({ minLength: 1, description: 'The content of the file in base64.' }),
    },
  },
  { name: 'list_categories', endpoint: listCategories },
  { name: 'list_tags', endpoint: listTags },
  { name: 'create_tag', endpoint: createTag },
  { name: 'list_comments', endpoint: moderateComments },
  { name: 'decide_comment', endpoint: auditComment, destructive: true, idempotent: true },
  { name: 'list_revisions', endpoint: listRevisions },
  { name: 'restore_revision', endpoint: restoreRevision, destructive: true },
  { name: 'list_changes', endpoint: listChanges, without: ['wait'] },
]

const headerArguments = {
  idempotency_key: Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e]{1,200}$',
      description:
        'Repeating a call with the same key and arguments within a day does not create anything again.',
    }),
  ),
  if_match: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: 'The `etag` of an earlier response. The call fails if the content has changed since.',
    }),
  ),
}

/** The arguments of a tool, by name. */
export function argumentsOf(tool: Tool): Readonly<Record<string, TSchema>> {
  const { endpoint, without = [], with: more } = tool
  const own = [endpoint.params, endpoint.query, endpoint.body].flatMap((part) =>
    Object.entries((part?.properties ?? {}) as Record<string, TSchema>),
  )
  return {
    ...Object.fromEntries(own.filter(([name]) => !without.includes(name))),
    ...more,
    ...(endpoint.creates && { idempotency_key: headerArguments.idempotency_key }),
    ...(endpoint.guarded && { if_match: headerArguments.if_match }),
  }
}

/** The input schema of a tool, with the contract's own keywords. */
export function inputOf(tool: Tool): TSchema {
  const { endpoint, with: more = {} } = tool
  const needed = [endpoint.params, endpoint.query, endpoint.body].flatMap(
    (part) => (part?.required ?? []) as string[],
  )
  const properties = Object.fromEntries(
    Object.entries(argumentsOf(tool)).map(([name, schema]) => [
      name,
      name in more || needed.includes(name) ? schema : Type.Optional(schema),
    ]),
  )
  return Type.Object(properties, { additionalProperties: false })
}
