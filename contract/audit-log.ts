import { Type } from '@sinclair/typebox'
import { TokenMark } from './api-tokens.ts'
import { endpoint } from './endpoint.ts'
import {
  Id,
  IdOrNone,
  Instant,
  InstantAsUpperBound,
  Nullable,
  PageQuery,
  Paginated,
  Text,
  Times,
} from './schema.ts'

const Entry = Type.Object({
  id: Id,
  user: Type.Object({ id: IdOrNone, username: Type.String() }),
  token: TokenMark,
  action: Type.String({ examples: ['user.updated'] }),
  target_type: Type.String({ examples: ['user'] }),
  target_id: IdOrNone,
  before: Nullable(Type.Unknown({ description: 'The previous value, for settings and roles.' })),
  after: Nullable(Type.Unknown({ description: 'The new value.' })),
  ip: Type.String({ examples: ['203.0.113.9'] }),
  request_id: Type.String(),
  ...Times('create'),
})

export const listAuditLog = endpoint({
  method: 'GET',
  path: '/api/audit-log',
  access: 'audit-log.read',
  tag: 'Operations',
  summary: 'List audit log entries',
  query: Type.Object({
    ...PageQuery.properties,
    user_id: Type.Optional(Id),
    token_id: Type.Optional(Id),
    action: Type.Optional(Text({ max: 100 })),
    target_type: Type.Optional(Text({ max: 100 })),
    target_id: Type.Optional(Id),
    start_time: Type.Optional(Instant),
    end_time: Type.Optional(InstantAsUpperBound),
  }),
  answer: Paginated(Entry),
})
