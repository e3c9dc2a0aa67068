import { Type } from '@sinclair/typebox'
import { TokenMark } from './api-tokens.ts'
import { textsShown } from './article-texts.ts'
import { endpoint } from './endpoint.ts'
import { Flag, FlagShown, Id, IdOrNone, Nullable, OneOf, PageQuery, Paginated, Times } from './schema.ts'

const tag = 'Revisions'
const access = 'signed-in'
const Editor = Type.Object({ id: IdOrNone, username: Type.String(), nickname: Type.String() })

/** A revision keeps everything a person writes. Counters, flags and status are not part of it. */
export const Snapshot = Type.Object({
  title: Type.String(),
  content: Type.String(),
  summary: Type.String(),
  cover: Type.String(),
  category_id: Id,
  category_ids: Type.Array(Id),
  tag_ids: Type.Array(Id),
  ...textsShown,
})

const Writing = { editor: Editor, token: TokenMark, ...Times('create') }

const RevisionItem = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  title: Type.String(),
  ...Writing,
})

const params = Type.Object({ id: Id })
const one = Type.Object({ id: Id, n: Id })
const problems = ['article-not-found', 'revision-not-found'] as const

export const listRevisions = endpoint({
  method: 'GET',
  path: '/api/articles/{id}/revisions',
  access,
  tag,
  summary: 'List the revisions of an article',
  description:
    'Newest first. `create_time` and `editor` show when and by whom the revision was written; `current` shows the same for the current version, which is not in the list.',
  params,
  query: PageQuery,
  answer: Type.Object({ ...Paginated(RevisionItem).properties, current: Type.Object(Writing) }),
  problems,
})

export const getRevision = endpoint({
  method: 'GET',
  path: '/api/articles/{id}/revisions/{n}',
  access,
  tag,
  summary: 'Read a revision',
  params: one,
  answer: Type.Object({ ...RevisionItem.properties, ...Snapshot.properties }),
  problems,
})

export const compareRevisions = endpoint({
  method: 'GET',
  path: '/api/articles/{id}/revisions/{n}/compare',
  access,
  tag,
  summary: 'Compare two revisions',
  description: 'Compares with the revision `with`, or with the current version of the article.',
  params: one,
  query: Type.Object({ with: Type.Optional(Id) }),
  answer: Type.Object({
    from: Type.Integer(),
    to: Nullable(Type.Integer()),
    changes: Type.Array(
      Type.Object({
        field: OneOf(Object.keys(Snapshot.properties)),
        from: Type.Unknown(),
        to: Type.Unknown(),
      }),
    ),
  }),
  problems,
})

export const restoreRevision = endpoint({
  method: 'POST',
  path: '/api/articles/{id}/revisions/{n}/restore',
  access,
  tokens: ['draft'],
  tag,
  summary: 'Restore a revision',
  description:
    'A restore is a change too: the current version is kept as a new revision. If the caller may not publish, a revision of a published article is restored into its working copy. `working_copy=1` asks for that; it returns 422 if the article is not published.',
  params: one,
  query: Type.Object({ working_copy: Type.Optional(Flag) }),
  answer: Type.Object({ id: Id, title: Type.String(), working_copy: FlagShown, ...Times('update') }),
  problems,
  tagged: '/api/articles/{id}',
})
