import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createConcurrencyLimit } from '../../platform/http/concurrency-limit.ts'
import { closeStalledConnections } from '../../platform/http/stalled-connections.ts'
import { startTestService } from '../../test/harness.ts'

const service = await startTestService({ LOG_LEVEL: 'info' })
const site = await service.newSite()
const editor = await site.user('editor')
let port = 0

beforeAll(async () => {
  for (let count = 0; count < 30; count++)
    await editor.post('/api/articles', {
      title: `Article ${count}`,
      content: `<p>${'words '.repeat(2_000)}</p>`,
      category_id: site.defaultCategoryId,
    })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  port = (service.app.server.address() as AddressInfo).port
})

const failures: unknown[] = []
const noteFailure = (error: unknown) => void failures.push(error)
process.on('uncaughtException', noteFailure).on('unhandledRejection', noteFailure)
afterAll(() => {
  process.off('uncaughtException', noteFailure).off('unhandledRejection', noteFailure)
})

/** Connects, sends a request, and disconnects after this many milliseconds. */
async function askAndLeave(path: string, afterMs: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  const lines = [`GET ${path} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${editor.token}`]
  socket.write(`${lines.join('\r\n')}\r\nX-Site: ${site.id}\r\n\r\n`)
  await pause(afterMs)
  socket.destroy()
}

describe('a client that disconnects', () => {
  for (const format of ['csv', 'excel', 'pdf'])
    test(`while an export as ${format} starts ends only that, and is not logged as a failure`, async () => {
      for (let round = 0; round < 2; round++)
        await Promise.all(
          Array.from({ length: 13 }, (_, ms) => askAndLeave(`/api/articles/export?format=${format}`, ms)),
        )
      await Promise.all(
        Array.from({ length: 40 }, () => askAndLeave(`/api/articles/export?format=${format}`, 0)),
      )
      await pause(300)
      expect(failures).toEqual([])
      expect(service.logLines.filter((line) => /HEADERS_SENT|a request failed|Abort/.test(line))).toEqual([])
      // The slots of disconnected clients are free again.
      const { status } = await editor.get('/api/articles/export?format=csv')
      expect(status).toBe(200)
    })

  test('while anything else is answered is not a failure either', async () => {
    const paths = ['/api/articles', '/api/articles/1', '/api/openapi.json', '/docs', '/admin']
    for (const path of paths) await Promise.all(Array.from({ length: 13 }, (_, ms) => askAndLeave(path, ms)))
    await pause(200)
    expect(failures).toEqual([])
    expect(service.logLines.filter((line) => /HEADERS_SENT|a request failed/.test(line))).toEqual([])
  })
})

describe('idle connections', () => {
  /** A server with short timeouts, and the number of its open connections. */
  async function impatient(answer: Parameters<typeof createServer>[1], silenceMs = 200) {
    const server = createServer({ requestTimeout: 0 }, answer)
    closeStalledConnections(server, silenceMs)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const open = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    return { server, socket, open }
  }
  const PATIENT = { timeout: 10_000, interval: 20 }

  test('a response that nobody reads is ended, and its source is closed', async () => {
    const closed = vi.fn()
    const { server, socket, open } = await impatient((_request, response) => {
      response.once('close', closed)
      response.write(Buffer.alloc(64 * 1024 * 1024))
    })
    socket.pause()
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await vi.waitFor(() => expect(closed).toHaveBeenCalled(), PATIENT)
    await vi.waitFor(async () => expect(await open()).toBe(0), PATIENT)
    socket.destroy()
    server.close()
  })

  test('a body that stops arriving is ended', async () => {
    const { server, socket, open } = await impatient((request) => void request.resume())
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nabc')
    await vi.waitFor(async () => expect(await open()).toBe(0), PATIENT)
    server.close()
  })

  test('a slow body is read completely, and so is a slow response', async () => {
    let bytes = 0
    const { server, socket } = await impatient((request, response) => {
      request.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      request.once('end', () => setTimeout(() => response.end('done'), 4_000))
    }, 3_000)
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 20\r\n\r\n')
    for (let sent = 0; sent < 20; sent++) {
      await pause(200)
      socket.write('x')
    }
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(bytes).toBe(20)
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /)
    socket.destroy()
    server.close()
  })
})

describe('limited slots', () => {
  const never = new AbortController().signal

  test('limit the running work; further work of one caller waits and lets others pass', async () => {
    const turns = createConcurrencyLimit({ most: 3, perCaller: 2, waiting: 10 })
    const [first] = [await turns.take('a', never), await turns.take('a', never)]
    const order: string[] = []
    const noting = (caller: string) => (end: () => void) => {
      order.push(caller)
      return end
    }
    const third = turns.take('a', never).then(noting('a'))
    const other = turns.take('b', never).then(noting('b'))
    await other
    expect(order).toEqual(['b'])
    first?.()
    first?.()
    await third
    expect(order).toEqual(['b', 'a'])
  })

  test('are not used by a client that disconnects while waiting', async () => {
    const turns = createConcurrencyLimit({ most: 1, perCaller: 1, waiting: 10 })
    const end = await turns.take('a', never)
    const leaving = new AbortController()
    const gone = turns.take('b', leaving.signal)
    const next = turns.take('c', never)
    leaving.abort()
    await expect(gone).rejects.toThrow()
    end()
    expect(await next).toBeTypeOf('function')
  })

  test('are not used by a client that has already disconnected', async () => {
    const turns = createConcurrencyLimit({ most: 1, perCaller: 1, waiting: 1 })
    await expect(turns.take('a', AbortSignal.abort())).rejects.toThrow()
    expect(await turns.take('a', never)).toBeTypeOf('function')
  })

  test('reject requests when too many are waiting', async () => {
    const turns = createConcurrencyLimit({ most: 1, perCaller: 1, waiting: 1 })
    await turns.take('a', never)
    turns.take('b', never).catch(() => {})
    await expect(turns.take('c', never)).rejects.toThrow('unavailable')
  })
})
