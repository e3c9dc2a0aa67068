import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** Smaller responses fit in one packet anyway. */
export const MIN_BYTES_TO_COMPRESS = 1024
const COMPRESSIBLE =
  /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)\b|application\/(?:javascript|manifest\+json)|image\/svg\+xml)/

export type Encoding = 'br' | 'gzip'

const inGzip = promisify(gzip)
const inBrotli = promisify(brotliCompress)

/** Speed over size: responses are compressed per request. */
const GZIP = { level: 4 }
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/**
 * Compresses texts over 1 KB for clients that accept gzip or brotli. ETags of JSON and pages are weak, so that they are
 * valid for every encoding. Streams and encoded content are not changed.
 */
export function mountCompression(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (!isText || reply.hasHeader('content-encoding')) return done(null, payload)
    if (!COMPRESSIBLE.test(String(reply.getHeader('content-type') ?? ''))) return done(null, payload)
    addVary(reply)
    const encoding =
      Buffer.byteLength(payload) > MIN_BYTES_TO_COMPRESS &&
      preferredEncoding(request.headers['accept-encoding'])
    if (!encoding) return done(null, payload)
    reply.header('content-encoding', encoding).removeHeader('content-length')
    compress(encoding, payload).then((compressed) => done(null, compressed), done)
  })
}

export function compress(encoding: Encoding, payload: string | Buffer): Promise<Buffer> {
  return encoding === 'br' ? inBrotli(payload, BROTLI) : inGzip(payload, GZIP)
}

function addVary(reply: { getHeader(name: string): unknown; header(name: string, value: string): unknown }) {
  const vary = String(reply.getHeader('vary') ?? '')
  if (!/\baccept-encoding\b/i.test(vary))
    reply.header('vary', vary === '' ? 'Accept-Encoding' : `${vary}, Accept-Encoding`)
}

/** Prefers brotli over gzip if both are accepted equally; undefined if neither is. */
export function preferredEncoding(header: string | string[] | undefined): Encoding | undefined {
  if (header === undefined) return undefined
  const weights = new Map<string, number>()
  for (const part of String(header).split(',', 50)) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const weight = parameters.find((text) => text.startsWith('q='))
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0)
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const [br, gz] = [weightOf('br'), weightOf('gzip')]
  if (br === 0 && gz === 0) return undefined
  return br >= gz ? 'br' : 'gzip'
}
