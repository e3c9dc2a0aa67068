import type { Endpoint } from '@inkstone/contract/endpoint.ts'
import { type GivenNames, nameSchemas, operationIdOf } from './names.ts'
import { atAnyTime, atBodies, operationOf, type Publishing } from './operation.ts'
import { createProblemAnswers } from './problem-answers.ts'
import { createSchemaPublisher } from './schemas.ts'
import type { Answers, OpenApiDocument, PathItem } from './shape.ts'
import { headers, parameters, securitySchemes, sharedSchemas } from './shared-parts.ts'
import { type EventsOptions, webhookParameters, webhooksOf } from './webhooks.ts'

interface DocumentOptions {
  readonly endpoints: readonly Endpoint[]
  readonly title: string
  readonly version: string
  readonly description: string
  readonly serverUrl: string
  readonly contact?: Readonly<Record<string, string>>
  readonly license?: Readonly<Record<string, string>>
  /** Example texts by field name, for schemas without an example. */
  readonly exampleValues?: Readonly<Record<string, string>>
  /** The requests that the service sends. */
  readonly events?: EventsOptions
  /** The description of each tag. */
  readonly names?: GivenNames
  readonly tagDescriptions?: Readonly<Record<string, string>>
}

/** The document is a response of the API too, so it describes itself. */
export const documentEndpoint: Endpoint = {
  method: 'GET',
  path: '/api/openapi.json',
  access: 'anyone',
  tag: 'Reference',
  summary: 'Read the OpenAPI document',
  description: 'The OpenAPI 3.1 document of the API. `/docs` is the reference for people.',
  file: { mediaTypes: ['application/json'], description: 'The document, without an envelope.' },
}

export function openApiDocument(options: DocumentOptions): OpenApiDocument {
  const { title, version, description, serverUrl, contact, license, events } = options
  const endpoints = [...options.endpoints, documentEndpoint]
  const names = options.names ?? {}
  refuseDoubles(endpoints, names)
  const publishing: Publishing = {
    names,
    schemas: createSchemaPublisher(nameSchemas(endpoints, names), options.exampleValues),
    problems: createProblemAnswers(),
  }
  const paths = pathsOf(endpoints, publishing)
  const webhooks = events && webhooksOf(events, publishing.schemas)
  return {
    openapi: '3.1.1',
    info: { title, version, description, ...(contact && { contact }), ...(license && { license }) },
    servers: [{ url: serverUrl }],
    tags: tagsOf(endpoints, options.tagDescriptions ?? {}),
    paths,
    ...(webhooks && { webhooks }),
    components: {
      schemas: { ...publishing.schemas.named, ...publishing.problems.schemas, ...sharedSchemas },
      responses: publishing.problems.components,
      parameters: { ...parameters, ...(events && webhookParameters(events)) },
      headers,
      securitySchemes,
    },
    'x-elsewhere': elsewhere(),
  }
}

/** Written out, because tools do not look into an extension. */
function elsewhere(): Answers {
  const { answersFor, components, schemas } = createProblemAnswers()
  const answers = Object.entries(answersFor(waysToFailElsewhere)).map(([status, answer]) => {
    const response = '$ref' in answer ? components[lastOf(answer.$ref)] : answer
    const json = response?.content?.['application/json']
    if (!response || !json) throw new Error(`there is no answer with ${status}`)
    const schema = schemas[lastOf(String(json.schema.$ref))] ?? json.schema
    return [status, { ...response, content: { 'application/json': { ...json, schema } } }] as const
  })
  return Object.fromEntries(answers)
}

function lastOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

const waysToFailElsewhere = [
  'bad-request',
  'bad-url',
  ...atBodies,
  'token-invalid',
  'token-expired',
  'site-not-found',
  'route-not-found',
  'version-not-served',
  'method-not-allowed',
  ...atAnyTime,
] as const

function pathsOf(endpoints: readonly Endpoint[], publishing: Publishing): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {}
  for (const endpoint of endpoints)
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationOf(endpoint, publishing),
    }
  return paths
}

function refuseDoubles(endpoints: readonly Endpoint[], names: GivenNames): void {
  const known = new Map<string, string>()
  for (const endpoint of endpoints) {
    const id = operationIdOf(endpoint, names)
    const place = `${endpoint.method} ${endpoint.path}`
    const other = known.get(id)
    if (other !== undefined) throw new Error(`${other} and ${place} would both be called ${id}`)
    known.set(id, place)
  }
}

function tagsOf(
  endpoints: readonly Endpoint[],
  descriptions: Readonly<Record<string, string>>,
): OpenApiDocument['tags'] {
  const pathsByTag = new Map<string, Set<string>>()
  for (const { tag, path } of endpoints)
    pathsByTag.set(tag, (pathsByTag.get(tag) ?? new Set<string>()).add(beginningOf(path)))
  return [...pathsByTag].map(([name, paths]) => ({
    name,
    description: Object.hasOwn(descriptions, name)
      ? (descriptions[name] ?? '')
      : `Under ${[...paths].map((path) => `\`${path}\``).join(', ')}.`,
  }))
}

function beginningOf(path: string): string {
  return path.split('/').slice(0, 3).join('/')
}
