import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * Sends a stream for as long as the client is there. Who leaves wants nothing more: the stream is closed without an
 * error, whether it has begun or not. A stream must not be given the signal of a client who may leave at any moment: it
 * would fail before anybody listens, which ends the process.
 */
export function sendStream(reply: FastifyReply, stream: Readable): FastifyReply {
  // Fastify listens as soon as it has it; until then, and after the answer is over, a failure is nobody's.
  stream.on('error', () => {})
  if (hasLeft(reply)) {
    stream.destroy()
    return reply.hijack()
  }
  reply.raw.once('close', () => stream.destroy())
  return reply.send(stream)
}

/** Whether nobody is there any more to be answered. */
export function hasLeft({ raw }: FastifyReply): boolean {
  return raw.destroyed || raw.writableEnded || raw.socket?.destroyed === true
}

/** Aborted as soon as the client has left, which may have happened before anybody asked. */
export function leavingOf(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController()
  if (hasLeft(reply)) leaving.abort()
  else reply.raw.once('close', () => leaving.abort())
  return leaving.signal
}
