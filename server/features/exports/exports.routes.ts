import * as contract from '@inkstone/contract/exports.ts'
import { streams } from '../../database.ts'
import type { PictureFiles } from '../../platform/documents/pdf/pictures.ts'
import { contentDisposition } from '../../platform/files/file-names.ts'
import { createConcurrencyLimit } from '../../platform/http/concurrency-limit.ts'
import { disconnectSignal, sendStream } from '../../platform/http/streams.ts'
import type { FilesByName } from '../media/serving.actions.ts'
import { exportArticles } from './exports.actions.ts'
import { fileOf } from './exports.rules.ts'

/** An export uses much CPU time, so only a few run at a time. */
const TURNS = { most: 4, perCaller: 2, waiting: 200 }

export const exportRoutes = ({ images, files }: { images: PictureFiles; files: FilesByName }) => {
  const turns = createConcurrencyLimit(TURNS)
  return [
    streams(contract.exportArticles, async (engine, { actor, query, zone, origin, filesUrl }, { reply }) => {
      const { format, ...filters } = query
      // When the client disconnects, the export stops and releases its slot.
      const signal = disconnectSignal(reply)
      const endTurn = await turns.take(String(actor.userId), signal)
      signal.addEventListener('abort', endTurn, { once: true })
      const options = { format, query: filters, zone, images, files, baseUrl: origin, filesUrl, signal }
      const stream = await exportArticles(engine.db, actor, options)
      const { name, mediaType } = fileOf(format, await engine.now(), zone, actor.language)
      reply
        .header('content-disposition', contentDisposition('attachment', name))
        .header('cache-control', 'no-store')
        .type(mediaType)
      return sendStream(reply, stream)
    }),
  ]
}
