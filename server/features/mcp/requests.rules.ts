import { randomBytes } from 'node:crypto'
import type { Endpoint } from '@inkstone/contract/endpoint.ts'
import { type TSchema, TypeGuard } from '@sinclair/typebox'
import { invalid } from '../../platform/core/problem.ts'
import { type Arguments, argumentsOf, type Tool } from './tools.rules.ts'

/** A request to the API, as a client would send it. */
export interface ToolRequest {
  readonly method: Endpoint['method']
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload?: string | Buffer
}

/**
 * Builds the request of a tool call. The API validates the arguments. Rejected here are only values that would change the
 * path, values that the API knows but the tool does not offer, and missing ones that the API does not need but the tool does.
 */
export function requestOf(tool: Tool, given: Arguments): ToolRequest {
  const known = argumentsOf(tool)
  for (const name of Object.keys(given))
    if (!Object.hasOwn(known, name)) throw invalid(name, 'unknown-argument')
  requireOffered(tool, given)
  const endpoint = tool.insteadFor?.(given) ?? tool.endpoint
  const all = { ...tool.preset?.(given), ...given }
  const headers = headersOf(given)
  const url = `${pathWith(endpoint, all)}${queryOf(endpoint, all)}`
  if (endpoint.body && endpoint.bodyType === 'multipart/form-data')
    return { method: endpoint.method, url, ...upload(given, headers, pick(given, endpoint.body)) }
  if (!endpoint.body) return { method: endpoint.method, url, headers }
  return {
    method: endpoint.method,
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    payload: JSON.stringify(pick(all, endpoint.body)),
  }
}

function requireOffered({ with: own = {} }: Tool, given: Arguments): void {
  for (const [name, schema] of Object.entries(own)) {
    if (isMissing(given[name]) && !TypeGuard.IsOptional(schema)) throw invalid(name, 'required')
    const { enum: offered } = schema
    if (given[name] !== undefined && Array.isArray(offered) && !offered.includes(given[name]))
      throw invalid(name, 'not-allowed', { values: offered.join(', ') })
  }
}

const isMissing = (value: unknown) => value === undefined || value === null || value === ''

function fieldsOf(schema: TSchema | undefined): Readonly<Record<string, TSchema>> {
  return (schema?.properties ?? {}) as Record<string, TSchema>
}

function pick(given: Arguments, schema: TSchema): Arguments {
  const fields = fieldsOf(schema)
  return Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(fields, name)))
}

function headersOf({ idempotency_key: key, if_match: etag }: Arguments): Record<string, string> {
  return {
    ...(key !== undefined && { 'idempotency-key': headerValue('idempotency_key', key) }),
    ...(etag !== undefined && { 'if-match': headerValue('if_match', etag) }),
  }
}

function headerValue(name: string, value: unknown): string {
  if (typeof value !== 'string') throw invalid(name, 'not-text')
  if (!/^[\x20-\x7e]{1,1000}$/.test(value)) throw invalid(name, 'malformed')
  return value
}

/** An id that is not a number, or a name of dots, would lead to another operation. */
function pathWith({ path, params }: Endpoint, given: Arguments): string {
  const fields = fieldsOf(params)
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = given[name]
    if (isMissing(value)) throw invalid(name, 'required')
    const text = textOf(value)
    if (fields[name]?.type === 'integer' && !/^\d{1,16}$/.test(text)) throw invalid(name, 'not-integer')
    if (typeof value === 'object' || /^\.{1,2}$/.test(text) || !text.isWellFormed())
      throw invalid(name, 'malformed')
    return encodeURIComponent(text)
  })
}

function queryOf({ query }: Endpoint, given: Arguments): string {
  if (!query) return ''
  const asked = Object.entries(pick(given, query))
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]): [string, string] => [name, textOf(value)])
  return asked.length === 0 ? '' : `?${new URLSearchParams(asked)}`
}

/** A value for a URL. Lists are separated by commas. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/

function upload({ filename, data }: Arguments, headers: Readonly<Record<string, string>>, texts: Arguments) {
  for (const [name, value] of Object.entries({ filename, data })) {
    if (isMissing(value)) throw invalid(name, 'required')
    if (typeof value !== 'string') throw invalid(name, 'not-text')
  }
  for (const [name, text] of Object.entries(texts))
    if (typeof text !== 'string') throw invalid(name, 'not-text')
  const base64 = String(data).replace(/\s+/g, '')
  if (!BASE64.test(base64)) throw invalid('data', 'malformed')
  const boundary = randomBytes(24).toString('hex')
  const shownName = String(filename).replace(/["\r\n]/g, encodeURIComponent)
  return {
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([
      ...Object.entries(texts).map(([name, text]) =>
        Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`),
      ),
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${shownName}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
      ),
      Buffer.from(base64, 'base64'),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  }
}
