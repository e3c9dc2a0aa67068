import { propertiesOf } from './schemas.ts'
import type { JsonSchema } from './shape.ts'

type NamedSchemas = Readonly<Record<string, JsonSchema>>

const REFERENCE = '#/components/schemas/'

/** A valid value of the schema, built from its examples, defaults and limits. */
export function exampleOf(schema: JsonSchema, named: NamedSchemas): unknown {
  return make(schema, { named, within: [] })
}

/** The same for a body: required fields, and optional fields with an example. */
export function exampleToSend(schema: JsonSchema, named: NamedSchemas): unknown {
  const whole = resolve(schema, named)
  const required = (whole.required ?? []) as string[]
  const fields = Object.entries(propertiesOf(whole))
  if (fields.length === 0) return exampleOf(whole, named)
  const shown = fields.filter(([field, held]) => required.includes(field) || explicit(held).length > 0)
  return exampleOf({ ...whole, properties: Object.fromEntries(shown.length > 0 ? shown : fields) }, named)
}

interface Making {
  readonly named: NamedSchemas
  /** The named schemas in progress, to end recursion. */
  readonly within: readonly string[]
}

function make(schema: JsonSchema, making: Making): unknown {
  const [given] = explicit(schema)
  if (given !== undefined) return given
  if (typeof schema.$ref === 'string') {
    const target = resolve(schema, making.named)
    return make(target, { ...making, within: [...making.within, schema.$ref] })
  }
  const [choice] = (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[]
  if (choice) return make(choice, making)
  if (Array.isArray(schema.allOf))
    return Object.assign({}, ...schema.allOf.map((part: JsonSchema) => make(part, making)))
  return makeOfType(schema, making)
}

/** The example of a schema; placeholder texts explain nothing. */
export function explicit(schema: JsonSchema): unknown[] {
  const { examples, const: only, enum: allowed } = schema
  const [example] = Array.isArray(examples) ? examples : []
  const [first] = Array.isArray(allowed) ? allowed : []
  return [example, schema.default, only, first].filter((value) => value !== undefined)
}

function resolve(schema: JsonSchema, named: NamedSchemas): JsonSchema {
  return typeof schema.$ref === 'string' ? (named[schema.$ref.slice(REFERENCE.length)] ?? {}) : schema
}

function makeOfType(schema: JsonSchema, making: Making): unknown {
  switch (typeOf(schema)) {
    case 'string':
      return text(schema)
    case 'integer':
    case 'number':
      return number(schema)
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return list(schema, making)
    default:
      return object(schema, making)
  }
}

function typeOf({ type }: JsonSchema): unknown {
  return Array.isArray(type) ? type.find((one) => one !== 'null') : type
}

function text({ minLength = 0, maxLength = Number.POSITIVE_INFINITY, format }: JsonSchema): string {
  if (format === 'binary') return '(the bytes of a file)'
  return 'text'.padEnd(minLength as number, 'text').slice(0, maxLength as number)
}

function number({ minimum, maximum }: JsonSchema): number {
  return Math.max(Number(minimum ?? 1), Math.min(1, Number(maximum ?? 1)))
}

function list({ items }: JsonSchema, making: Making): unknown[] {
  const item = (items ?? {}) as JsonSchema
  return making.within.includes(String(item.$ref)) ? [] : [make(item, making)]
}

function object(schema: JsonSchema, making: Making): Record<string, unknown> {
  const made = Object.fromEntries(
    Object.entries(propertiesOf(schema))
      .filter(([, held]) => !making.within.includes(String(held.$ref)))
      .map(([field, held]) => [field, make(held, making)]),
  )
  return withTrueTotal(made)
}

/** The example of a page has one item, so its counts should not be 0. */
function withTrueTotal(made: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(made.list) || typeof made.total !== 'number') return made
  const { length } = made.list
  return { ...made, total: length, ...('total_pages' in made && { total_pages: Math.sign(length) }) }
}
