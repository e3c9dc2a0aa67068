import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** So long a client may neither send what it has begun to send, nor read what it is sent. */
const SILENCE_MS = 60_000

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/**
 * Ends connections whose client is silent while it is its turn: bytes of a body that do not come, an answer that nobody
 * reads. While it is ours, as long as an answer takes to make, nobody is cut off; nor is an upload that moves.
 */
export function endSilentConnections(server: Server, silenceMs = SILENCE_MS): void {
  const exchanges = new WeakMap<Socket, Exchange>()
  server.timeout = silenceMs
  server.on('request', (request, response) => {
    exchanges.set(request.socket, { request, response })
  })
  server.on('timeout', (socket) => {
    const exchange = exchanges.get(socket)
    if (exchange && isOurTurn(exchange, socket)) socket.setTimeout(server.timeout)
    else socket.destroy()
  })
}

function isOurTurn({ request, response }: Exchange, socket: Socket): boolean {
  return !response.writableFinished && request.complete && socket.writableLength === 0
}
