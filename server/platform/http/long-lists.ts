import type { TSchema } from '@sinclair/typebox'
import type { Issue } from '../core/problem.ts'

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
  readonly maxItems?: number
  readonly anyOf?: readonly Shape[]
}

/**
 * Finds lists with more items than their schema allows, and truncates them. Ajv validates every item before it counts
 * them: a million wrong ids would be a million errors.
 */
export function cutLongLists(schema: TSchema, value: unknown): ReadonlyMap<string, readonly Issue[]> {
  const found = new Map<string, readonly Issue[]>()
  cut(schema as Shape, value, [], found)
  return found
}

function cut(shape: Shape, value: unknown, path: readonly string[], found: Map<string, readonly Issue[]>) {
  for (const either of shape.anyOf ?? []) cut(either, value, path, found)
  if (Array.isArray(value)) cutList(shape, value, path, found)
  else if (typeof value === 'object' && value !== null) cutProperties(shape, value, path, found)
}

/** Most properties are texts and numbers, and a list of articles has thirty of them: nothing is created for those. */
function cutProperties(
  { properties }: Shape,
  values: object,
  path: readonly string[],
  found: Map<string, readonly Issue[]>,
): void {
  for (const name in properties) {
    const value = (values as Record<string, unknown>)[name]
    if (typeof value !== 'object' || value === null || !Object.hasOwn(values, name)) continue
    cut(properties[name] ?? {}, value, [...path, name], found)
  }
}

function cutList(
  { maxItems, items }: Shape,
  list: unknown[],
  path: readonly string[],
  found: Map<string, readonly Issue[]>,
): void {
  if (maxItems !== undefined && list.length > maxItems) {
    found.set(path.join('.') || 'body', [{ name: 'too-many', fill: { limit: maxItems } }])
    list.length = maxItems
  }
  if (items?.properties)
    for (const [index, item] of list.entries()) cut(items, item, [...path, String(index)], found)
}
