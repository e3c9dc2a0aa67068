import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The longest pause of a client that is sending a request or reading a response. */
const MAX_STALL_MS = 60_000

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/**
 * Closes connections of clients that stop sending a body or reading a response. The time to build a response does not
 * count, and uploads that make progress are not interrupted.
 */
export function closeStalledConnections(server: Server, maxStallMs = MAX_STALL_MS): void {
  const exchanges = new WeakMap<Socket, Exchange>()
  server.timeout = maxStallMs
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
