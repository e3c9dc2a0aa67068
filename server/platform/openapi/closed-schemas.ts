import { mapSchemas } from './schemas.ts'
import type { JsonSchema } from './shape.ts'

const REFERENCE = '#/components/schemas/'

/** The schemas of a document in strict form: undeclared fields are not allowed. */
export function createSchemaCloser(named: Readonly<Record<string, JsonSchema>>) {
  function close(schema: JsonSchema): JsonSchema {
    if (isComposed(schema)) return { unevaluatedProperties: false, ...open(schema) }
    const closed = renamed(mapSchemas(schema, close))
    return 'properties' in schema ? { additionalProperties: false, ...closed } : closed
  }

  /** A part of a composed object: other parts may declare more fields. */
  function open(schema: JsonSchema): JsonSchema {
    if (typeof schema.$ref === 'string') return open(named[schema.$ref.slice(REFERENCE.length)] ?? {})
    const parts = Object.entries(schema).filter(([word]) => COMPOSING.has(word))
    const rest = Object.entries(schema).filter(([word]) => !COMPOSING.has(word))
    return {
      ...mapSchemas(Object.fromEntries(rest), close),
      ...Object.fromEntries(parts.map(([word, held]) => [word, (held as JsonSchema[]).map(open)])),
    }
  }

  return close
}

const COMPOSING = new Set(['allOf', 'anyOf', 'oneOf'])

function isComposed(schema: JsonSchema): boolean {
  return 'allOf' in schema || ('properties' in schema && ('anyOf' in schema || 'oneOf' in schema))
}

/** The key of a named schema in the validator. */
export function keyOf(name: string): string {
  return `schema:${name}`
}

function renamed(schema: JsonSchema): JsonSchema {
  return typeof schema.$ref === 'string'
    ? { ...schema, $ref: keyOf(schema.$ref.slice(REFERENCE.length)) }
    : schema
}
