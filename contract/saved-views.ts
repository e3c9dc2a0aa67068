import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Id, Text, Times } from './schema.ts'

export const MAX_SAVED_VIEWS = 50

const SavedView = Type.Object({
  id: Id,
  name: Type.String({ examples: ['Waiting for review'] }),
  query: Type.String({ examples: ['review_status=pending&sort=update_time'] }),
  ...Times('create'),
})

const access = 'articles.create'
const tag = 'Articles'

export const listSavedViews = endpoint({
  method: 'GET',
  path: '/api/saved-views',
  access,
  tag,
  summary: 'List my saved article views',
  description: 'The saved views of the caller on this site, sorted by name.',
  answer: Type.Object({ list: Type.Array(SavedView) }),
})

export const saveView = endpoint({
  method: 'POST',
  path: '/api/saved-views',
  access,
  tag,
  summary: 'Save an article view under a name',
  description: `Filters and sort order as a query string. A view with the same name is replaced. At most ${MAX_SAVED_VIEWS} per site.`,
  body: Type.Object({
    name: Text({ min: 1, max: 60, examples: ['Waiting for review'] }),
    query: Text({ max: 1000, examples: ['review_status=pending&sort=update_time'] }),
  }),
  answer: SavedView,
  status: 201,
  creates: true,
})

export const deleteSavedView = endpoint({
  method: 'DELETE',
  path: '/api/saved-views/{id}',
  access,
  tag,
  summary: 'Delete a saved view',
  params: Type.Object({ id: Id }),
  problems: ['not-found'],
})
