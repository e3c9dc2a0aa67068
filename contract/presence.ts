import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Id, Times } from './schema.ts'

const tag = 'Articles'
const params = Type.Object({ id: Id })
const path = '/api/articles/{id}/presence'
const problems = ['article-not-found'] as const

/** How often an open editor reports itself. After three missed reports it counts as closed. */
export const PRESENCE_SECONDS = 20

export const announcePresence = endpoint({
  method: 'PUT',
  path,
  access: 'articles.create',
  tag,
  summary: 'Report that I have an article open, and list who else does',
  description: `For callers who may edit the article. Send it every ${PRESENCE_SECONDS} seconds: after ${3 * PRESENCE_SECONDS} seconds without a report, a user is no longer listed.`,
  params,
  answer: Type.Object({
    others: Type.Array(
      Type.Object({ id: Id, username: Type.String(), nickname: Type.String(), ...Times('since') }),
      { description: 'Other users who have it open, longest first.' },
    ),
  }),
  problems,
})

export const endPresence = endpoint({
  method: 'DELETE',
  path,
  access: 'articles.create',
  tag,
  summary: 'Report that I have closed an article',
  params,
  problems,
})
