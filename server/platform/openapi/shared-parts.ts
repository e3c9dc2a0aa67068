import { API_VERSION } from '../http/headers.ts'
import { type HeaderObject, type JsonSchema, type ParameterObject, toHeader } from './shape.ts'

export const EXAMPLE_TIME = 1772353800

export const sharedSchemas = {
  Message: {
    type: 'string',
    description: '`success`, or an error message in English or Chinese.',
    examples: ['success'],
  },
  Timestamp: { type: 'integer', description: 'Unix time in seconds.', examples: [EXAMPLE_TIME] },
  FieldErrors: {
    type: 'object',
    description: 'Errors by field.',
    additionalProperties: { type: 'array', items: { type: 'string' }, minItems: 1 },
  },
} as const satisfies Record<string, JsonSchema>

const count = { type: 'integer', minimum: 0 }

export const headers = {
  RequestId: {
    description: 'The id of the request in the log: the one from the request, or a new one.',
    required: true,
    schema: { type: 'string' },
    example: '6f1f1a4e-3a0e-4d0f-9d43-2c1a6f1b6c55',
  },
  ApiVersion: {
    description: 'The API version of the response.',
    required: true,
    schema: { type: 'string', const: API_VERSION },
  },
  ETag: {
    description: 'The version that was read, for If-None-Match and If-Match.',
    required: true,
    schema: { type: 'string' },
    example: 'W/"vGs0bqnYOVM4y3Qm1cXcXw"',
  },
  ETagAfter: {
    description: 'The version after the change, for If-Match. Omitted if the response is replayed.',
    required: false,
    schema: { type: 'string' },
    example: 'W/"v2-Gs0bqnYOVM4y3Qm1cXcXw"',
  },
  ETagOfFile: {
    description: 'The version that was read, if the file has one.',
    required: false,
    schema: { type: 'string' },
  },
  RateLimitLimit: {
    description: 'Requests per minute. Absent if there is no limit, like the next two.',
    required: false,
    schema: count,
    example: 100,
  },
  RateLimitRemaining: {
    description: 'Requests left in this minute.',
    required: false,
    schema: count,
    example: 99,
  },
  RateLimitReset: {
    description: 'When the minute ends, as Unix time in seconds.',
    required: false,
    schema: count,
    example: EXAMPLE_TIME,
  },
  RateLimitPolicy: {
    description: 'The limit in the form of the IETF draft: requests (`q`) per window in seconds (`w`).',
    required: false,
    schema: { type: 'string' },
    example: '"default";q=100;w=60',
  },
  RateLimit: {
    description: 'What remains: requests (`r`) and seconds until the window ends (`t`).',
    required: false,
    schema: { type: 'string' },
    example: '"default";r=99;t=30',
  },
  WwwAuthenticate: {
    description: 'How to authenticate: with a bearer token.',
    required: true,
    schema: { type: 'string', const: 'Bearer' },
  },
  RetryAfter: {
    description: 'Seconds to wait before retrying.',
    required: true,
    schema: count,
    example: 12,
  },
  IdempotentReplayed: {
    description:
      'Present if this is the replayed response to an earlier request with the same Idempotency-Key.',
    required: false,
    schema: { type: 'string', const: 'true' },
  },
  ContentDisposition: {
    description: 'The file name for the download.',
    required: false,
    schema: { type: 'string' },
    example: 'attachment; filename="export.csv"',
  },
} as const satisfies Record<string, HeaderObject>

/** For a response that no operation has: not a component. */
export const allowHeader: HeaderObject = {
  description: 'The allowed methods of the path.',
  required: true,
  schema: { type: 'string' },
  example: 'GET, HEAD, POST',
}

export const everyAnswerHas = {
  'X-Request-Id': toHeader('RequestId'),
  'X-API-Version': toHeader('ApiVersion'),
  'X-RateLimit-Limit': toHeader('RateLimitLimit'),
  'X-RateLimit-Remaining': toHeader('RateLimitRemaining'),
  'X-RateLimit-Reset': toHeader('RateLimitReset'),
  'RateLimit-Policy': toHeader('RateLimitPolicy'),
  RateLimit: toHeader('RateLimit'),
} as const

export const parameters = {
  Site: {
    name: 'X-Site',
    in: 'header',
    description: 'The site, by id or alias. Default: `site_id`, then the Host, then site 1.',
    required: false,
    schema: { type: 'string' },
    example: 'default',
  },
  SiteId: {
    name: 'site_id',
    in: 'query',
    description: 'The site, if no header can be set.',
    required: false,
    schema: { type: 'string' },
    example: '1',
  },
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    description: 'The language of messages: `en`, or `zh` for Chinese.',
    required: false,
    schema: { type: 'string', default: 'en' },
    example: 'zh-CN,zh;q=0.9',
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'An id for this request in the log of the service.',
    required: false,
    schema: { type: 'string', pattern: '^[\\w.-]{1,64}$' },
    example: 'import-42',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag that the client has. Returns 304 without a body if nothing has changed.',
    required: false,
    schema: { type: 'string' },
    example: headers.ETag.example,
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag that was read. Returns 412 if someone else has saved since.',
    required: false,
    schema: { type: 'string' },
    example: headers.ETag.example,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Repeating a request with the same key within 24 hours returns the first response and creates nothing. The key is tied to method, path and body: using it with different ones returns 422.',
    required: false,
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
    example: '4f0c9c1e-order-17',
  },
} as const satisfies Record<string, ParameterObject>

export const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a session or of a program, in the header `Authorization: Bearer …`.',
  },
  token: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'The same token in the URL, if no header can be set.',
  },
} as const
