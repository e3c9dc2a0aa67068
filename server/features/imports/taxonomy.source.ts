import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { type Matter, textIn } from './front-matter.rules.ts'
import type { Item } from './items.ts'

/** The file of an export that lists categories and tags with their aliases. */
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
  for (const each of mattersIn(read?.categories)) {
    const path = Array.isArray(each.path)
      ? each.path.filter((name) => typeof name === 'string' && name !== '')
      : []
    if (path.length > 0)
      yield {
        kind: 'category',
        path,
        slug: textIn(each, 'alias'),
        description: textIn(each, 'description') ?? '',
      }
  }
  for (const each of mattersIn(read?.tags)) {
    const name = textIn(each, 'name')
    if (name !== undefined)
      yield { kind: 'tag', name, slug: textIn(each, 'alias'), description: textIn(each, 'description') ?? '' }
  }
}

function mattersIn(value: unknown): Matter[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null) : []
}
