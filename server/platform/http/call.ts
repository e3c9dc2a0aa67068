import type { Endpoint } from '@inkstone/contract/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../core/actor.ts'
import { Problem } from '../core/problem.ts'
import type { Zone } from '../times/times.ts'
import { type Authenticated, presentedToken, type RequestHead } from './authenticate.ts'
import { typed } from './query.ts'
import type { Call } from './route.ts'
import type { Reader } from './validation.ts'

/** Where files are served, and how responses contain their URLs. */
interface FilesOptions {
  /** Undefined: on the host of the request. */
  readonly url: string | undefined
  /** JSON with file URLs on this origin. */
  readonly addressed: (json: string, origin: string) => string
}

export interface CallOptions {
  readonly zone: Zone
  readonly originOf: (request: RequestHead) => string
  /** Without it, URLs are not changed. */
  readonly files?: FilesOptions
}

export interface Readers {
  params: Reader | undefined
  query: Reader | undefined
  body: Reader | undefined
}

export function readersOf(
  endpoint: Endpoint,
  readerOf: (schema: NonNullable<Endpoint['body']>) => Reader,
): Readers {
  return {
    params: endpoint.params && readerOf(endpoint.params),
    query: endpoint.query && readerOf(endpoint.query),
    body: endpoint.body && endpoint.bodyType === undefined ? readerOf(endpoint.body) : undefined,
  }
}

export function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** A request for its route: the declared parts, validated and typed. */
export function callOf(
  options: CallOptions,
  endpoint: Endpoint,
  readers: Readers,
  request: FastifyRequest,
): Call {
  const { actor } = authenticatedOf(request)
  const { params, query } = parametersIn(endpoint, readers, request.params, request.query)
  const body = readers.body ? readBody(readers.body, request) : undefined
  const origin = options.originOf(request)
  const filesUrl = options.files?.url ?? origin
  return {
    actor,
    params,
    query,
    body: body as Call['body'],
    zone: options.zone,
    header: (name) => headerOf(request, name),
    presentedToken: presentedToken(request) ?? '',
    origin,
    filesUrl,
    ...answeringOn(options, filesUrl),
  }
}

/** The parameters in the path and the query, validated and typed. */
export function parametersIn(
  endpoint: Endpoint,
  readers: Readers,
  params: unknown,
  query: unknown,
): Pick<Call, 'params' | 'query'> {
  return {
    params: readTexts(endpoint.params, readers.params, params) as Call['params'],
    query: readTexts(endpoint.query, readers.query, query) as Call['query'],
  }
}

/**
 * A request for a shared response, which must not depend on anything else in the request. It is a class because V8 keeps
 * no shape for object literals with getters, which makes each use of them slow.
 */
class SharedCall implements Call {
  readonly actor: Actor
  readonly params: Call['params']
  readonly query: Call['query']
  readonly body = undefined as Call['body']
  readonly zone: Zone
  readonly header = refuse
  readonly presentedToken = ''
  readonly addressed: Call['addressed']
  readonly answering: Call['answering']

  constructor(
    { params, query }: Pick<Call, 'params' | 'query'>,
    actor: Actor,
    zone: Zone,
    { addressed, answering }: Pick<Call, 'addressed' | 'answering'>,
  ) {
    this.actor = actor
    this.params = params
    this.query = query
    this.zone = zone
    this.addressed = addressed
    this.answering = answering
  }

  get origin(): never {
    return refuse()
  }

  get filesUrl(): never {
    return refuse()
  }
}

export function sharedCall(
  options: CallOptions,
  actor: Actor,
  parameters: Pick<Call, 'params' | 'query'>,
  request: RequestHead,
): Call {
  const filesUrl = options.files?.url ?? options.originOf(request)
  return new SharedCall(parameters, actor, options.zone, answeringOn(options, filesUrl))
}

function refuse(): never {
  throw new Error('a cached answer depends on nothing but its parameters and what its route declares')
}

function answeringOn({ files }: CallOptions, filesUrl: string): Pick<Call, 'addressed' | 'answering'> {
  const answering: Call['answering'] = { headers: {} }
  const addressed = (json: string) => {
    const made = files?.addressed(json, filesUrl) ?? json
    if (files?.url === undefined && made !== json) answering.byHost = true
    return made
  }
  return { addressed, answering }
}

export function authenticatedOf({ authenticated }: FastifyRequest): Authenticated {
  if (!authenticated) throw new Error('a route under /api was reached without authentication')
  return authenticated
}

function readTexts(
  schema: Endpoint['query'],
  reader: Reader | undefined,
  given: unknown,
): Record<string, unknown> {
  if (!schema || !reader) return {}
  const { values, issues } = typed(schema, given as Record<string, unknown>)
  const wrong = reader(values)
  if (wrong.size > 0 || issues.size > 0)
    throw new Problem('bad-request', { fields: new Map([...wrong, ...issues]) })
  return values
}

function readBody(reader: Reader, request: FastifyRequest): unknown {
  // A body without a content type is not parsed, so every required field is missing.
  const body = request.body === undefined ? {} : request.body
  const wrong = reader(body)
  if (wrong.size > 0) throw new Problem('invalid', { fields: wrong })
  return body
}
