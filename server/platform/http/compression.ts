import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Smaller responses fit in one packet anyway. */
export const MIN_BYTES_TO_COMPRESS = 1024
const COMPRESSIBLE =
  /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|x-ndjson|xml)\b|application\/(?:javascript|manifest\+json)|image\/svg\+xml)/

export type Encoding = 'br' | 'gzip'

const inGzip = promisify(gzip)
const inBrotli = promisify(brotliCompress)

/** Speed over size: responses are compressed per request. */
const GZIP = { level: 4 }
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
/** A stream of any length needs its window in memory: 256 KB instead of 4 MB. */
const BROTLI_STREAM = { params: { ...BROTLI.params, [constants.BROTLI_PARAM_LGWIN]: 18 } }

/**
 * Compresses texts over 1 KB for clients that accept gzip or brotli. ETags of JSON and pages are weak, so that they are
 * valid for every encoding. Stored files and encoded content are not changed.
 */
export function mountCompression(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload)
    const isGenerated = payload instanceof Readable && isOfUnknownLength(reply)
    if ((!isText && !isGenerated) || reply.hasHeader('content-encoding')) return done(null, payload)
    if (!COMPRESSIBLE.test(String(reply.getHeader('content-type') ?? ''))) return done(null, payload)
    addVary(reply)
    const encoding = preferredEncoding(request.headers['accept-encoding'])
    const isSmall = isText && Buffer.byteLength(payload) <= MIN_BYTES_TO_COMPRESS
    if (!encoding || isSmall) return done(null, payload)
    reply.header('content-encoding', encoding).removeHeader('content-length')
    if (isText) compress(encoding, payload).then((compressed) => done(null, compressed), done)
    else done(null, compressedStream(encoding, payload))
  })
}

/** The content is made while it is sent, such as an export. A file has a length, and ranges that count its own bytes. */
function isOfUnknownLength(reply: FastifyReply): boolean {
  return reply.statusCode === 200 && !reply.hasHeader('content-length')
}

/** If either of both streams fails or is closed, so is the other. */
function compressedStream(encoding: Encoding, stream: Readable): Readable {
  return pipeline(
    stream,
    encoding === 'br' ? createBrotliCompress(BROTLI_STREAM) : createGzip(GZIP),
    // The receiver of the stream gets the error.
    () => {},
  )
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
