import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { createPlace } from '../test/database.ts'
import { startNode } from '../test/program.ts'

const place = await createPlace()
afterAll(() => place.remove())
const settings = { ...place.settings, ADMIN_PASSWORD: 'the first administrator' }
const credentials = JSON.stringify({ username: 'admin', password: settings.ADMIN_PASSWORD })

async function connectTo(url: string): Promise<{ socket: Socket; received(): string }> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let text = ''
  // A cut-off client may get a reset.
  socket.on('error', () => undefined)
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  await once(socket, 'connect')
  return { socket, received: () => text }
}

/** A request whose headers have certainly arrived, but not its body. */
async function beginLogin(url: string) {
  const { socket, received } = await connectTo(url)
  socket.write(
    `POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${credentials.length}\r\nexpect: 100-continue\r\n\r\n`,
  )
  while (!received().includes('100 Continue')) await once(socket, 'data')
  return { socket, received }
}

/** Resolves when the port no longer accepts connections. */
async function refused(url: string): Promise<void> {
  for (;;) {
    const code = await connectTo(url).then(
      ({ socket }) => socket.destroy() && undefined,
      (error: NodeJS.ErrnoException) => error.code,
    )
    if (code === 'ECONNREFUSED') return
  }
}

test('requests in flight are finished, new ones are not accepted, and the exit status is 0', async () => {
  const node = startNode(settings)
  const url = await node.url()
  const idle = await connectTo(url)
  idle.socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  await once(idle.socket, 'data')
  const slow = await beginLogin(url)

  const idleClosed = once(idle.socket, 'close')
  node.signal('SIGTERM')
  await idleClosed
  await refused(url)

  slow.socket.write(credentials)
  await once(slow.socket, 'close')
  expect(slow.received()).toContain('HTTP/1.1 200 OK')
  expect(slow.received()).toContain('"code":200')
  expect(await node.ended()).toMatchObject({ code: 0, signal: null, stderr: '' })
  expect(node.output()).toContain('"msg":"stopped"')
})

test('a second signal does not wait', async () => {
  const node = startNode(settings)
  await beginLogin(await node.url())
  node.signal('SIGINT')
  await node.wrote('stopping')
  node.signal('SIGTERM')
  expect(await node.ended()).toMatchObject({ code: null, signal: 'SIGTERM', stderr: '' })
})

test('a start that waits for its database can be stopped', async () => {
  const node = startNode({ ...settings, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  await node.wrote('waiting for the database')
  node.signal('SIGTERM')
  expect(await node.ended()).toMatchObject({ code: 0, stderr: '' })
})
