import type { Zone } from '../../platform/times.ts'
import type { ImportKind } from './imports.table.ts'
import type { Source } from './items.ts'
import { markdownSource } from './markdown.source.ts'
import { wordpressSource } from './wordpress.source.ts'

/** What reads a file or folder of this kind. */
export async function openSource(kind: ImportKind, path: string, zone: Zone): Promise<Source> {
  if (kind === 'markdown') return markdownSource(path, zone)
  return wordpressSource(path, zone)
}
