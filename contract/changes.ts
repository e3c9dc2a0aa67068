import { type Static, Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Id, Moment, OneOf, WordList } from './schema.ts'

export const changeTypes = ['article', 'page', 'category', 'tag', 'media', 'comment'] as const
export type ChangeType = (typeof changeTypes)[number]

const MOST_PER_ANSWER = 1000
const LONGEST_WAIT_SECONDS = 25

const Cursor = Type.String({
  description: 'Where to go on. Pass it as `after`; what it is made of may change.',
  examples: ['1-0-42'],
})

const Change = Type.Object({
  cursor: Cursor,
  type: OneOf(changeTypes),
  id: Id,
  alias: Type.String({ description: 'Empty for media and comments.' }),
  change: OneOf(['upsert', 'gone'], {
    description: '`upsert`: read it again. `gone`: the caller cannot see it any more.',
  }),
  at: Moment,
})

export const listChanges = endpoint({
  method: 'GET',
  path: '/api/changes',
  access: 'articles.read',
  tokens: ['content', 'draft'],
  tag: 'Changes',
  summary: 'What changed since',
  description:
    'The oldest first, as the caller may see it: what they never could see is left out. Without `after`, the answer is only the cursor of this moment. Changes are kept for 30 days; an older cursor is 410, and one begins again with a full read.',
  query: Type.Object({
    after: Type.Optional(Type.String({ maxLength: 100, examples: ['1-0-42'] })),
    types: Type.Optional(WordList(changeTypes, 'All when left out.')),
    limit: Type.Integer({ minimum: 1, default: 100, atMost: MOST_PER_ANSWER }),
    wait: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: LONGEST_WAIT_SECONDS,
        description: 'Holds the answer for so many seconds, or until something comes.',
      }),
    ),
  }),
  answer: Type.Object({ list: Type.Array(Change), next: Cursor, more: Type.Boolean() }),
  problems: ['cursor-gone'],
})
export type Change = Static<typeof Change>
