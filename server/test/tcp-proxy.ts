import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy between a program and a server it depends on, to simulate outages. */
export interface TcpProxy {
  /** The URL of the server through this proxy. */
  readonly url: string
  /** Closes all connections and refuses new ones. */
  cut(): Promise<void>
  /** Keeps connections open and accepts new ones, but forwards nothing. */
  freeze(): void
  /** Works normally again; data held back by a freeze is forwarded. */
  restore(): Promise<void>
  close(): Promise<void>
}

export async function startTcpProxy(targetUrl: string): Promise<TcpProxy> {
  const target = new URL(targetUrl)
  const sockets = new Set<Socket>()
  let frozen = false

  function keep(socket: Socket, other: Socket): void {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => other.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
    socket.on('data', (bytes) => other.write(bytes))
    if (frozen) socket.pause()
  }

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    keep(client, upstream)
    keep(upstream, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const own = new URL(targetUrl)
  own.host = `127.0.0.1:${port}`

  async function cut(): Promise<void> {
    for (const socket of sockets) socket.destroy()
    if (!server.listening) return
    server.close()
    await once(server, 'close')
  }

  return {
    url: own.href,
    cut,
    freeze() {
      frozen = true
      for (const socket of sockets) socket.pause()
    },
    async restore() {
      frozen = false
      for (const socket of sockets) socket.resume()
      if (server.listening) return
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    close: cut,
  }
}
