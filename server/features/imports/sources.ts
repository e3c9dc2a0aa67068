import type { ImportKind } from '@inkstone/contract/imports.ts'
import type { Zone } from '../../platform/times/times.ts'
import { commentsSource } from './comments.source.ts'
import { ghostSource } from './ghost.source.ts'
import type { Source } from './items.ts'
import { markdownSource } from './markdown.source.ts'
import { wordpressSource } from './wordpress.source.ts'

/** Opens a file or folder of this kind. */
export async function openSource(kind: ImportKind, path: string, zone: Zone, name = path): Promise<Source> {
  if (kind === 'markdown') return markdownSource(path, zone, name)
  if (kind === 'ghost') return ghostSource(path, zone, name)
  if (kind === 'comments') return commentsSource(path, zone, name)
  return wordpressSource(path, zone, name)
}
