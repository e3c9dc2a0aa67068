import { Server as NetServer } from 'node:net'
import { setImmediate as nextRound, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const SWEEP_MS = 100
/** Leaves time to close the rest within the 30 seconds that supervisors commonly allow. */
const CUT_AFTER_MS = 20_000

/** nginx's `keepalive_timeout` towards this node must be shorter. */
const PROXY_LEAVES_WITHIN_MS = 4_000

/** Stops accepting requests and waits for those in flight. Clients that are still sending after the timeout are disconnected. */
export async function closeServer(app: FastifyInstance, behindProxy: boolean): Promise<void> {
  const { server } = app
  // From now on responses close their connection.
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  const cut = setTimeout(() => server.closeAllConnections(), CUT_AFTER_MS)
  let sweep: NodeJS.Timeout | undefined
  try {
    if (behindProxy) await letProxyLeave(server)
    // Node closes connections that are idle at the start of the close, but not those that become idle later.
    sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
    await app.close()
  } finally {
    clearInterval(sweep)
    clearTimeout(cut)
  }
}

/**
 * A proxy keeps idle connections open, and cannot retry a POST sent on a connection that is being closed. So the listener
 * closes first, which the proxy notices, and the proxy closes its idle connections itself.
 */
async function letProxyLeave(server: FastifyInstance['server']): Promise<void> {
  await everybodyAccepted(server)
  // Not the close of the HTTP server, which also closes idle connections.
  NetServer.prototype.close.call(server)
  const end = performance.now() + PROXY_LEAVES_WITHIN_MS
  while (performance.now() < end && (await connectionsOf(server)) > 0) await pause(SWEEP_MS)
}

const SHORT_ROUND_MS = 0.2
const MAX_ROUNDS = 500

/**
 * Connections that are not accepted yet are reset when the listener closes. One is accepted per turn of the event loop, so
 * a short turn without one means that hardly any are left. Under many new connections this avoids five of six resets.
 */
async function everybodyAccepted(server: NetServer): Promise<void> {
  let accepted = 0
  server.on('connection', () => {
    accepted++
  })
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const [begun, before] = [performance.now(), accepted]
    await nextRound()
    if (accepted === before && performance.now() - begun < SHORT_ROUND_MS) return
  }
}

function connectionsOf(server: NetServer): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}
