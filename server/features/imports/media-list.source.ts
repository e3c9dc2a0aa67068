import { createReadStream } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { cleanFileName } from '../../platform/files/file-names.ts'
import { MediaExtras } from '../exports/restored-fields.rules.ts'
import { fieldsIn } from './fields.rules.ts'
import { type Matter, textIn } from './front-matter.rules.ts'
import type { FileFacts, Item } from './items.ts'

/** The file of an export that lists the files in the folder media with their texts. */
const MEDIA_LIST = 'media.jsonl'
const MAX_FILE_BYTES = 256 * 1024 * 1024

/** Adds the texts about the files of one of our own exports to `facts`, by path. Yields what cannot be read. */
export async function* readMediaList(folder: string, facts: Map<string, FileFacts>): AsyncGenerator<Item> {
  const path = join(folder, MEDIA_LIST)
  const found = await lstat(path).catch(() => undefined)
  if (!found?.isFile()) return
  if (found.size > MAX_FILE_BYTES) {
    yield { kind: 'loss', where: MEDIA_LIST, what: 'not read: the file is larger than 256 MB' }
    return
  }
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const entry = entryIn(line)
    const file = entry && textIn(entry, 'file')
    if (file === undefined) {
      if (line.trim() !== '') yield { kind: 'loss', where: MEDIA_LIST, what: 'a line of it cannot be read' }
      continue
    }
    const lost: string[] = []
    const extras = fieldsIn(MediaExtras, entry ?? {}, (name) => lost.push(name))
    const filename = textIn(entry ?? {}, 'filename')
    facts.set(`/${file}`, { ...extras, ...(filename !== undefined && { filename: cleanFileName(filename) }) })
    for (const name of lost)
      yield {
        kind: 'loss',
        where: file,
        what: `the field \`${name}\` of the file is not valid and not imported`,
      }
  }
}

function entryIn(line: string): Matter | undefined {
  try {
    const entry: unknown = JSON.parse(line)
    return typeof entry === 'object' && entry !== null ? (entry as Matter) : undefined
  } catch {
    return undefined
  }
}
