import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { atEnd } from './at-end.ts'

/** Starts a receiver of webhooks. `genuine` says of each delivery whether it was signed with this secret. */
export async function startWebhookReceiver(secret: string) {
  const genuine: boolean[] = []
  const server = createServer(async (request, response) => {
    const expected = createHmac('sha256', secret)
      .update(await text(request))
      .digest('hex')
    genuine.push(request.headers['x-webhook-signature'] === `sha256=${expected}`)
    response.end()
  }).listen(0, '127.0.0.1')
  atEnd(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, genuine: genuine as readonly boolean[] }
}
