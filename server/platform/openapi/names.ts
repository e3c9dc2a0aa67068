import type { Endpoint } from '@inkstone/contract/endpoint.ts'
import { propertiesOf } from './schemas.ts'
import type { JsonSchema } from './shape.ts'

/** Given names. The others are derived from the first operation that uses the schema. */
export interface GivenNames {
  readonly operations?: ReadonlyMap<Endpoint, string>
  readonly schemas?: ReadonlyMap<object, string>
}

/** `GET /api/users/{id}` is `getUsersById`, unless it has a name. */
export function operationIdOf(endpoint: Endpoint, given: GivenNames = {}): string {
  const known = given.operations?.get(endpoint)
  if (known !== undefined) return known
  const words = endpoint.path
    .replace(/^\/api\//, '')
    .replace(/\{(\w+)\}/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
  return endpoint.method.toLowerCase() + words.map(capitalised).join('')
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/**
 * A name for every object in requests and responses. The response of `getTag` is a `Tag`, an item of `listTags` a
 * `TagItem` and the list a `TagList`. Others are named after their operation.
 */
export function nameSchemas(endpoints: readonly Endpoint[], given: GivenNames): ReadonlyMap<object, string> {
  const names = new Map<object, string>(given.schemas)
  const taken = new Set<string>(names.values())

  function name(schema: JsonSchema | undefined, wanted: string, otherwise: string): string | undefined {
    if (!schema || !('properties' in schema)) return undefined
    const known = names.get(schema)
    if (known !== undefined) return known
    const free = taken.has(wanted) ? otherwise : wanted
    if (taken.has(free)) return undefined
    names.set(schema, free)
    taken.add(free)
    return free
  }

  const readFirst = [...endpoints].sort((one, other) => rank(one) - rank(other))
  for (const endpoint of readFirst) {
    const id = capitalised(operationIdOf(endpoint, given))
    const subject = id.replace(/^(?:Get|List|Read)(?=[A-Z])/, '')
    const { answer, body } = endpoint
    const list = answer && listIn(answer)
    if (answer && list) {
      const item = name(list, `${singular(subject)}Item`, `${id}Item`)
      if (answer !== list)
        name(answer, `${(item ?? singular(subject)).replace(/Item$/, '')}List`, `${id}Answer`)
    } else name(answer, subject === id ? `${id}Answer` : subject, `${id}Answer`)
    name(body, `${id}Body`, `${id}Input`)
  }
  return names
}

function rank({ method, answer }: Endpoint): number {
  if (method !== 'GET') return 2
  return answer && listIn(answer) ? 1 : 0
}

/** The item schema of an array or a page. */
function listIn(schema: JsonSchema): JsonSchema | undefined {
  const list = schema.type === 'array' ? schema : propertiesOf(schema).list
  return list?.type === 'array' ? (list.items as JsonSchema | undefined) : undefined
}

function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}
