import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { createPlace } from '../test/database.ts'
import { startNode } from '../test/program.ts'

const place = await createPlace()
afterAll(() => place.remove())
const settings = {
  ...place.settings,
  ADMIN_PASSWORD: 'the first administrator',
  TRUST_PROXY: '127.0.0.1',
}
const credentials = JSON.stringify({ username: 'admin', password: settings.ADMIN_PASSWORD })

/** A keep-alive connection, as a proxy uses it. */
async function openConnection(url: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text
  })
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  return {
    closed,
    async ask(head: string, body = ''): Promise<string> {
      received = ''
      socket.write(`${head} HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n`)
      socket.write(`content-type: application/json\r\n\r\n${body}`)
      while (!received.includes('"timestamp":')) {
        await Promise.race([once(socket, 'data'), closed])
        if (socket.destroyed && received === '') throw new Error('closed without an answer')
      }
      return received
    },
    leave: () => socket.destroy(),
  }
}

async function isRefused(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  return once(socket, 'connect').then(
    () => socket.destroy() && false,
    (error: NodeJS.ErrnoException) => error.code === 'ECONNREFUSED',
  )
}

test('a stopping node behind a proxy answers on its keep-alive connections, and does not close them first', async () => {
  const node = startNode(settings)
  const url = await node.url()
  const [used, unused] = [await openConnection(url), await openConnection(url)]
  for (const each of [used, unused])
    expect(await each.ask('POST /api/auth/login', credentials)).toContain('Connection: keep-alive')

  node.signal('SIGTERM')
  while (!(await isRefused(url))) await pause(5)

  const answer = await used.ask('POST /api/auth/login', credentials)
  expect(answer).toContain('HTTP/1.1 200 OK')
  expect(answer.toLowerCase()).toContain('connection: close')
  await used.closed
  unused.leave()
  expect(await node.ended()).toMatchObject({ code: 0, signal: null, stderr: '' })
})

test('a connection that the proxy never closes does not keep a node from stopping', async () => {
  const node = startNode(settings)
  const kept = await openConnection(await node.url())
  await kept.ask('POST /api/auth/login', credentials)
  node.signal('SIGTERM')
  await kept.closed
  expect(await node.ended()).toMatchObject({ code: 0, signal: null, stderr: '' })
})
