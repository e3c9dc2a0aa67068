import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestSite, type TestUser } from './test/harness.ts'

/** Bytes over real connections, as clients good and bad send them. */
const service = await startTestService({ RATE_LIMIT_USER: '5000', RATE_LIMIT_ANON: '5000' })
const address = new URL(await service.app.listen({ port: 0, host: '127.0.0.1' }))

let site: TestSite
let reader: TestUser
let articlePath: string

beforeAll(async () => {
  site = await service.newSite()
  reader = await service.newUser('member', site.id)
  const { data } = await site.admin.post('/api/articles', {
    title: 'In the lane',
    content: '<p>As it is.</p>',
    category_id: site.defaultCategoryId,
    status: 1,
  })
  articlePath = `/api/articles/${data.id}`
})

interface Told {
  status: number
  headers: Record<string, string>
  body: string
}

/** One connection; answers are taken apart by their lengths, as any client does. */
async function open() {
  const socket = connect(Number(address.port), address.hostname)
  await once(socket, 'connect')
  let received = Buffer.alloc(0)
  let closed = false
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
  })
  socket.on('close', () => {
    closed = true
  })
  socket.on('error', () => {})

  async function until(isThere: () => boolean): Promise<void> {
    const end = Date.now() + 10_000
    while (!isThere()) {
      if (Date.now() > end) throw new Error(`no whole answer: ${received.toString('latin1').slice(0, 500)}`)
      await setTimeout(2)
    }
  }

  async function answer(): Promise<Told> {
    await until(() => received.includes('\r\n\r\n') || closed)
    const headEnd = received.indexOf('\r\n\r\n')
    if (headEnd < 0) throw new Error('the connection was closed without an answer')
    const [line = '', ...lines] = received.toString('latin1', 0, headEnd).split('\r\n')
    const headers = Object.fromEntries(
      lines.map((each) => [
        each.slice(0, each.indexOf(':')).toLowerCase(),
        each.slice(each.indexOf(':') + 2),
      ]),
    )
    const bodyEnd = headEnd + 4 + Number(headers['content-length'] ?? 0)
    await until(() => received.length >= bodyEnd)
    const body = received.toString('utf8', headEnd + 4, bodyEnd)
    received = received.subarray(bodyEnd)
    return { status: Number(line.split(' ')[1]), headers, body }
  }

  return {
    socket: socket as Socket,
    send: (text: string) => socket.write(text, 'latin1'),
    answer,
    ask: (text: string) => {
      socket.write(text, 'latin1')
      return answer()
    },
    isClosed: () => closed,
    untilClosed: () => until(() => closed),
  }
}

const headersOf = (more: readonly string[] = []) =>
  ['Host: localhost', `Authorization: Bearer ${reader.token}`, `X-Site: ${site.id}`, ...more].join('\r\n')
const get = (path = articlePath, more: readonly string[] = []) =>
  `GET ${path} HTTP/1.1\r\n${headersOf(more)}\r\n\r\n`

/** What varies from one answer to the next by its nature. */
function comparable({ status, headers, body }: Told) {
  const {
    date: _,
    'x-request-id': __,
    'x-ratelimit-remaining': ___,
    'x-ratelimit-reset': ____,
    ratelimit: _____,
    ...rest
  } = headers
  return { status, headers: rest, body: body.replace(/"timestamp":\d+/, '"timestamp":0') }
}

describe('over one connection', () => {
  test('the first answer, those from memory, and those of the usual way are the same', async () => {
    const plain = await open()
    const first = await plain.ask(get())
    const remembered = [await plain.ask(get()), await plain.ask(get())]
    const usual = await open()
    // Not plain, so that Node reads it; not remembered either.
    await usual.ask(`GET ${articlePath} HTTP/1.1\r\n${headersOf()}\r\nX-Tab: a\tb\r\n\r\n`)
    const byNode = await usual.ask(
      `GET ${articlePath} HTTP/1.1\r\n${headersOf()}\r\nOrigin: http://a.example\r\n\r\n`,
    )
    for (const told of [first, ...remembered]) expect(comparable(told)).toEqual(comparable(byNode))
    expect(remembered[1]?.headers['x-request-id']).not.toBe(remembered[0]?.headers['x-request-id'])
    expect(Number(remembered[1]?.headers['x-ratelimit-remaining'])).toBeLessThan(
      Number(remembered[0]?.headers['x-ratelimit-remaining']),
    )
  })

  test('what is not JSON, not found, forbidden, written or odd is answered in its turn', async () => {
    const { ask } = await open()
    await ask(get())
    expect((await ask(get())).status).toBe(200)
    expect((await ask(get('/api/articles/999999999'))).status).toBe(404)
    expect((await ask(get('/api/articles/abc'))).status).toBe(400)
    expect((await ask(get('/api/users'))).status).toBe(403)
    expect((await ask(get('/api/nothing'))).status).toBe(404)
    expect((await ask(get())).status).toBe(200)
    const like = `POST ${articlePath}/like HTTP/1.1\r\n${headersOf()}\r\nContent-Length: 0\r\n\r\n`
    expect((await ask(like)).status).toBe(200)
    const liked = await ask(get())
    expect(JSON.parse(liked.body).data.like_count).toBe(1)
    expect((await ask(get('/healthz'))).status).toBe(200)
  })

  test('a tag that still holds is 304 without a body, and the next request is answered', async () => {
    const { ask } = await open()
    const { headers } = await ask(get())
    const held = await ask(get(articlePath, [`If-None-Match: ${headers.etag}`]))
    expect(held).toMatchObject({ status: 304, body: '', headers: { etag: headers.etag } })
    expect(held.headers).not.toHaveProperty('content-length')
    expect((await ask(get())).status).toBe(200)
  })

  test('whoever sends a request in pieces, or two at once, is answered in order', async () => {
    const { send, answer } = await open()
    send(get())
    await answer()
    for (const piece of get().match(/[\s\S]{1,40}/g) ?? []) {
      send(piece)
      await setTimeout(2)
    }
    expect((await answer()).status).toBe(200)
    const other = await open()
    await other.ask(get())
    other.send(get() + get('/api/articles/999999999') + get())
    expect([
      (await other.answer()).status,
      (await other.answer()).status,
      (await other.answer()).status,
    ]).toEqual([200, 404, 200])
  })

  test('a request that comes while another is served waits for it', async () => {
    const { send, answer } = await open()
    send(get('/api/articles?page_size=50'))
    await setTimeout(1)
    send(get('/api/articles/999999999'))
    expect([(await answer()).status, (await answer()).status]).toEqual([200, 404])
  })

  test('another user after the first gets his own answers', async () => {
    const stranger = await service.newUser('member', site.id)
    const { ask } = await open()
    const me = (token: string) =>
      `GET /api/auth/me HTTP/1.1\r\nHost: localhost\r\nX-Site: ${site.id}\r\nAuthorization: Bearer ${token}\r\n\r\n`
    for (const user of [reader, stranger, reader])
      expect(JSON.parse((await ask(me(user.token))).body).data.id).toBe(user.id)
  })

  test('what is no token is refused, even after an answer to nobody in particular', async () => {
    await site.admin.put('/api/settings', { public_read: 1 })
    const { ask } = await open()
    const nobody = `GET ${articlePath} HTTP/1.1\r\nHost: localhost\r\nX-Site: ${site.id}\r\n`
    await ask(`${nobody}\r\n`)
    expect((await ask(`${nobody}\r\n`)).status).toBe(200)
    for (const bad of ['Basic abc', 'Bearer a b', 'Bearer'])
      expect((await ask(`${nobody}Authorization: ${bad}\r\n\r\n`)).status).toBe(401)
    expect((await ask(`GET ${articlePath} HTTP/1.1\r\nHost: localhost\r\nX-Site:\r\n\r\n`)).status).toBe(404)
  })

  test('an address that hides behind its encoding streams as it should', async () => {
    const { ask } = await open()
    const admin = headersOf().replace(reader.token, site.admin.token)
    const asking = (path: string) => `GET ${path} HTTP/1.1\r\n${admin}\r\n\r\n`
    await ask(asking(articlePath))
    const told = await ask(asking('/api/articles/%65xport?format=csv'))
    expect(told.status).toBe(200)
    expect(told.headers['content-type']).toContain('text/csv')
  })

  test('a token that is no longer good is refused at once', async () => {
    const leaving = await service.newUser('member', site.id)
    const { ask } = await open()
    const mine = `GET ${articlePath} HTTP/1.1\r\nHost: localhost\r\nX-Site: ${site.id}\r\nAuthorization: Bearer ${leaving.token}\r\n\r\n`
    await ask(mine)
    expect((await ask(mine)).status).toBe(200)
    await leaving.post('/api/auth/logout')
    expect((await ask(mine)).status).toBe(401)
  })
})

describe('a request that could mean two things', () => {
  const smuggling = {
    'two lengths': 'Content-Length: 0\r\nContent-Length: 5',
    'a length and chunks': 'Content-Length: 5\r\nTransfer-Encoding: chunked',
    'a length before a space': 'Content-Length : 5',
    'a line that goes on': 'X-A: b\r\n c',
    'a NUL': 'X-A: b\0',
  }
  test.each(Object.entries(smuggling))(
    'with %s is refused, and what follows is not answered',
    async (_, line) => {
      const { ask, send, untilClosed } = await open()
      await ask(get())
      const told = await ask(`GET ${articlePath} HTTP/1.1\r\n${headersOf()}\r\n${line}\r\n\r\n`)
      expect(told.status).toBe(400)
      send(get())
      await untilClosed()
    },
  )

  test('with a body is read to its end', async () => {
    const { ask } = await open()
    await ask(get())
    const inner = get('/api/articles/999999999')
    const withBody = `GET ${articlePath} HTTP/1.1\r\n${headersOf()}\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`
    expect((await ask(withBody)).status).toBe(200)
    expect((await ask(get())).status).toBe(200)
  })
})

describe('a connection', () => {
  test('that asks to be closed is closed after its answer', async () => {
    const { ask, untilClosed } = await open()
    await ask(get())
    const told = await ask(get(articlePath, ['Connection: close']))
    expect(told.headers.connection).toBe('close')
    await untilClosed()
  })

  test('that asks to be closed as one asks a proxy is closed too', async () => {
    const { ask, untilClosed } = await open()
    await ask(get())
    expect((await ask(get(articlePath, ['Proxy-Connection: close']))).status).toBe(200)
    await untilClosed()
  })

  test('that asked to be closed is not answered further', async () => {
    const { send, answer, untilClosed } = await open()
    send(get())
    await answer()
    send(get(articlePath, ['Connection: close']) + get() + get())
    expect((await answer()).headers.connection).toBe('close')
    await untilClosed()
    await expect(answer()).rejects.toThrow('closed without an answer')
  })

  test('whose client has said all does not hold up the end of the server', async () => {
    const node = await service.newNode()
    const there = new URL(await node.app.listen({ port: 0, host: '127.0.0.1' }))
    const said = connect({ port: Number(there.port), host: there.hostname, allowHalfOpen: true })
    const silent = connect({ port: Number(there.port), host: there.hostname, allowHalfOpen: true })
    await Promise.all([once(said, 'connect'), once(silent, 'connect')])
    said.write(get())
    await once(said, 'data')
    said.end()
    silent.end()
    await node.app.close()
    said.destroy()
    silent.destroy()
  })

  test('whose client has said all is answered, and ended', async () => {
    const { socket, send, answer, untilClosed } = await open()
    send(get())
    await answer()
    socket.end(get())
    expect((await answer()).status).toBe(200)
    await untilClosed()
  })

  test('whose client goes away in the middle harms nobody', async () => {
    for (let round = 0; round < 20; round++) {
      const { socket, send } = await open()
      send(get('/api/articles?page_size=100'))
      socket.destroy()
    }
    const { ask } = await open()
    expect((await ask(get())).status).toBe(200)
  })

  test('whose client reads nothing is not read either', async () => {
    const { socket, send } = await open()
    socket.pause()
    const asking = get('/api/articles?page_size=50')
    let sent = 0
    // Far more than the system keeps for a connection, both ways.
    while (sent < 40_000 && !socket.writableNeedDrain) {
      send(asking)
      sent++
      if (sent % 50 === 0) await setTimeout(1)
    }
    expect(socket.writableNeedDrain).toBe(true)
    socket.destroy()
  })

  test('that is idle is closed with the server, one that is served is not cut off', async () => {
    const node = await service.newNode()
    const there = new URL(await node.app.listen({ port: 0, host: '127.0.0.1' }))
    const idle = connect(Number(there.port), there.hostname)
    await once(idle, 'connect')
    idle.write(get())
    await once(idle, 'data')
    const gone = once(idle, 'close')
    idle.resume()
    await node.app.close()
    await gone
  })
})
