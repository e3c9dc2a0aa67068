import * as contract from '@inkstone/contract/exports.ts'
import { streams } from '../../database.ts'
import type { PictureFiles } from '../../platform/documents/pdf-pictures.ts'
import { contentDisposition } from '../../platform/files/file-names.ts'
import { exportArticles } from './exports.actions.ts'
import { fileOf } from './exports.rules.ts'

export const exportRoutes = ({ images }: { images: PictureFiles }) => [
  streams(contract.exportArticles, async (engine, { actor, query, zone, origin }, { reply }) => {
    const { format, ...filters } = query
    const leaving = new AbortController()
    // Who goes away wants nothing more: the reading stops with him.
    reply.raw.once('close', () => leaving.abort())
    const wishes = { format, query: filters, zone, images, baseUrl: origin, signal: leaving.signal }
    const stream = await exportArticles(engine.db, actor, wishes)
    const { name, mediaType } = fileOf(format, await engine.now(), zone, actor.language)
    return reply
      .header('content-disposition', contentDisposition('attachment', name))
      .header('cache-control', 'no-store')
      .type(mediaType)
      .send(stream)
  }),
]
