import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { tokenScopes } from './permissions.ts'
import {
  Count,
  Id,
  IdOrNone,
  Instant,
  Nullable,
  OneOf,
  PageQuery,
  Paginated,
  Text,
  Times,
  TimesOrNone,
} from './schema.ts'

/** Default requests per minute of a content token, and the most a token can have unless an administrator sets it. */
export const USUAL_TOKEN_LIMIT = 3000
const MAX_TOKEN_LIMIT = 60_000

const scopes = `\`content\`: reads public content, even if \`public_read\` is off. \`read\`: can GET everything its user can. \`draft\`: can read, write drafts and working copies, submit, upload and create tags, but not publish, schedule, purge or administer. \`write\`: can do everything its user can, except change credentials.`

const ApiToken = Type.Object({
  id: Id,
  name: Type.String({ examples: ['Static site build'] }),
  scope: OneOf(tokenScopes, { description: scopes, examples: ['content'] }),
  sites: Type.Array(Id, {
    description: 'The sites the token is valid for. Empty: all sites.',
    examples: [[1]],
  }),
  rate_limit: Nullable(
    Type.Integer({
      description: 'Requests per minute. null: the limit of its user applies.',
      examples: [3000],
    }),
  ),
  user: Type.Object({ id: Id, username: Type.String() }),
  hint: Type.String({ description: 'The last four characters.', examples: ['x9Qf'] }),
  ...TimesOrNone('expire', 'last_used'),
  ...Times('create'),
})

/** The API token used for an action; null if a user acted directly. */
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
    'Administrators can list the tokens of another user with `user_id`, or of all users with `user_id=0`.',
  query: Type.Object({ ...PageQuery.properties, user_id: Type.Optional(IdOrNone) }),
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
  description: 'The token is returned only in this response.',
  body: Type.Object({
    name: Text({ min: 1, max: 100, examples: ['Static site build'] }),
    scope: Type.Optional(OneOf(tokenScopes, { default: 'read', description: scopes })),
    sites: Type.Optional(
      Type.Array(Id, {
        maxItems: 100,
        description:
          'Site ids. On any other site the token is rejected with 403. If there is exactly one, it is the default site for requests that name none. Such a token administers only these sites, not users or the service. Empty: all sites.',
      }),
    ),
    rate_limit: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 1,
          maximum: MAX_TOKEN_LIMIT,
          description: `Requests per minute. Default: ${USUAL_TOKEN_LIMIT} for \`content\`, otherwise the limit of its user. Only administrators can set more than ${USUAL_TOKEN_LIMIT}.`,
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
