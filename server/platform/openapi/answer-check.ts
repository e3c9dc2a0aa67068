import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { createSchemaCloser, keyOf } from './closed-schemas.ts'
import { createPathFinder, pathOf } from './operations-by-url.ts'
import type {
  Answers,
  HeaderObject,
  JsonSchema,
  MediaTypeObject,
  OpenApiDocument,
  Reference,
  ResponseObject,
} from './shape.ts'

type HeaderValues = Readonly<Record<string, string | number | readonly string[] | undefined>>

/** Lists the differences between a response and the document; empty if they agree. */
type AnswerChecker = (
  method: string,
  url: string,
  status: number,
  headers: HeaderValues | Headers,
  body: unknown,
) => string[]

export function createAnswerChecker(document: OpenApiDocument): AnswerChecker {
  const findPath = createPathFinder(document)
  const validate = createSchemaCheck(document)

  return (method, url, status, headers, body) => {
    const answer: Answer = { status, header: readerOf(headers), body: method === 'HEAD' ? undefined : body }
    const verdict = (problems: string[]) =>
      problems.map((problem) => `${method} ${url}: ${status} ${problem}`)
    const item = findPath(url)
    const answers = answersOf(item, method) ?? (isApi(url) ? document['x-elsewhere'] : undefined)
    // Pages and probes outside /api are not part of the document.
    if (!answers) return []
    if (method === 'OPTIONS' && status === 204) return verdict(bodyProblems(undefined, answer, validate))
    const response = answers[String(status)]
    if (!response) return verdict([item ? 'is not documented' : 'is no answer of a path that does not exist'])
    const resolved = resolve(document.components.responses, response)
    return verdict([
      ...headerProblems(document, resolved, answer, validate),
      ...(method === 'HEAD' ? [] : bodyProblems(resolved, answer, validate)),
    ])
  }
}

interface Answer {
  readonly status: number
  readonly header: (name: string) => string | undefined
  readonly body: unknown
}

type Validate = (schema: JsonSchema, value: unknown) => string[]

function answersOf(
  item: ReturnType<ReturnType<typeof createPathFinder>>,
  method: string,
): Answers | undefined {
  const found = method === 'HEAD' ? 'get' : method.toLowerCase()
  return Object.entries(item ?? {}).find(([known]) => known === found)?.[1].responses
}

function isApi(url: string): boolean {
  return /^\/api(\/|$)/.test(pathOf(url))
}

function readerOf(headers: HeaderValues | Headers): Answer['header'] {
  if (headers instanceof Headers) return (name) => headers.get(name) ?? undefined
  const values = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return (name) => values.get(name.toLowerCase())?.toString()
}

function resolve<Part extends object>(parts: Readonly<Record<string, Part>>, part: Part | Reference): Part {
  if (!('$ref' in part)) return part
  const found = parts[part.$ref.slice(part.$ref.lastIndexOf('/') + 1)]
  if (!found) throw new Error(`the document has no ${part.$ref}`)
  return found
}

function headerProblems(
  document: OpenApiDocument,
  response: ResponseObject,
  { header }: Answer,
  validate: Validate,
): string[] {
  return Object.entries(response.headers).flatMap(([name, part]) => {
    const { required, schema } = resolve<HeaderObject>(document.components.headers, part)
    const value = header(name)
    if (value === undefined) return required ? [`lacks the header ${name}`] : []
    const read = schema.type === 'integer' && /^\d+$/.test(value) ? Number(value) : value
    return validate(schema, read).map((problem) => `header ${name}: ${problem}`)
  })
}

function bodyProblems(response: ResponseObject | undefined, answer: Answer, validate: Validate): string[] {
  const { body } = answer
  const isEmpty = body === undefined || body === null || body === ''
  if (!response?.content) return isEmpty ? [] : ['has a body, which is not documented']
  const type = (answer.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const documented = contentOf(response.content, type)
  if (!documented) return [`has a body of the type "${type}", which is not documented`]
  if (!isJson(type)) return []
  const read = readJson(body)
  return read
    ? validate(documented.schema, read.value).map((problem) => `body: ${problem}`)
    : ['has a body that is no JSON']
}

function contentOf(
  content: NonNullable<ResponseObject['content']>,
  type: string,
): MediaTypeObject | undefined {
  const [family] = type.split('/')
  return new Map(Object.entries(content)).get(type) ?? content[`${family}/*`]
}

function isJson(type: string): boolean {
  return /^application\/(.+\+)?json$/.test(type)
}

function readJson(body: unknown): { value: unknown } | undefined {
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return { value: body }
  try {
    return { value: JSON.parse(body.toString()) }
  } catch {
    return undefined
  }
}

/** Each schema of the document is compiled once, on first use. */
export function createSchemaCheck({ components }: OpenApiDocument): Validate {
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false })
  const close = createSchemaCloser(components.schemas)
  for (const [name, schema] of Object.entries(components.schemas)) ajv.addSchema(close(schema), keyOf(name))
  const compiled = new WeakMap<JsonSchema, ValidateFunction>()
  return (schema, value) => {
    const check = compiled.get(schema) ?? ajv.compile(close(schema))
    compiled.set(schema, check)
    if (check(value)) return []
    return (check.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath || 'it'} ${message} ${JSON.stringify(params)}`,
    )
  }
}
