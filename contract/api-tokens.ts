import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import {
  Count,
  Id,
  Instant,
  Nullable,
  OneOf,
  PageQuery,
  Paginated,
  Text,
  Times,
  TimesOrNone,
} from './schema.ts'

export const tokenScopes = ['read', 'write'] as const

const ApiToken = Type.Object({
  id: Id,
  name: Type.String({ examples: ['Static site build'] }),
  scope: OneOf(tokenScopes, { description: '`read` may only GET; `write` may do all that its user may.' }),
  user: Type.Object({ id: Id, username: Type.String() }),
  hint: Type.String({ description: 'The last four characters.', examples: ['x9Qf'] }),
  ...TimesOrNone('expire', 'last_used'),
  ...Times('create'),
})

const tag = 'API tokens'

export const listApiTokens = endpoint({
  method: 'GET',
  path: '/api/tokens',
  access: 'tokens.own',
  tag,
  summary: 'List my API tokens',
  description:
    'An administrator sees those of another user with `user_id`, or of everybody with `user_id=0`.',
  query: Type.Object({ ...PageQuery.properties, user_id: Type.Optional(Type.Integer({ minimum: 0 })) }),
  answer: Paginated(ApiToken),
})

export const createApiToken = endpoint({
  method: 'POST',
  path: '/api/tokens',
  access: 'tokens.own',
  tag,
  summary: 'Create an API token',
  description: 'The token itself is shown in this answer and never again.',
  body: Type.Object({
    name: Text({ min: 1, max: 100, examples: ['Static site build'] }),
    scope: Type.Optional(OneOf(tokenScopes, { default: 'read' })),
    expire_time: Type.Optional(Nullable(Instant)),
  }),
  answer: Type.Object({ ...ApiToken.properties, token: Type.String({ examples: ['ink_…'] }) }),
  status: 201,
  creates: true,
})

export const deleteApiToken = endpoint({
  method: 'DELETE',
  path: '/api/tokens/{id}',
  access: 'tokens.own',
  tag,
  summary: 'Revoke an API token',
  params: Type.Object({ id: Id }),
  problems: ['token-not-found'],
})

export const deleteApiTokens = endpoint({
  method: 'DELETE',
  path: '/api/tokens',
  access: 'tokens.own',
  tag,
  summary: 'Revoke several API tokens',
  body: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: 1000 }) }),
  answer: Type.Object({ success_count: Count, failed_count: Count }),
})
