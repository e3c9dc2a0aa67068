import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Engine } from '../../database.ts'
import { Problem } from '../../platform/core/problem.ts'
import { contentDisposition } from '../../platform/files/file-names.ts'
import { matchesNone } from '../../platform/http/etag.ts'
import { contentTypeOf, dispositionOf, policyOf } from './media.rules.ts'
import { rangeOf } from './ranges.rules.ts'
import { findFile, openFile, type ServedFile } from './serving.actions.ts'
import type { MediaOptions } from './storing.actions.ts'

/** The content of a URL never changes, so it may be cached for a year. */
const FOR_EVER = 'public, max-age=31536000, immutable'

/** Serves the files: outside /api, so without envelope, token and rate limit. */
export function mountUploads(app: FastifyInstance, engine: Engine, media: MediaOptions): void {
  app.route<{ Params: { name: string }; Querystring: { w?: unknown } }>({
    method: ['GET', 'HEAD'],
    url: '/uploads/:name',
    handler: async (request, reply) => {
      const file = await findFile(engine, media, request.params.name, request.query.w)
      if (!file) throw new Problem('not-found')
      if (!matchesNone(request.headers['if-none-match'], file.etag))
        return reply.headers({ etag: file.etag, 'cache-control': FOR_EVER }).status(304).send()
      return sendFile(media, file, request, reply)
    },
  })
}

async function sendFile(
  media: MediaOptions,
  file: ServedFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const range = rangeOf(wantedRange(request, file), file.size)
  if (range === 'unsatisfiable')
    return reply.status(416).header('content-range', `bytes */${file.size}`).send()
  const opened = request.method === 'HEAD' ? undefined : await openFile(media, file, range)
  if (request.method !== 'HEAD' && !opened) throw new Problem('not-found')
  reply.headers({
    etag: file.etag,
    'cache-control': FOR_EVER,
    'accept-ranges': 'bytes',
    'content-type': contentTypeOf(file.mimeType),
    'content-length': range ? range.end - range.start + 1 : file.size,
    'content-disposition': contentDisposition(dispositionOf(file.mimeType), file.filename),
    'content-security-policy': policyOf(file.mimeType),
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  })
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  return reply.send(opened?.stream)
}

/** A range of a file that has changed would not match the part the client already has. */
function wantedRange({ headers }: FastifyRequest, { etag }: ServedFile): string | undefined {
  const ifRange = headers['if-range']
  return ifRange === undefined || ifRange === etag ? headers.range : undefined
}
