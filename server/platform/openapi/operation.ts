import {
  type Access,
  acceptsScope,
  BODY_LIMIT,
  type Deprecation,
  type Endpoint,
} from '@inkstone/contract/endpoint.ts'
import { permissions, roles, tokenScopes } from '@inkstone/contract/permissions.ts'
import type { ProblemName } from '@inkstone/contract/problems.ts'
import { exampleOf, exampleToSend, explicit } from './examples.ts'
import { type GivenNames, operationIdOf } from './names.ts'
import type { ProblemAnswers } from './problem-answers.ts'
import { propertiesOf, type SchemaPublisher, withoutDefaults } from './schemas.ts'
import {
  type JsonSchema,
  type MediaTypeObject,
  type OperationObject,
  type ParameterObject,
  type Reference,
  type ResponseObject,
  toHeader,
  toParameter,
  toSchema,
} from './shape.ts'
import { EXAMPLE_TIME, everyAnswerHas } from './shared-parts.ts'

export interface Publishing {
  readonly names: GivenNames
  readonly schemas: SchemaPublisher
  readonly problems: ProblemAnswers
}

export function operationOf(endpoint: Endpoint, publishing: Publishing): OperationObject {
  const { tag, summary, description, access } = endpoint
  const requestBody = requestBodyOf(endpoint, publishing)
  const callers = callersWith(access)
  return {
    operationId: operationIdOf(endpoint, publishing.names),
    tags: [tag],
    summary,
    description: withNotice(description ?? accessText(endpoint, callers), endpoint.deprecated),
    ...(endpoint.deprecated && { deprecated: true as const }),
    parameters: parametersOf(endpoint, publishing),
    ...(requestBody && { requestBody }),
    responses: {
      [String(endpoint.status ?? 200)]: successOf(endpoint, publishing),
      ...(endpoint.method === 'GET' && { '304': unchangedOf(endpoint) }),
      ...publishing.problems.answersFor(waysToFail(endpoint), {
        pageFor: endpoint.file?.refusesWithPage ? 400 : undefined,
      }),
    },
    security: securityOf(endpoint, callers.includes('anonymous')),
    'x-permission': { name: access, roles: callers },
    'x-token-scopes': endpoint.ignoresToken
      ? []
      : tokenScopes.filter((scope) => acceptsScope(endpoint, scope)),
  }
}

function callersWith(access: Access): readonly string[] {
  if (access === 'anyone') return ['anonymous', ...roles]
  return access === 'signed-in' ? roles : permissions[access]
}

/** The default description of an operation with only a summary. */
function accessText({ access, ignoresToken }: Endpoint, callers: readonly string[]): string {
  if (ignoresToken) return 'Public. A token is ignored.'
  if (access === 'anyone') return 'Public.'
  return access === 'signed-in' ? 'Requires login.' : `Open to: ${callers.join(', ')}.`
}

/** `?token=` works everywhere, but is documented only for downloads by URL. */
function securityOf(
  { ignoresToken, tokenInQuery }: Endpoint,
  optional: boolean,
): OperationObject['security'] {
  if (ignoresToken) return []
  return [...(optional ? [{}] : []), { bearer: [] }, ...(tokenInQuery ? [{ token: [] }] : [])]
}

function parametersOf(endpoint: Endpoint, { schemas }: Publishing): (ParameterObject | Reference)[] {
  const { method, path, params = {}, query = {}, creates, guarded, deprecatedQuery = {} } = endpoint
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const described = Object.keys(propertiesOf(params))
  if (named.sort().join() !== described.sort().join())
    throw new Error(
      `${method} ${path} has other parameters in its path than in its schema: ${described.join()}`,
    )
  const own = [
    ...Object.entries(propertiesOf(params)).map(([name, schema]) =>
      parameterOf(name, 'path', true, schema, schemas),
    ),
    ...Object.entries(propertiesOf(query)).map(([name, schema]) =>
      announced(
        parameterOf(name, 'query', withoutDefaults(query).includes(name), schema, schemas),
        deprecatedQuery[name],
      ),
    ),
  ]
  const shared = [
    ...(own.some(({ name }) => name === 'site_id') ? [] : ['SiteId']),
    'Site',
    'AcceptLanguage',
    'RequestId',
    ...(method === 'GET' ? ['IfNoneMatch'] : []),
    ...(guarded ? ['IfMatch'] : []),
    ...(creates ? ['IdempotencyKey'] : []),
  ]
  return [...own, ...shared.map(toParameter)]
}

function announced(parameter: ParameterObject, deprecation: Deprecation | undefined): ParameterObject {
  if (!deprecation) return parameter
  return { ...parameter, description: withNotice(parameter.description ?? '', deprecation), deprecated: true }
}

function withNotice(description: string, deprecation: Deprecation | undefined): string {
  if (!deprecation) return description
  const { since, sunset, instead } = deprecation
  return `${description} Deprecated since ${since}; may be gone from ${sunset} on. ${instead}`.trim()
}

function parameterOf(
  name: string,
  place: 'path' | 'query',
  required: boolean,
  schema: JsonSchema,
  { publish, named }: SchemaPublisher,
): ParameterObject {
  const { description, ...published } = publish(schema, 'asked')
  const isList = schema.list === true
  const hasExample = required || isList || explicit(published).length > 0
  return {
    name,
    in: place,
    ...(typeof description === 'string' && { description }),
    required,
    schema: published,
    ...(isList && { style: 'form', explode: false }),
    ...(hasExample && { example: exampleOf(published, named) }),
  }
}

function requestBodyOf(
  { body, bodyType, bodyLimit = BODY_LIMIT }: Endpoint,
  { schemas }: Publishing,
): OperationObject['requestBody'] {
  if (!body) return undefined
  const schema = schemas.publish(body, 'asked')
  return {
    ...(bodyType === undefined && {
      description: `At most ${bodyLimit / 1024} KB. Larger bodies return 413.`,
    }),
    // An empty body counts as an empty object.
    required: withoutDefaults(body).length > 0 || bodyType !== undefined,
    content: {
      [bodyType ?? 'application/json']: { schema, example: exampleToSend(schema, schemas.named) },
    },
  }
}

function successOf(endpoint: Endpoint, { schemas }: Publishing): ResponseObject {
  const { answer, file, method, creates, tagged, deprecated, deprecatedQuery, status = 200 } = endpoint
  const headers = {
    ...everyAnswerHas,
    ...((deprecated || deprecatedQuery) && { Deprecation: DEPRECATION, Sunset: SUNSET }),
    ...(method === 'GET' && { ETag: toHeader(file ? 'ETagOfFile' : 'ETag') }),
    ...(tagged && { ETag: toHeader('ETagAfter') }),
    ...(file && { 'Content-Disposition': toHeader('ContentDisposition') }),
    ...(creates && { 'Idempotent-Replayed': toHeader('IdempotentReplayed') }),
  }
  const files = (file?.mediaTypes ?? []).map((type) => [type, fileContent(type)] as const)
  if (file && !answer) return { description: file.description, headers, content: Object.fromEntries(files) }
  const data = answer && schemas.publish(answer, 'answered')
  const content = { ...Object.fromEntries(files), 'application/json': envelope(status, data, schemas) }
  return { description: file?.description ?? (status === 201 ? 'Created.' : 'Done.'), headers, content }
}

// Not a shared component, because those must all be in use.
const DEPRECATION = {
  description: 'Since when this is deprecated: `@` and Unix seconds (RFC 9745).',
  required: false,
  schema: { type: 'string' },
  example: '@1798675200',
}
const SUNSET = {
  description: 'From when on it may be gone (RFC 8594).',
  required: false,
  schema: { type: 'string' },
  example: 'Thu, 01 Jul 2027 00:00:00 GMT',
}

function fileContent(type: string): MediaTypeObject {
  if (/^application\/(.+\+)?json$/.test(type)) return { schema: { type: 'object' } }
  return { schema: type.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' } }
}

function envelope(status: number, data: JsonSchema | undefined, { named }: SchemaPublisher): MediaTypeObject {
  return {
    schema: {
      type: 'object',
      properties: {
        code: { type: 'integer', const: status },
        message: toSchema('Message'),
        ...(data && { data }),
        timestamp: toSchema('Timestamp'),
      },
      required: ['code', 'message', ...(data ? ['data'] : []), 'timestamp'],
    },
    example: {
      code: status,
      message: 'success',
      ...(data && { data: exampleOf(data, named) }),
      timestamp: EXAMPLE_TIME,
    },
  }
}

function unchangedOf({ file }: Endpoint): ResponseObject {
  return {
    description: 'Not modified since the given ETag. No body.',
    headers: { ...everyAnswerHas, ETag: toHeader(file ? 'ETagOfFile' : 'ETag') },
  }
}

/** All problems of an endpoint: the general ones and its own. */
function waysToFail(endpoint: Endpoint): ProblemName[] {
  const {
    access,
    method,
    ignoresToken,
    sessionOnly,
    duringSetup,
    sensitive,
    guarded,
    creates,
    problems = [],
  } = endpoint
  const mayBeRefused = access !== 'anyone'
  const names: ProblemName[] = ['bad-request', 'bad-url', 'bad-host']
  if (method !== 'GET') names.push(...atBodies)
  if (creates) names.push('bad-idempotency-key', 'idempotency-key-reused')
  if (mayBeRefused) names.push('login-required')
  if (!ignoresToken)
    names.push('token-invalid', 'token-expired', 'user-disabled', 'token-other-site', 'token-scope')
  if (sessionOnly) names.push('session-required')
  if (mayBeRefused) names.push('forbidden')
  if (!ignoresToken && (method !== 'GET' || sessionOnly)) names.push('token-read-only')
  if (!ignoresToken && !duringSetup) names.push('second-factor-required')
  if (sensitive) names.push('second-factor-again')
  names.push('site-not-found')
  if (guarded) names.push('stale')
  return [...names, ...problems, ...atAnyTime]
}

/** A body can be sent to any endpoint, and is read before it is rejected. */
export const atBodies: readonly ProblemName[] = [
  'bad-json',
  'bad-encoding',
  'json-too-deep',
  'json-too-long',
  'body-too-large',
  'media-type-unsupported',
  'content-encoding-unsupported',
  'invalid',
]

export const atAnyTime: readonly ProblemName[] = ['too-many-requests', 'internal', 'unavailable']
