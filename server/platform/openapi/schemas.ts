import { isDeepStrictEqual } from 'node:util'
import { type JsonSchema, type Reference, toSchema } from './shape.ts'

/** Keywords of the contract's schemas that only our validator supports. */
const OUR_WORDS = new Set(['trim', 'nfc', 'flag', 'instant', 'atMost', 'list', 'issue'])
const HOLD_ONE = new Set([
  'items',
  'additionalProperties',
  'unevaluatedProperties',
  'not',
  'contains',
  'propertyNames',
])
const HOLD_SEVERAL = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const HOLD_BY_NAME = new Set(['properties', 'patternProperties', '$defs'])

/** A copy with every direct subschema transformed. Field names are not changed. */
export function mapSchemas(
  schema: JsonSchema,
  change: (beneath: JsonSchema, field?: string) => JsonSchema,
): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([word, value]) => {
      if (HOLD_ONE.has(word) && isSchema(value)) return [word, change(value)]
      if (HOLD_SEVERAL.has(word) && Array.isArray(value)) return [word, value.map((each) => change(each))]
      if (HOLD_BY_NAME.has(word) && isSchema(value))
        return [
          word,
          Object.fromEntries(Object.entries(value).map(([name, held]) => [name, change(held, name)])),
        ]
      return [word, value]
    }),
  )
}

function isSchema(value: unknown): value is Record<string, JsonSchema> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type Direction = 'asked' | 'answered'

/**
 * Converts the contract's schemas to those of the document. A schema with a `title` (or a recursive one with an `$id`)
 * becomes a component with that name.
 */
export function createSchemaPublisher(
  names: ReadonlyMap<object, string> = new Map(),
  exampleValues: Readonly<Record<string, string>> = {},
) {
  const named: Record<string, JsonSchema> = {}
  const namesById = new Map<string, string>()

  function publish(schema: JsonSchema, direction: Direction): JsonSchema {
    const name = nameOf(schema) ?? names.get(schema)
    if (name === undefined) return translate(schema, direction)
    if (typeof schema.$id === 'string') namesById.set(schema.$id, name)
    const published = translate(schema, direction)
    return { ...toSchema(keep(name, published, direction)) }
  }

  /** A schema that differs between request and response has its own name. */
  function keep(name: string, published: JsonSchema, direction: Direction): string {
    const own = direction === 'asked' && differs(name, published) ? `${name}Input` : name
    if (differs(own, published)) throw new Error(`two different schemas are both called ${own}`)
    named[own] = published
    return own
  }

  function differs(name: string, published: JsonSchema): boolean {
    return named[name] !== undefined && !isDeepStrictEqual(named[name], published)
  }

  function translate(schema: JsonSchema, direction: Direction): JsonSchema {
    const { $id, $ref, required, ...rest } = mapSchemas(schema, (beneath, field) =>
      withExample(publish(beneath, direction), field),
    )
    const kept = portable(Object.fromEntries(Object.entries(rest).filter(([word]) => !OUR_WORDS.has(word))))
    const needed = direction === 'asked' ? withoutDefaults(schema) : requiredOf(schema)
    return {
      ...(schema.flag === true && { type: ['integer', 'boolean'] }),
      ...kept,
      ...(typeof $ref === 'string' && refersTo($ref)),
      ...(needed.length > 0 && { required: needed }),
    }
  }

  /** A text without an example is shown by the name of its field. */
  function withExample(schema: JsonSchema, field: string | undefined): JsonSchema {
    if (field === undefined || !Object.hasOwn(exampleValues, field) || !isPlainText(schema)) return schema
    return { ...schema, examples: [exampleValues[field]] }
  }

  function refersTo(id: string): Reference {
    return id.startsWith('#') ? { $ref: id } : toSchema(namesById.get(id) ?? id)
  }

  return { named: named as Readonly<Record<string, JsonSchema>>, publish }
}

export type SchemaPublisher = ReturnType<typeof createSchemaPublisher>

/**
 * Many tools read patterns without the flag `u`, so that `\p{L}` means a `p` and would reject valid input. Such a
 * pattern is described in words.
 */
function portable(schema: JsonSchema): JsonSchema {
  const { pattern, ...rest } = schema
  if (typeof pattern !== 'string' || !/\\[pP]\{/.test(pattern)) return schema
  const words = `Matches \`${pattern}\` (with the flag \`u\`).`
  return { ...rest, description: [rest.description, words].filter(Boolean).join(' ') }
}

function isPlainText({
  type,
  examples,
  default: usual,
  const: only,
  enum: allowed,
  format,
}: JsonSchema): boolean {
  const isText = type === 'string' || (Array.isArray(type) && type.includes('string'))
  return isText && [examples, usual, only, allowed, format].every((word) => word === undefined)
}

function nameOf({ title, $id }: JsonSchema): string | undefined {
  const given = title ?? $id
  return typeof given === 'string' ? given.replace(/[^\w.-]+/g, '') : undefined
}

export function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return (schema.properties ?? {}) as Record<string, JsonSchema>
}

function requiredOf(schema: JsonSchema): readonly string[] {
  return (schema.required ?? []) as string[]
}

/** A field with a default is optional in a request, whatever its type on the server. */
export function withoutDefaults(schema: JsonSchema): readonly string[] {
  const fields = propertiesOf(schema)
  return requiredOf(schema).filter((field) => fields[field]?.default === undefined)
}
