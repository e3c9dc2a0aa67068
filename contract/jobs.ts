import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Count, Id, Nullable, OneOf, PageQuery, Paginated, Text, Times, TimesOrNone } from './schema.ts'

const state = OneOf(['waiting', 'running', 'done', 'failed'], {
  description: 'Done ones are kept for a day, failed ones for 30 days.',
  examples: ['failed'],
})

const Job = Type.Object({
  id: Id,
  kind: Type.String({ examples: ['webhooks.deliver'] }),
  payload: Type.Unknown({
    description: 'What the job was given: ids, mostly.',
    examples: [{ delivery_id: 7 }],
  }),
  state,
  attempts: Type.Integer({ ...Count, description: 'How often it was taken up since it last went well.' }),
  ...Times('due'),
  node: Type.String({ description: 'The node that took it last; empty before.', examples: ['web-1'] }),
  last_error: Nullable(Type.String({ examples: ['Error: connect ECONNREFUSED 192.0.2.1:443'] })),
  ...Times('create'),
  ...TimesOrNone('end'),
})

const access = 'jobs.read'
const tag = 'Operations'

export const listJobs = endpoint({
  method: 'GET',
  path: '/api/jobs',
  access,
  tag,
  summary: 'The background jobs, newest first',
  query: Type.Object({
    ...PageQuery.properties,
    state: Type.Optional(state),
    kind: Type.Optional(Text({ max: 100 })),
  }),
  answer: Paginated(Job),
})

export const retryJob = endpoint({
  method: 'POST',
  path: '/api/jobs/{id}/retry',
  access,
  tag,
  summary: 'Have a job run now',
  description:
    'One that failed, or that waits for its time. One that is running or done is refused with 422.',
  params: Type.Object({ id: Id }),
  answer: Job,
  problems: ['job-not-found', 'invalid'],
})
