import { Readable } from 'node:stream'
import type { Db } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import type { ZipEntry } from '../../platform/documents/zip.ts'
import { describedMedia } from '../media/media.actions.ts'
import { pathOfFile } from './markdown-files.rules.ts'
import { extrasOf, MediaExtras } from './restored-fields.rules.ts'

const FILES_PER_PORTION = 500

/** The names and texts of the files in the folder media, which they cannot contain themselves: a JSON object per line. */
export async function* mediaList(db: Db, actor: Actor, names: ReadonlySet<string>): AsyncGenerator<ZipEntry> {
  if (names.size === 0) return
  yield {
    path: 'media.jsonl',
    content: Readable.from(linesOf(db, actor, [...names].sort()), { objectMode: false }),
  }
}

async function* linesOf(db: Db, { siteId }: Actor, names: readonly string[]): AsyncGenerator<string> {
  for (let at = 0; at < names.length; at += FILES_PER_PORTION)
    for (const media of await describedMedia(db, siteId, names.slice(at, at + FILES_PER_PORTION)))
      yield `${JSON.stringify({
        file: pathOfFile(media.name),
        filename: media.filename,
        ...extrasOf(MediaExtras, media),
      })}\n`
}
