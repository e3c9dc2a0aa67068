import type { OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { atEndOfTurn } from './end-of-turn.ts'

/**
 * Sends a stream while the client is connected. If the client disconnects, the stream is closed without an error,
 * whether it has started or not. Do not pass the abort signal of the client to the stream: it could fail before anyone
 * listens, which would end the process.
 */
export function sendStream(reply: FastifyReply, stream: Readable): FastifyReply {
  // Fastify adds a listener when it gets the stream; before that, and after the response, errors are ignored.
  stream.on('error', () => {})
  if (hasDisconnected(reply)) {
    stream.destroy()
    return reply.hijack()
  }
  reply.raw.once('close', () => stream.destroy())
  return reply.send(stream)
}

/** Sends these buffers one after the other. Joining them would be work and garbage for each response. */
export function sendPieces(reply: FastifyReply, pieces: readonly Buffer[]): FastifyReply {
  const { raw } = reply
  reply.hijack()
  if (hasDisconnected(reply)) return reply
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  reply.header('content-length', length)
  raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
  atEndOfTurn(() => {
    for (const piece of pieces) raw.write(piece)
    raw.end()
  })
  return reply
}

/** Whether the client has disconnected. */
export function hasDisconnected({ raw }: FastifyReply): boolean {
  return raw.destroyed || raw.writableEnded || raw.socket?.destroyed === true
}

/** Aborted when the client disconnects, which may have happened before. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  if (hasDisconnected(reply)) controller.abort()
  else reply.raw.once('close', () => controller.abort())
  return controller.signal
}
