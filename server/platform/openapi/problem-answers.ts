import { STATUS_CODES } from 'node:http'
import { issues, type ProblemName } from '@inkstone/contract/problems.ts'
import { codeOf, fieldOf, messageOf, statusOf } from '../core/problem.ts'
import {
  type Answers,
  type JsonSchema,
  type ResponseObject,
  toHeader,
  toResponse,
  toSchema,
} from './shape.ts'
import { allowHeader, EXAMPLE_TIME, everyAnswerHas } from './shared-parts.ts'

/** The default error responses by status; others have their own names. */
const USUAL: ReadonlyMap<number, readonly ProblemName[]> = new Map([
  [400, ['bad-request', 'bad-url', 'bad-host']],
  [401, ['login-required', 'token-invalid', 'token-expired']],
  [403, ['forbidden', 'second-factor-required']],
  [404, ['site-not-found']],
  [405, ['method-not-allowed']],
  [412, ['stale']],
  [413, ['body-too-large']],
  [415, ['media-type-unsupported', 'content-encoding-unsupported']],
  [422, ['invalid']],
  [429, ['too-many-requests']],
  [500, ['internal']],
  [503, ['unavailable']],
])

/** Problems with field errors. */
function saysFields(name: ProblemName): boolean {
  return name === 'bad-request' || name === 'invalid' || fieldOf(name) !== undefined
}

/** Collects the error responses of the document: the same problems with the same status are one component. */
export function createProblemAnswers() {
  const components: Record<string, ResponseObject> = {}
  const schemas: Record<string, JsonSchema> = {}

  /** Every way to fail, by status. With the status `pageFor` the answer may also be a page. */
  function answersFor(
    names: Iterable<ProblemName>,
    { pageFor }: { readonly pageFor?: number | undefined } = {},
  ): Answers {
    const byStatus = new Map<number, ProblemName[]>()
    for (const name of new Set(names)) {
      const status = statusOf(name)
      byStatus.set(status, [...(byStatus.get(status) ?? []), name])
    }
    const answers = [...byStatus].map(([status, together]) => {
      const component = componentName(status, together)
      const schema = `${component}Error`
      schemas[schema] ??= schemaOf(status, together)
      const answer = answerOf(status, together, schema)
      components[component] ??= answer
      return [String(status), status === pageFor ? orPage(answer) : toResponse(component)] as const
    })
    return Object.fromEntries(answers)
  }

  return {
    components: components as Readonly<Record<string, ResponseObject>>,
    schemas: schemas as Readonly<Record<string, JsonSchema>>,
    answersFor,
  }
}

export type ProblemAnswers = ReturnType<typeof createProblemAnswers>

function componentName(status: number, names: readonly ProblemName[]): string {
  const usual = USUAL.get(status) ?? []
  const hasUsual = usual.every((name) => names.includes(name))
  const special = names.filter((name) => !hasUsual || !usual.includes(name)).sort()
  const heading = (STATUS_CODES[status] ?? `Status${status}`).replace(/\W/g, '')
  return [heading, ...special.map(pascalCase)].join('_')
}

function pascalCase(name: string): string {
  return name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function schemaOf(status: number, names: readonly ProblemName[]): JsonSchema {
  const codes = [...new Set(names.map(codeOf))]
  const always = status === 422 && names.every(saysFields)
  return {
    type: 'object',
    properties: {
      code: { type: 'integer', enum: codes },
      error: {
        type: 'string',
        enum: [...names],
        description: 'The name of the problem. It is stable, while the message may change.',
      },
      message: toSchema('Message'),
      ...(names.some(saysFields) && { errors: toSchema('FieldErrors') }),
      timestamp: toSchema('Timestamp'),
    },
    required: ['code', 'error', 'message', ...(always ? ['errors'] : []), 'timestamp'],
  }
}

function answerOf(status: number, names: readonly ProblemName[], schema: string): ResponseObject {
  return {
    description: names
      .map((name) => `- \`${codeOf(name)}\` ${messageOf(name, 'en')} ${messageOf(name, 'zh')}`)
      .join('\n'),
    headers: {
      ...everyAnswerHas,
      ...((status === 429 || status === 503) && { 'Retry-After': toHeader('RetryAfter') }),
      ...(status === 401 && { 'WWW-Authenticate': toHeader('WwwAuthenticate') }),
      ...(status === 405 && { Allow: allowHeader }),
    },
    content: {
      'application/json': {
        schema: { ...toSchema(schema) },
        examples: Object.fromEntries(names.map((name) => [name, exampleOfProblem(name)])),
      },
    },
  }
}

function orPage(answer: ResponseObject): ResponseObject {
  return { ...answer, content: { ...answer.content, 'text/html': { schema: { type: 'string' } } } }
}

function exampleOfProblem(name: ProblemName) {
  return {
    summary: messageOf(name, 'en'),
    description: messageOf(name, 'zh'),
    value: {
      code: codeOf(name),
      error: name,
      message: messageOf(name, 'en'),
      ...(saysFields(name) && { errors: exampleOfErrors(name) }),
      timestamp: EXAMPLE_TIME,
    },
  }
}

function exampleOfErrors(name: ProblemName): Record<string, string[]> {
  const field = fieldOf(name)
  return field === undefined ? { name: [issues.required.en] } : { [field]: [messageOf(name, 'en')] }
}
