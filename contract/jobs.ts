import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Count, Id, Nullable, OneOf, PageQuery, Paginated, Text, Times, TimesOrNone } from './schema.ts'

const state = OneOf(['waiting', 'running', 'done', 'failed'], {
  description: 'Completed jobs are kept for one day, failed jobs for 30 days.',
  examples: ['failed'],
})

const Job = Type.Object({
  id: Id,
  kind: Type.String({ examples: ['webhooks.deliver'] }),
  payload: Type.Unknown({
    description: 'The parameters of the job, mostly ids.',
    examples: [{ delivery_id: 7 }],
  }),
  state,
  attempts: Type.Integer({ ...Count, description: 'Attempts since the last success.' }),
  ...Times('due'),
  node: Type.String({ description: 'The node that last ran the job, or empty.', examples: ['web-1'] }),
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
  summary: 'List background jobs, newest first',
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
  summary: 'Run a job now',
  description: 'Runs a failed or waiting job. A running or completed job returns 422.',
  params: Type.Object({ id: Id }),
  answer: Job,
  problems: ['job-not-found', 'invalid'],
})
