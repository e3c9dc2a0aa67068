import { readdirSync } from 'node:fs'
import { type Endpoint, endpoint } from '@inkstone/contract/endpoint.ts'
import { Flag, Id, IdList, Instant, PageQuery, Paginated, Text } from '@inkstone/contract/schema.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { type TSchema, Type } from '@sinclair/typebox'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from './document.ts'
import type {
  JsonSchema,
  MediaTypeObject,
  OpenApiDocument,
  OperationObject,
  ResponseObject,
} from './shape.ts'

const CONTRACT = new URL('../../../contract/', import.meta.url)

async function endpointsOfContract(): Promise<Endpoint[]> {
  const files = readdirSync(CONTRACT).filter((name) => /^[\w-]+\.ts$/.test(name))
  const modules: object[] = await Promise.all(files.map((name) => import(new URL(name, CONTRACT).pathname)))
  const isEndpoint = (value: unknown): value is Endpoint =>
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
  return modules.flatMap((module) => Object.values(module)).filter(isEndpoint)
}

function documentOf(...endpoints: Endpoint[]): OpenApiDocument {
  return openApiDocument({
    endpoints,
    title: 'A service',
    version: '1.2.3',
    description: 'Words.',
    serverUrl: '/',
  })
}

const plain = {
  method: 'GET',
  path: '/api/things',
  access: 'anyone',
  tag: 'Things',
  summary: 'Things',
} as const

function operation(
  given: Partial<Endpoint> = {},
  document = documentOf({ ...plain, ...given }),
): OperationObject {
  const { path, method } = { ...plain, ...given }
  const found = document.paths[path]?.[method.toLowerCase() as 'get']
  if (!found) throw new Error('the operation is missing')
  return found
}

function operationsOf({ paths }: OpenApiDocument): OperationObject[] {
  return Object.values(paths).flatMap((item) => Object.values(item))
}

function statusesOf(given: Partial<Endpoint>): string[] {
  return Object.keys(operation(given).responses)
}

/** The problems of an operation with this status. */
function problemsAt(status: number, given: Partial<Endpoint>): string[] {
  const document = documentOf({ ...plain, ...given })
  const reference = operation(given, document).responses[status] as { $ref: string }
  const response = document.components.responses[reference.$ref.split('/').at(-1) ?? '']
  return Object.keys(response?.content?.['application/json']?.examples ?? {}).sort()
}

describe('the document of the whole contract', async () => {
  const document = documentOf(...(await endpointsOfContract()))
  const published = JSON.parse(JSON.stringify(document)) as OpenApiDocument

  test('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(published) as never)
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
  })

  test('is plain JSON', () => {
    expect(published).toEqual(document)
  })

  test('has no unresolved references', () => {
    const references = JSON.stringify(published).matchAll(/"\$ref":"#\/([^"]+)"/g)
    for (const [, path = ''] of references) {
      const target = path.split('/').reduce<unknown>((part, step) => (part as never)?.[step], published)
      expect(target, path).toBeDefined()
    }
  })

  test('has a unique camelCase id for every operation', () => {
    const ids = operationsOf(published).map(({ operationId }) => operationId)
    for (const id of ids) expect(id).toMatch(/^[a-z]+([A-Z][A-Za-z0-9]*)*$/)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('describes every tag', () => {
    const described = published.tags.filter(({ description }) => description !== '').map(({ name }) => name)
    for (const { tags } of operationsOf(published)) expect(described).toContain(tags[0])
  })

  test('has valid examples, and uses only keywords of JSON Schema', () => {
    const problems = examplesIn(published).flatMap(({ where, schema, value }) =>
      validate(schema, value).map((problem) => `${where}: ${JSON.stringify(value)} ${problem}`),
    )
    expect(problems).toEqual([])
  })

  const validate = strictValidator(published)
})

interface Shown {
  readonly where: string
  readonly schema: JsonSchema
  readonly value: unknown
}

function examplesIn(document: OpenApiDocument): Shown[] {
  const ofContent = (where: string, content: Readonly<Record<string, MediaTypeObject>> = {}) =>
    Object.values(content).flatMap(({ schema, example, examples = {} }) =>
      [example, ...Object.values(examples).map(({ value }) => value)].map((value) => ({
        where,
        schema,
        value,
      })),
    )
  const ofOperation = ({ operationId, parameters, requestBody, responses }: OperationObject) => [
    ...parameters.flatMap((part) =>
      'name' in part
        ? [{ where: `${operationId} ${part.name}`, schema: part.schema, value: part.example }]
        : [],
    ),
    ...ofContent(`${operationId} body`, requestBody?.content),
    ...Object.values(responses).flatMap((part) =>
      '$ref' in part ? [] : ofContent(`${operationId} answer`, part.content),
    ),
  ]
  const { responses, parameters } = document.components
  return [
    ...operationsOf(document).flatMap(ofOperation),
    ...Object.entries(responses).flatMap(([name, { content }]) => ofContent(name, content)),
    ...Object.values(parameters).map(({ name, schema, example }) => ({
      where: name,
      schema,
      value: example,
    })),
  ].filter(({ value }) => value !== undefined)
}

/** In strict mode an unknown keyword is an error, so none of our own can be left. */
function strictValidator({ components }: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, validateFormats: false })
  const local = (schema: JsonSchema) =>
    JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', 'schema:')) as JsonSchema
  for (const [name, schema] of Object.entries(components.schemas))
    ajv.addSchema(local(schema), `schema:${name}`)
  return (schema: JsonSchema, value: unknown): string[] => {
    const validate = ajv.compile(local(schema))
    return validate(value) ? [] : [ajv.errorsText(validate.errors)]
  }
}

describe('an operation', () => {
  test.each([
    ['GET', '/api/users', 'getUsers'],
    ['GET', '/api/users/{id}', 'getUsersById'],
    ['POST', '/api/audit-log/{entry_id}/read-all', 'postAuditLogByEntryIdReadAll'],
  ] as const)('%s %s is called %s', (method, path, id) => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, Id])
    const params = Type.Object(Object.fromEntries(names) as Record<string, TSchema>)
    expect(operation({ method, path, params }).operationId).toBe(id)
  })

  test.each([
    ['anyone', ['anonymous', 'member', 'editor', 'auditor', 'admin'], [{}, { bearer: [] }]],
    ['signed-in', ['member', 'editor', 'auditor', 'admin'], [{ bearer: [] }]],
    ['users.manage', ['admin'], [{ bearer: [] }]],
  ] as const)('open to %s names the roles and the security', (access, roles, security) => {
    expect(operation({ access })).toMatchObject({ 'x-permission': { name: access, roles }, security })
  })

  test('that ignores tokens requires none', () => {
    expect(operation({ ignoresToken: true }).security).toEqual([])
  })

  test('lists the headers it supports', () => {
    const referred = (given: Partial<Endpoint>) =>
      operation(given).parameters.flatMap((part) => ('$ref' in part ? part.$ref.split('/').at(-1) : []))
    const everywhere = ['SiteId', 'Site', 'AcceptLanguage', 'RequestId']
    expect(referred({})).toEqual([...everywhere, 'IfNoneMatch'])
    expect(referred({ method: 'POST', creates: true })).toEqual([...everywhere, 'IdempotencyKey'])
    expect(referred({ method: 'PUT', guarded: true })).toEqual([...everywhere, 'IfMatch'])
  })

  test('that is deprecated has its dates and replacement', () => {
    const deprecation = { since: '2027-01-01', sunset: '2027-07-01', instead: 'Use another.' }
    const query = Type.Object({ size: Type.Optional(Type.Integer()) })
    const old = operation({ deprecated: deprecation, description: 'Old.' })
    expect(old).toMatchObject({
      deprecated: true,
      description: 'Old. Deprecated since 2027-01-01; may be gone from 2027-07-01 on. Use another.',
    })
    expect(Object.keys((old.responses['200'] as ResponseObject).headers ?? {})).toEqual(
      expect.arrayContaining(['Deprecation', 'Sunset']),
    )
    const { parameters, ...others } = operation({ query, deprecatedQuery: { size: deprecation } })
    expect(others).not.toHaveProperty('deprecated')
    expect(parameters[0]).toMatchObject({ name: 'size', deprecated: true })
  })

  test('has its parameters in the form that clients send', () => {
    const query = Type.Object({
      ...PageQuery.properties,
      ids: Type.Optional(IdList(5)),
      is_top: Type.Optional(Flag),
      after: Instant,
      site_id: Type.Optional(Id),
    })
    const { parameters } = operation({ query })
    const shown = Object.fromEntries(
      parameters.flatMap((part) => ('name' in part ? [[part.name, part]] : [])),
    )
    expect(shown.page).toMatchObject({ in: 'query', required: false, schema: { default: 1 }, example: 1 })
    expect(shown.page_size?.schema).toEqual({ type: 'integer', minimum: 1, default: 20 })
    expect(shown.ids).toMatchObject({ style: 'form', explode: false, example: [1] })
    expect(shown.ids?.schema).not.toHaveProperty('list')
    expect(shown.is_top?.schema).toEqual({
      type: ['integer', 'boolean'],
      enum: [0, 1, true, false],
      examples: [1],
    })
    expect(shown.after).toMatchObject({ required: true, schema: { type: 'string' } })
    expect(shown.after?.schema).not.toHaveProperty('instant')
    expect(parameters).not.toContainEqual({ $ref: '#/components/parameters/SiteId' })
  })

  test('has a body in which fields with a default are optional', () => {
    const body = Type.Object({
      list: Text({ min: 1, max: 9 }),
      size: Type.Integer({ default: 3 }),
      note: Type.Optional(Type.String()),
    })
    const document = documentOf({ ...plain, method: 'POST', body })
    expect(operationsOf(document)[0]?.requestBody).toEqual({
      description: 'At most 64 KB. Larger bodies return 413.',
      required: true,
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/PostThingsBody' },
          example: { list: 'text', size: 3 },
        },
      },
    })
    expect(document.components.schemas.PostThingsBody).toEqual({
      type: 'object',
      properties: {
        list: { type: 'string', minLength: 1, maxLength: 9 },
        size: { type: 'integer', default: 3 },
        note: { type: 'string' },
      },
      required: ['list'],
    })
  })

  test('may have no body if no field is required', () => {
    expect(
      operation({ method: 'PUT', body: Type.Partial(Type.Object({ name: Text({ max: 9 }) })) }).requestBody,
    ).toMatchObject({ required: false, content: { 'application/json': { example: { name: 'text' } } } })
  })

  test('returns the envelope, with the total of a page', () => {
    const { responses } = operation({ answer: Paginated(Type.Object({ id: Id })) })
    expect(responses[200]).toMatchObject({
      headers: { ETag: { $ref: '#/components/headers/ETag' } },
      content: {
        'application/json': {
          schema: { required: ['code', 'message', 'data', 'timestamp'] },
          example: {
            code: 200,
            message: 'success',
            data: { list: [{ id: 1 }], total: 1, page: 1, page_size: 1, total_pages: 1 },
          },
        },
      },
    })
  })

  test('returns no data if there is none', () => {
    const { responses } = operation({ method: 'POST', status: 201 })
    expect(responses[201]).toMatchObject({
      content: { 'application/json': { schema: { required: ['code', 'message', 'timestamp'] } } },
    })
  })

  test('returns a file of each of its types', () => {
    const { responses } = operation({
      file: { mediaTypes: ['text/csv', 'application/pdf'], description: 'A file.' },
    })
    expect(responses[200]).toMatchObject({
      description: 'A file.',
      content: {
        'text/csv': { schema: { type: 'string' } },
        'application/pdf': { schema: { type: 'string', format: 'binary' } },
      },
    })
  })

  const everywhere = ['400', '404', '429', '500', '503']
  const withBody = ['413', '415', '422']
  test.each<[string, Partial<Endpoint>, string[]]>([
    ['a GET for anyone', {}, ['200', '304', '401', '403', ...everywhere]],
    ['a GET for some', { access: 'users.manage' }, ['200', '304', '401', '403', ...everywhere]],
    ['a login', { method: 'POST', ignoresToken: true }, ['200', ...everywhere, ...withBody]],
    ['a POST for anyone', { method: 'POST' }, ['200', '401', '403', ...everywhere, ...withBody]],
    [
      'a guarded PUT',
      { method: 'PUT', guarded: true, access: 'signed-in' },
      ['200', '401', '403', '412', ...everywhere, ...withBody],
    ],
  ])('lists every status of %s', (_, given, statuses) => {
    expect(statusesOf(given).sort()).toEqual(statuses.sort())
  })

  test.each<[string, number, Partial<Endpoint>, string[]]>([
    ['a token that is wrong', 401, {}, ['token-expired', 'token-invalid']],
    ['no token', 401, { access: 'signed-in' }, ['login-required', 'token-expired', 'token-invalid']],
    [
      'what the endpoint names',
      401,
      { method: 'POST', ignoresToken: true, problems: ['user-unknown', 'password-wrong'] },
      ['password-wrong', 'user-unknown'],
    ],
    [
      'tokens of the wrong kind',
      403,
      {},
      ['second-factor-required', 'token-other-site', 'token-scope', 'user-disabled'],
    ],
    [
      'a token that may only read',
      403,
      { method: 'POST' },
      ['second-factor-required', 'token-other-site', 'token-read-only', 'token-scope', 'user-disabled'],
    ],
    [
      'a token where a person must log in',
      403,
      { method: 'POST', sessionOnly: true },
      [
        'second-factor-required',
        'session-required',
        'token-other-site',
        'token-read-only',
        'token-scope',
        'user-disabled',
      ],
    ],
    ['a site and a row', 404, { problems: ['user-not-found'] }, ['site-not-found', 'user-not-found']],
    [
      'a bad key',
      400,
      { method: 'POST', creates: true },
      [
        'bad-encoding',
        'bad-host',
        'bad-idempotency-key',
        'bad-json',
        'bad-request',
        'bad-url',
        'json-too-deep',
        'json-too-long',
      ],
    ],
  ])('lists %s among its responses with %s', (_, status, given, names) => {
    expect(problemsAt(status, given)).toEqual(names)
  })

  test('distinguishes codes, in both languages', () => {
    const { responses, schemas } = documentOf({ ...plain, access: 'signed-in' }).components
    expect(responses.Unauthorized).toMatchObject({
      description: expect.stringContaining('- `10001` The token is not valid. 令牌无效。'),
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/UnauthorizedError' },
          examples: { 'token-expired': { value: { code: 10002 } } },
        },
      },
    })
    expect(schemas.UnauthorizedError).toMatchObject({
      properties: { code: { enum: [401, 10001, 10002] } },
    })
    expect(responses.TooManyRequests?.headers).toHaveProperty('Retry-After')
    expect(responses.TooManyRequests?.headers).toHaveProperty('X-RateLimit-Remaining')
  })
})

describe('schemas', () => {
  const Node = Type.Recursive((This) => Type.Object({ id: Id, children: Type.Array(This) }), { $id: 'Node' })

  test('that contain themselves are named, and their example is finite', () => {
    const document = documentOf({ ...plain, answer: Type.Array(Node) })
    expect(document.components.schemas.Node).toEqual({
      type: 'object',
      properties: {
        id: expect.anything(),
        children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
      },
      required: ['id', 'children'],
    })
    expect(operation({}, document).responses[200]).toMatchObject({
      content: { 'application/json': { example: { data: [{ id: 1, children: [] }] } } },
    })
  })

  test('with a title are named by it', () => {
    const Thing = Type.Object({ id: Id }, { title: 'Thing' })
    const document = documentOf(
      { ...plain, answer: Thing },
      { ...plain, path: '/api/others', answer: Type.Array(Thing) },
    )
    expect(document.components.schemas.Thing).toMatchObject({ type: 'object', required: ['id'] })
    expect(operation({}, document).responses[200]).toMatchObject({
      content: {
        'application/json': { schema: { properties: { data: { $ref: '#/components/schemas/Thing' } } } },
      },
    })
  })
})

describe('an invalid contract is rejected', () => {
  test.each<[string, Endpoint[], string]>([
    [
      'two operations of one name',
      [plain, { ...plain, path: '/api/things/' }],
      'would both be called getThings',
    ],
    [
      'a path whose parameter is not described',
      [{ ...plain, path: '/api/things/{id}' }],
      'has other parameters',
    ],
    [
      'a parameter that the path does not have',
      [{ ...plain, params: Type.Object({ id: Id }) }],
      'has other parameters',
    ],
    [
      'two schemas of one name',
      [
        endpoint({ ...plain, answer: Type.Object({ id: Id }, { title: 'Thing' }) }),
        endpoint({ ...plain, path: '/api/others', answer: Type.Object({}, { title: 'Thing' }) }),
      ],
      'two different schemas are both called Thing',
    ],
  ])('%s', (_, endpoints, message) => {
    expect(() => documentOf(...endpoints)).toThrow(message)
  })
})

test('tags keep their order, and have a description of their own or of their place', () => {
  const document = openApiDocument({
    endpoints: [plain, { ...plain, path: '/api/users', tag: 'Users' }],
    title: '',
    version: '',
    description: '',
    serverUrl: 'https://example.com',
    tagDescriptions: { Users: 'Who may log in.' },
  })
  expect(document.tags).toEqual([
    { name: 'Things', description: 'Under `/api/things`.' },
    { name: 'Users', description: 'Who may log in.' },
    { name: 'Reference', description: 'Under `/api/openapi.json`.' },
  ])
  expect(document.servers).toEqual([{ url: 'https://example.com' }])
})
