import { type Static, Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Id, IdOrNone, Moment, OneOf, WordList } from './schema.ts'

export const changeTypes = ['article', 'page', 'category', 'tag', 'media', 'comment'] as const
export type ChangeType = (typeof changeTypes)[number]

const MAX_PER_ANSWER = 1000
const MAX_WAIT_SECONDS = 25

const Cursor = Type.String({
  description: 'The position in the feed. Pass it as `after`. Its format may change.',
  examples: ['1-0-42'],
})

const Change = Type.Object({
  cursor: Cursor,
  type: OneOf(changeTypes),
  id: Id,
  alias: Type.String({ description: 'Empty for media and comments.' }),
  change: OneOf(['upsert', 'gone'], {
    description: '`upsert`: read it again. `gone`: the caller can no longer see it.',
  }),
  at: Moment,
  article_id: Type.Optional(
    Type.Integer({
      ...IdOrNone,
      description:
        'The article of a comment, 0 for a comment on a page. Only for comments, and omitted after the comment was deleted permanently.',
      examples: [1],
    }),
  ),
  page_id: Type.Optional(
    Type.Integer({ ...IdOrNone, description: 'The same for the page, 0 for a comment on an article.' }),
  ),
})

export const listChanges = endpoint({
  method: 'GET',
  path: '/api/changes',
  access: 'articles.read',
  tokens: ['content'],
  tag: 'Changes',
  summary: 'List changes since a cursor',
  description:
    'Oldest first. Only changes to content that the caller can see, or could see before, are listed. Without `after`, only the current cursor is returned. Changes are kept for 30 days. An older cursor returns 410: start again with a full read. Shared caches do not store the response. To read what has changed past a shared cache, add the cursor to the URL as `cursor`: the service ignores it.',
  query: Type.Object({
    after: Type.Optional(Type.String({ maxLength: 100, examples: ['1-0-42'] })),
    types: Type.Optional(WordList(changeTypes, 'Default: all.')),
    limit: Type.Integer({ minimum: 1, default: 100, atMost: MAX_PER_ANSWER }),
    wait: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_WAIT_SECONDS,
        description: 'Wait up to this many seconds for a change (long polling).',
      }),
    ),
  }),
  answer: Type.Object({ list: Type.Array(Change), next: Cursor, more: Type.Boolean() }),
  problems: ['cursor-gone'],
  momentary: true,
})
export type Change = Static<typeof Change>
