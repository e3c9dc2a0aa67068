import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Id, Times } from './schema.ts'

const tag = 'Articles'
const params = Type.Object({ id: Id })
const path = '/api/articles/{id}/presence'
const problems = ['article-not-found'] as const

/** An editor says so this often that it is open; after three times of silence it is taken for closed. */
export const PRESENCE_SECONDS = 20

export const announcePresence = endpoint({
  method: 'PUT',
  path,
  access: 'articles.create',
  tag,
  summary: 'Say that I have an article open, and learn who else has',
  description: `For those who may change the article. Say it every ${PRESENCE_SECONDS} seconds: after ${3 * PRESENCE_SECONDS} seconds of silence somebody counts as gone.`,
  params,
  answer: Type.Object({
    others: Type.Array(
      Type.Object({ id: Id, username: Type.String(), nickname: Type.String(), ...Times('since') }),
      { description: 'Who else has it open, the longest first.' },
    ),
  }),
  problems,
})

export const endPresence = endpoint({
  method: 'DELETE',
  path,
  access: 'articles.create',
  tag,
  summary: 'Say that I have closed an article',
  params,
  problems,
})
