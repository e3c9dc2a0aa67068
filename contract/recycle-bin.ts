import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Count, DateTime, Id, IdOrNone, OneOf, PageQuery, Paginated } from './schema.ts'

const binTypes = ['article', 'page', 'comment', 'media'] as const
export type BinType = (typeof binTypes)[number]

const tag = 'Recycle bin'
const Kind = OneOf(binTypes)
const params = Type.Object({ type: Kind, id: Id })
const problems = ['deleted-item-not-found'] as const

export const listBin = endpoint({
  method: 'GET',
  path: '/api/recycle-bin',
  access: 'recycle-bin.own',
  tokens: ['draft'],
  tag,
  summary: 'What was deleted and can still be restored',
  description: 'The latest first. Editors see what is their own, administrators everything.',
  query: Type.Object({ ...PageQuery.properties, type: Type.Optional(Kind) }),
  answer: Paginated(
    Type.Object({
      id: Id,
      type: Kind,
      title: Type.String(),
      deleted_by: Type.Object({ id: IdOrNone, username: Type.String(), nickname: Type.String() }),
      deleted_at: DateTime,
      purge_at: DateTime,
    }),
  ),
})

export const restoreFromBin = endpoint({
  method: 'POST',
  path: '/api/recycle-bin/{type}/{id}/restore',
  access: 'recycle-bin.own',
  tag,
  summary: 'Restore to where it was',
  params,
  problems,
})

export const purgeFromBin = endpoint({
  method: 'DELETE',
  path: '/api/recycle-bin/{type}/{id}',
  access: 'recycle-bin.purge',
  tag,
  summary: 'Delete for good',
  description: 'Removes everything that belonged to it. Irreversible.',
  params,
  problems,
})

export const emptyBin = endpoint({
  method: 'DELETE',
  path: '/api/recycle-bin',
  access: 'recycle-bin.purge',
  tag,
  summary: 'Empty the recycle bin',
  description:
    'With `type`, of what is of that type only. What a moment is not enough for goes on in the background: `remaining` then says how much that is.',
  query: Type.Object({ type: Type.Optional(Kind) }),
  answer: Type.Object({
    success_count: Count,
    remaining: Type.Optional(Type.Integer({ minimum: 1, description: 'What a job still removes.' })),
  }),
})
