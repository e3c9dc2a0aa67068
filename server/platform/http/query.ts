import type { TSchema } from '@sinclair/typebox'
import type { FieldIssues, Issue } from '../core/problem.ts'
import { isStorable } from '../texts/storable.ts'

interface Known {
  type?: string
  maximum?: number
  flag?: boolean
  list?: boolean
  items?: Known
}

const INTEGER = /^-?\d+$/

/**
 * Converts query and path values to the types of their schema. A value that does not fit stays a string and is rejected
 * by the schema: `Number('')` would be 0.
 */
export function typed(
  schema: TSchema,
  given: Readonly<Record<string, unknown>>,
): { values: Record<string, unknown>; issues: FieldIssues } {
  const values: Record<string, unknown> = {}
  const issues = new Map<string, Issue[]>()
  for (const [name, known] of propertiesOf(schema)) {
    if (!Object.hasOwn(given, name)) continue
    const value = known.list ? joined(given[name]) : given[name]
    if (typeof value !== 'string') issues.set(name, [{ name: 'not-single' }])
    else if (!isStorable(value)) issues.set(name, [{ name: 'bad-characters' }])
    else
      values[name] = known.list
        ? value.split(',').map((item) => one(item.trim(), known.items ?? {}))
        : one(value, known)
  }
  return { values, issues }
}

const properties = new WeakMap<TSchema, readonly (readonly [string, Known])[]>()

/** Kept, because a list has thirty of them. */
function propertiesOf(schema: TSchema): readonly (readonly [string, Known])[] {
  const known = properties.get(schema)
  if (known) return known
  const found = Object.entries((schema as { properties?: Record<string, Known> }).properties ?? {})
  properties.set(schema, found)
  return found
}

/** A list as repeated parameters is the same as one with commas. */
function joined(value: unknown): unknown {
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value.join(',') : value
}

function one(text: string, known: Known): unknown {
  if (known.flag) return FLAGS.get(text) ?? text
  if (known.type === 'integer' && INTEGER.test(text)) return integer(Number(text), known)
  return text
}

/** An id may be any number. Too large numbers become the largest one, which does not exist. */
function integer(value: number, { maximum }: Known): number {
  return maximum === Number.MAX_SAFE_INTEGER ? Math.min(value, maximum) : value
}

const FLAGS = new Map<string, number>([
  ['0', 0],
  ['1', 1],
  ['true', 1],
  ['false', 0],
])
