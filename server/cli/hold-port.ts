import { once } from 'node:events'
import { createServer } from 'node:http'
import { Problem } from '../platform/core/problem.ts'
import { problemEnvelope } from '../platform/http/envelope.ts'

const RETRY_AFTER_S = 3

/** Answers 503 on the port of the service while it restarts. */
export async function holdPort(host: string, port: number): Promise<{ release(): Promise<void> }> {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(503, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': String(RETRY_AFTER_S),
      connection: 'close',
    })
    response.end(problemEnvelope(new Problem('unavailable'), 'en'))
  })
  server.listen(port, host)
  // Without it, clients get a refused connection instead, so the restore continues.
  await once(server, 'listening').catch(() => undefined)
  server.on('error', () => {})
  return {
    async release() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
