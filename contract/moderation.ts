import { type Static, Type } from '@sinclair/typebox'
import { CONTENT_BODY_LIMIT, endpoint } from './endpoint.ts'
import { Count, Id, OneOf, PageQuery, Paginated, Text, Times, TimesOrNone } from './schema.ts'

const tag = 'Moderation'
const access = 'comments.moderate'
const params = Type.Object({ id: Id })
export const Reason = Text({ max: 500, examples: ['广告'] })

export const MAX_WORD_LENGTH = 100
const wordActions = ['default', 'replace', 'reject'] as const
export type WordAction = (typeof wordActions)[number]
const Action = OneOf(wordActions, {
  description: '`default`: follows the setting `word_filter_mode`.',
  default: 'default',
})

const SensitiveWord = Type.Object({
  id: Id,
  word: Type.String({ examples: ['赌博'] }),
  action: Action,
  replacement: Type.String({ description: 'Empty: three asterisks.', examples: [''] }),
  hits: Count,
  ...Times('create'),
})

export const WordFields = Type.Object({
  word: Text({ min: 1, max: MAX_WORD_LENGTH, examples: ['赌博'] }),
  action: Type.Optional(Action),
  replacement: Type.Optional(Text({ max: MAX_WORD_LENGTH })),
})
export type WordFields = Static<typeof WordFields>

export const listWords = endpoint({
  method: 'GET',
  path: '/api/sensitive-words',
  access,
  tag,
  summary: 'List the sensitive words of the site, newest first',
  query: Type.Object({ ...PageQuery.properties, keyword: Type.Optional(Text({ max: MAX_WORD_LENGTH })) }),
  answer: Paginated(SensitiveWord),
})

export const createWord = endpoint({
  method: 'POST',
  path: '/api/sensitive-words',
  access,
  tag,
  summary: 'Add a sensitive word',
  description:
    'Matching ignores case, width and accents, and invisible characters or punctuation in between.',
  body: WordFields,
  answer: SensitiveWord,
  status: 201,
  creates: true,
})

export const deleteWord = endpoint({
  method: 'DELETE',
  path: '/api/sensitive-words/{id}',
  access,
  tag,
  summary: 'Remove a sensitive word',
  params,
  problems: ['word-not-found'],
})

export const deleteWords = endpoint({
  method: 'DELETE',
  path: '/api/sensitive-words',
  access,
  tag,
  summary: 'Remove several sensitive words',
  body: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: 1000 }) }),
  answer: Type.Object({ success_count: Count, failed_count: Count }),
})

const format =
  'One word per line. `word => replacement` sets a replacement, `!word` rejects the comment, and lines that start with # are ignored.'

export const exportWords = endpoint({
  method: 'GET',
  path: '/api/sensitive-words/export',
  access,
  tag,
  summary: 'Export all sensitive words as text',
  description: format,
  file: { mediaTypes: ['text/plain'], description: 'The list.' },
})

export const importWords = endpoint({
  method: 'POST',
  path: '/api/sensitive-words/import',
  access,
  tag,
  summary: 'Import sensitive words from text',
  description: `${format} Existing words are updated.`,
  body: Type.Object({
    text: Type.String({ minLength: 1, maxLength: 5_000_000, examples: ['赌博\n!代开发票\nfoo => bar'] }),
  }),
  bodyLimit: 2 * CONTENT_BODY_LIMIT,
  answer: Type.Object({
    success_count: Count,
    failed_count: Count,
    errors: Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'Errors by line. At most the first hundred.',
    }),
  }),
})

const blockDurations = ['7d', '30d', 'permanent'] as const
export type BlockDuration = (typeof blockDurations)[number]

const BlockedNetwork = Type.Object({
  id: Id,
  ip: Type.String({ examples: ['203.0.113.0/24'] }),
  reason: Type.String(),
  ...TimesOrNone('expire'),
  ...Times('create'),
})
const Network = Text({ min: 1, max: 60, examples: ['203.0.113.0/24'] })

export const listBlocked = endpoint({
  method: 'GET',
  path: '/api/ip-blacklist',
  access,
  tag,
  summary: 'List blocked addresses',
  query: PageQuery,
  answer: Paginated(BlockedNetwork),
})

export const blockNetwork = endpoint({
  method: 'POST',
  path: '/api/ip-blacklist',
  access,
  tag,
  summary: 'Block an address or a network (CIDR)',
  description: 'If it is already blocked, duration and reason are updated.',
  body: Type.Object({
    ip: Network,
    duration: OneOf(blockDurations),
    reason: Type.Optional(Reason),
  }),
  answer: BlockedNetwork,
  status: 201,
  creates: true,
})

export const unblockNetwork = endpoint({
  method: 'DELETE',
  path: '/api/ip-blacklist/{id}',
  access,
  tag,
  summary: 'Remove a block',
  params,
  problems: ['block-not-found'],
})

export const unblockAddress = endpoint({
  method: 'DELETE',
  path: '/api/ip-blacklist',
  access,
  tag,
  summary: 'Remove a block by its address or network',
  body: Type.Object({ ip: Network }),
  problems: ['block-not-found'],
})
