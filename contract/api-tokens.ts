import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { tokenScopes } from './permissions.ts'
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

/** Requests a minute of a content token that asks for nothing else, and the most that one without an administrator gets. */
export const USUAL_TOKEN_LIMIT = 3000
const MOST_TOKEN_LIMIT = 60_000

const scopes = `\`content\` reads what is published and public, also where \`public_read\` is off; \`read\` may GET all that its user may; \`draft\` reads, writes drafts and working copies, submits, uploads and makes tags, but publishes, schedules, purges and administers nothing; \`write\` may do all that its user may, except change credentials.`

const ApiToken = Type.Object({
  id: Id,
  name: Type.String({ examples: ['Static site build'] }),
  scope: OneOf(tokenScopes, { description: scopes, examples: ['content'] }),
  sites: Type.Array(Id, { description: 'The sites it is for; empty: all.', examples: [[1]] }),
  rate_limit: Nullable(
    Type.Integer({ description: 'Requests a minute; null: the limit of its user holds.', examples: [3000] }),
  ),
  user: Type.Object({ id: Id, username: Type.String() }),
  hint: Type.String({ description: 'The last four characters.', examples: ['x9Qf'] }),
  ...TimesOrNone('expire', 'last_used'),
  ...Times('create'),
})

/** The API token through which something was done; null where a person did it. */
export const TokenMark = Nullable(
  Type.Object({ id: Id, name: Type.String({ examples: ['Static site build'] }) }),
)

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
  sensitive: true,
  sessionOnly: true,
  tag,
  summary: 'Create an API token',
  description: 'The token itself is shown in this answer and never again.',
  body: Type.Object({
    name: Text({ min: 1, max: 100, examples: ['Static site build'] }),
    scope: Type.Optional(OneOf(tokenScopes, { default: 'read', description: scopes })),
    sites: Type.Optional(
      Type.Array(Id, {
        maxItems: 100,
        description:
          'Ids of sites; on another the token is refused with 403. With exactly one, that is the site of requests that name none. Empty: all sites.',
      }),
    ),
    rate_limit: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 1,
          maximum: MOST_TOKEN_LIMIT,
          description: `Requests a minute. Left out: ${USUAL_TOKEN_LIMIT} for \`content\`, else the limit of its user. Above ${USUAL_TOKEN_LIMIT} for administrators only.`,
        }),
      ),
    ),
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
  sessionOnly: true,
  tag,
  summary: 'Revoke an API token',
  params: Type.Object({ id: Id }),
  problems: ['token-not-found'],
})

export const deleteApiTokens = endpoint({
  method: 'DELETE',
  path: '/api/tokens',
  access: 'tokens.own',
  sessionOnly: true,
  tag,
  summary: 'Revoke several API tokens',
  body: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: 1000 }) }),
  answer: Type.Object({ success_count: Count, failed_count: Count }),
})
