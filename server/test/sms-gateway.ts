import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { atEnd } from './at-end.ts'

interface TextMessage {
  readonly mobile: string
  readonly code: string
  readonly text: string
}

/** A gateway for text messages on the loopback that records its messages. It stops with the test file. */
export async function startSmsGateway() {
  const state = { sent: [] as TextMessage[], status: 200 }
  const server = createServer(async (request, response) => {
    state.sent.push((await json(request)) as TextMessage)
    response.writeHead(state.status).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  atEnd(() => server.close())
  const { port } = server.address() as AddressInfo
  return Object.assign(state, { url: `http://127.0.0.1:${port}/send` })
}
