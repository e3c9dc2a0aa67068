import type { Static, TObject } from '@sinclair/typebox'
import { createReaders } from '../../platform/http/validation.ts'
import { createZone } from '../../platform/times/times.ts'
import type { Matter } from './front-matter.rules.ts'

const readerOf = createReaders(createZone('UTC'))

/** The fields of a file that the API would accept. The others are left out and named to `lose`. */
export function fieldsIn<Schema extends TObject>(
  schema: Schema,
  matter: Matter,
  lose: (name: string) => void,
): Static<Schema> {
  const given: Record<string, unknown> = {}
  for (const name of Object.keys(schema.properties)) {
    const value = matter[name]
    if (value !== undefined && value !== null) given[name] = value
  }
  const lost = new Set(readerOf(schema)(given).keys())
  for (const name of lost) lose(name)
  return Object.fromEntries(Object.entries(given).filter(([name]) => !lost.has(name))) as Static<Schema>
}
