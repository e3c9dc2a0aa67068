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
  tag,
  summary: 'List deleted items that can still be restored',
  description: 'Latest first. Editors see their own items, administrators see all.',
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
  summary: 'Restore a deleted item',
  params,
  problems,
})

export const purgeFromBin = endpoint({
  method: 'DELETE',
  path: '/api/recycle-bin/{type}/{id}',
  access: 'recycle-bin.purge',
  tag,
  summary: 'Delete permanently',
  description: 'Deletes the item and everything that belongs to it. This cannot be undone.',
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
    'With `type`, deletes only items of that type. If there are many items, the rest is deleted in the background, and `remaining` is the number of those items.',
  query: Type.Object({ type: Type.Optional(Kind) }),
  answer: Type.Object({
    success_count: Count,
    remaining: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Items that a background job still deletes.' }),
    ),
  }),
})
