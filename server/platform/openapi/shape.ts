/** The parts of an OpenAPI 3.1 document that ours has. */

export type JsonSchema = { readonly [word: string]: unknown }

export interface Reference {
  readonly $ref: string
}

export interface HeaderObject {
  readonly description?: string
  readonly required: boolean
  readonly schema: JsonSchema
  readonly example?: unknown
}

export interface ParameterObject extends HeaderObject {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly deprecated?: true
  readonly style?: 'form'
  readonly explode?: false
}

interface ExampleObject {
  readonly summary: string
  readonly description: string
  readonly value: unknown
}

export interface MediaTypeObject {
  readonly schema: JsonSchema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, ExampleObject>>
}

export interface ResponseObject {
  readonly description: string
  readonly headers: Readonly<Record<string, Reference | HeaderObject>>
  readonly content?: Readonly<Record<string, MediaTypeObject>>
}

export type Answers = Readonly<Record<string, ResponseObject | Reference>>

export interface OperationObject {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly deprecated?: true
  readonly parameters: readonly (ParameterObject | Reference)[]
  readonly requestBody?: {
    readonly description?: string
    readonly required: boolean
    readonly content: Readonly<Record<string, MediaTypeObject>>
  }
  readonly responses: Answers
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly 'x-permission': { readonly name: string; readonly roles: readonly string[] }
  /** The API token scopes that may call it. */
  readonly 'x-token-scopes': readonly string[]
}

export type PathItem = { readonly [Method in 'get' | 'post' | 'put' | 'patch' | 'delete']?: OperationObject }

interface Components {
  readonly schemas: Readonly<Record<string, JsonSchema>>
  readonly responses: Readonly<Record<string, ResponseObject>>
  readonly parameters: Readonly<Record<string, ParameterObject>>
  readonly headers: Readonly<Record<string, HeaderObject>>
  readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** A request that the service sends. */
interface WebhookOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly parameters: readonly Reference[]
  readonly requestBody: NonNullable<OperationObject['requestBody']>
  readonly responses: Readonly<Record<string, { readonly description: string }>>
  readonly security: readonly []
}

export interface OpenApiDocument {
  readonly openapi: '3.1.1'
  readonly info: {
    readonly title: string
    readonly version: string
    readonly description: string
    readonly contact?: Readonly<Record<string, string>>
    readonly license?: Readonly<Record<string, string>>
  }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly webhooks?: Readonly<Record<string, { readonly post: WebhookOperation }>>
  readonly components: Components
  /** The responses for an unknown path, or a method that is not allowed. */
  readonly 'x-elsewhere': Answers
}

export function toSchema(name: string): Reference {
  return { $ref: `#/components/schemas/${name}` }
}
export function toResponse(name: string): Reference {
  return { $ref: `#/components/responses/${name}` }
}
export function toParameter(name: string): Reference {
  return { $ref: `#/components/parameters/${name}` }
}
export function toHeader(name: string): Reference {
  return { $ref: `#/components/headers/${name}` }
}
