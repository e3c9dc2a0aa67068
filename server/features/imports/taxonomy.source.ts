import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { CategoryExtras, TagExtras } from '../exports/restored-fields.rules.ts'
import { fieldsIn } from './fields.rules.ts'
import { type Matter, textIn } from './front-matter.rules.ts'
import type { Item } from './items.ts'
import { trackedMatter } from './matter.rules.ts'

/** The file of an export that lists categories and tags with their fields. */
const TAXONOMY_FILE = 'taxonomy.yaml'
const MAX_FILE_BYTES = 8 * 1024 * 1024

/** The categories and tags of one of our own exports; none if there is no such file. */
export async function* readTaxonomy(folder: string): AsyncGenerator<Item> {
  const file = join(folder, TAXONOMY_FILE)
  const size = (await stat(file).catch(() => undefined))?.size
  if (size === undefined) return
  if (size > MAX_FILE_BYTES) {
    yield { kind: 'loss', where: TAXONOMY_FILE, what: 'not read: the file is larger than 8 MB' }
    return
  }
  let read: { categories?: unknown; tags?: unknown } | null
  try {
    read = parse(await readFile(file, 'utf8'), { maxAliasCount: 20 })
  } catch {
    yield { kind: 'loss', where: TAXONOMY_FILE, what: 'it cannot be read' }
    return
  }
  for (const each of mattersIn(read?.categories)) yield* categoryIn(each)
  for (const each of mattersIn(read?.tags)) yield* tagIn(each)
}

function* categoryIn(given: Matter): Generator<Item> {
  const { matter, unread } = trackedMatter(given)
  const path = Array.isArray(matter.path)
    ? matter.path.filter((name) => typeof name === 'string' && name !== '')
    : []
  if (path.length === 0) return
  const invalid: string[] = []
  yield {
    kind: 'category',
    path,
    slug: textIn(matter, 'alias'),
    description: textIn(matter, 'description') ?? '',
    extras: fieldsIn(CategoryExtras, matter, (name) => invalid.push(name)),
  }
  yield* lostFields('category', path.join('/'), invalid, unread())
}

function* tagIn(given: Matter): Generator<Item> {
  const { matter, unread } = trackedMatter(given)
  const name = textIn(matter, 'name')
  if (name === undefined) return
  const invalid: string[] = []
  yield {
    kind: 'tag',
    name,
    slug: textIn(matter, 'alias'),
    description: textIn(matter, 'description') ?? '',
    extras: fieldsIn(TagExtras, matter, (field) => invalid.push(field)),
  }
  yield* lostFields('tag', name, invalid, unread())
}

function* lostFields(
  kind: 'category' | 'tag',
  where: string,
  invalid: readonly string[],
  unknown: readonly string[],
): Generator<Item> {
  for (const name of invalid)
    yield { kind: 'loss', where, what: `the field \`${name}\` of the ${kind} is not valid and not imported` }
  for (const name of unknown)
    yield { kind: 'loss', where, what: `the field \`${name}\` of the ${kind} is not imported` }
}

function mattersIn(value: unknown): Matter[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null) : []
}
