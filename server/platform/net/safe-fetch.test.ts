import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { parseCidrList } from './addresses.ts'
import { createSafeFetch, type SafeRequest } from './safe-fetch.ts'

const get: SafeRequest = { method: 'GET', timeoutMs: 5_000, maxAnswerBytes: 1_000 }
const loopback = parseCidrList('127.0.0.1')

const openServers: { server: Server; sockets: Set<Socket> }[] = []

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})))
  openServers.push({ server, sockets })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return (server.address() as AddressInfo).port
}

function serve(listener: RequestListener): Promise<number> {
  return listen(createServer(listener))
}

afterEach(async () => {
  for (const { server, sockets } of openServers.splice(0)) {
    for (const socket of sockets) socket.destroy()
    await new Promise((closed) => server.close(closed))
  }
})

function signalled() {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

function resolverGiving(...answers: string[][]) {
  const asked: string[] = []
  const resolve = async (hostname: string) => {
    const addresses = answers[Math.min(asked.length, answers.length - 1)] ?? []
    asked.push(hostname)
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  return { asked, resolve }
}

describe('rejected addresses', () => {
  const forbidden = [
    'http://localhost/',
    'http://LOCALHOST:8080/',
    'http://127.0.0.1/',
    'http://127.1/',
    'http://127.255.255.254/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://①②⑦.⓪.⓪.①/',
    'http://0/',
    'http://0.0.0.0/',
    'http://[::1]/',
    'http://[::]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::ffff:0:127.0.0.1]/',
    'http://[::127.0.0.1]/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://100.100.100.200/latest/meta-data/',
    'http://169.254.169.254/latest/meta-data/',
    'http://0xa9fea9fe/latest/meta-data/',
    'http://[::ffff:169.254.169.254]/latest/meta-data/',
    'http://[fd00:ec2::254]/latest/meta-data/',
    'http://192.0.0.192/opc/v2/',
    'http://168.63.129.16/metadata/',
    'http://[fe80::1]/',
    'http://[fec0::1]/',
    'http://[fc00::1]/',
    'http://[ff02::1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::a00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001::7f00:1]/',
    'http://[2001:db8::1]/',
    'http://198.18.0.1/',
    'http://192.0.2.1/',
    'http://224.0.0.1/',
    'http://240.0.0.1/',
    'http://255.255.255.255/',
    'https://127.0.0.1/',
  ]
  const safeFetch = createSafeFetch({ allow: [] })
  for (const url of forbidden)
    test(url, async () => {
      expect(await safeFetch(url, get)).toMatchObject({ ok: false, reason: 'refused-address' })
    })

  test('a loopback server gets no connection', async () => {
    let connections = 0
    const port = await listen(createTcpServer(() => connections++))
    await safeFetch(`http://127.0.0.1:${port}/`, get)
    await safeFetch(`http://localhost:${port}/`, get)
    expect(connections).toBe(0)
  })

  const resolved = [
    ['10.0.0.5'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['fe80::1%eth0'],
    ['93.184.215.14', '127.0.0.1'],
    ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', 'fd00::1'],
    ['not-an-address'],
  ]
  for (const addresses of resolved)
    test(`a name that resolves to ${addresses.join(' and ')}`, async () => {
      const { resolve } = resolverGiving(addresses)
      const answer = await createSafeFetch({ allow: [], resolve })('http://receiver.example/', get)
      expect(answer).toMatchObject({ ok: false, reason: 'refused-address' })
    })
})

describe('rejected URLs', () => {
  const bad = ['', 'receiver.example', '/path', 'http://', 'http://1.2.3.4.5.6.256/', 'ftp://receiver.example/', 'file:///etc/passwd', 'javascript:alert(1)', 'data:text/plain,x', 'gopher://127.0.0.1:25/', 'http://user:secret@receiver.example/', 'http://user@receiver.example/', 'http://receiver.example:99999/', 'http://[fe80::1%25eth0]/'] // biome-ignore format: one list
  const safeFetch = createSafeFetch({ allow: parseCidrList('0.0.0.0/0 ::/0') })
  for (const url of bad)
    test(JSON.stringify(url), async () => {
      expect(await safeFetch(url, get)).toMatchObject({ ok: false, reason: 'bad-url' })
    })
})

describe('DNS rebinding', () => {
  test('every request has one lookup, and connects to the checked address', async () => {
    const seen: string[] = []
    const port = await serve((request, response) => {
      seen.push(request.headers.host ?? '')
      response.end('hello')
    })
    const { asked, resolve } = resolverGiving(['127.0.0.1'], ['127.0.0.2'])
    const safeFetch = createSafeFetch({ allow: loopback, resolve })
    const url = `http://rebinding.example:${port}/`

    expect(await safeFetch(url, get)).toMatchObject({ ok: true, status: 200 })
    expect(asked).toHaveLength(1)
    expect(await safeFetch(url, get)).toMatchObject({ ok: false, reason: 'refused-address' })
    expect(asked).toHaveLength(2)
    expect(seen).toEqual([`rebinding.example:${port}`])
  })

  test('a public address that becomes private is rejected on the next connection', async () => {
    const port = await serve((_request, response) => response.end('secret'))
    const { resolve } = resolverGiving(['127.0.0.1'])
    const answer = await createSafeFetch({ allow: [], resolve })(`http://rebinding.example:${port}/`, get)
    expect(answer).toMatchObject({ ok: false, reason: 'refused-address' })
    expect(answer).toHaveProperty(
      'detail',
      expect.stringContaining('rebinding.example resolves to 127.0.0.1'),
    )
  })
})

describe('responses', () => {
  const safeFetch = createSafeFetch({ allow: loopback })

  test('the request arrives, and status, headers and body are returned', async () => {
    let received: IncomingMessage | undefined
    let body = ''
    const port = await serve(async (request, response) => {
      received = request
      for await (const chunk of request.setEncoding('utf8')) body += chunk
      response.writeHead(418, { 'x-answer': 'yes' }).end('短い')
    })
    const answer = await safeFetch(`http://127.0.0.1:${port}/in/box?a=1#part`, {
      ...get,
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Signature': 'abc' },
      body: '{"名":1}',
    })
    expect(answer).toMatchObject({ ok: true, status: 418, truncated: false, body: Buffer.from('短い') })
    expect(answer).toHaveProperty('headers.x-answer', 'yes')
    expect(received).toMatchObject({ method: 'POST', url: '/in/box?a=1' })
    expect(received?.headers).toMatchObject({
      'x-signature': 'abc',
      'content-length': '9',
      connection: 'close',
    })
    expect(body).toBe('{"名":1}')
  })

  test('the allowed address works in its mapped form too', async () => {
    const port = await serve((_request, response) => response.end())
    expect(await safeFetch(`http://[::ffff:127.0.0.1]:${port}/`, get)).toMatchObject({
      ok: true,
      status: 200,
    })
  })

  test('a redirect to a private address is returned, but not followed', async () => {
    let secretsRead = 0
    const secret = await serve((_request, response) => response.end(String(secretsRead++)))
    const location = `http://127.0.0.1:${secret}/`
    const port = await serve((_request, response) => response.writeHead(302, { location }).end())
    const answer = await safeFetch(`http://127.0.0.1:${port}/`, get)
    expect(answer).toMatchObject({ ok: true, status: 302 })
    expect(answer).toHaveProperty('headers.location', location)
    expect(secretsRead).toBe(0)
  })

  const sizes = [
    [999, 999, false],
    [1_000, 1_000, false],
    [1_001, 1_000, true],
    [5_000_000, 1_000, true],
  ] as const
  for (const [sent, kept, truncated] of sizes)
    test(`of ${sent} bytes ${kept} are kept`, async () => {
      const port = await serve((_request, response) => response.end(Buffer.alloc(sent, 'x')))
      const answer = await safeFetch(`http://127.0.0.1:${port}/`, get)
      expect(answer).toMatchObject({ ok: true, truncated })
      expect(answer).toHaveProperty('body.length', kept)
    })

  test('an endless response is cut and its connection closed', async () => {
    const closed = signalled()
    const port = await serve((_request, response) => {
      const pour = () => {
        while (response.write(Buffer.alloc(65_536)));
      }
      response.on('drain', pour).on('close', closed.resolve)
      pour()
    })
    expect(await safeFetch(`http://127.0.0.1:${port}/`, get)).toMatchObject({ ok: true, truncated: true })
    await closed.promise
  })

  test('a compressed response is not decompressed', async () => {
    const port = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('zip'),
    )
    expect(await safeFetch(`http://127.0.0.1:${port}/`, get)).toMatchObject({
      ok: true,
      body: Buffer.from('zip'),
    })
  })
})

describe('failures', () => {
  const safeFetch = createSafeFetch({ allow: loopback })
  const impatient: SafeRequest = { ...get, timeoutMs: 150 }

  test('a slow response runs into the total timeout', async () => {
    const port = await serve((_request, response) => {
      const drip = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(drip))
    })
    expect(await safeFetch(`http://127.0.0.1:${port}/`, impatient)).toMatchObject({
      ok: false,
      reason: 'timeout',
    })
  })

  for (const protocol of ['http', 'https'])
    test(`a server that does not respond over ${protocol} times out, and its connection is closed`, async () => {
      const closed = signalled()
      const port = await listen(
        createTcpServer((socket) => socket.resume().on('close', () => closed.resolve())),
      )
      const answer = await safeFetch(`${protocol}://127.0.0.1:${port}/`, impatient)
      expect(answer).toMatchObject({ ok: false, reason: 'timeout' })
      await closed.promise
    })

  test('a lookup that never ends times out', async () => {
    const stuck = createSafeFetch({ allow: [], resolve: () => new Promise(() => {}) })
    expect(await stuck('http://receiver.example/', impatient)).toMatchObject({ ok: false, reason: 'timeout' })
  })

  test('a lookup that fails or finds nothing is reported as dns', async () => {
    const failing = createSafeFetch({
      allow: [],
      resolve: async () => Promise.reject(new Error('ENOTFOUND')),
    })
    const empty = createSafeFetch({ allow: [], resolve: async () => [] })
    const url = 'http://receiver.example/'
    expect(await failing(url, get)).toMatchObject({ ok: false, reason: 'dns', detail: 'ENOTFOUND' })
    expect(await empty(url, get)).toMatchObject({ ok: false, reason: 'dns' })
  })

  const misbehaviours = [
    ['closes at once', (socket: Socket) => socket.destroy()],
    ['speaks no HTTP', (socket: Socket) => socket.end('220 mail ESMTP\r\n')],
    ['ends within its headers', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-')],
    [
      'ends within its body',
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf'),
    ],
    [
      'sends headers without end',
      (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`),
    ],
  ] as const
  for (const [what, misbehave] of misbehaviours)
    test(`a server that ${what} is a failed connection`, async () => {
      const port = await listen(
        createTcpServer((socket) => void socket.once('data', () => misbehave(socket))),
      )
      const answer = await safeFetch(`http://127.0.0.1:${port}/`, { ...get, method: 'POST', body: 'x' })
      expect(answer).toMatchObject({ ok: false, reason: 'connection' })
      expect(answer).toHaveProperty('detail', expect.stringMatching(/./))
    })

  test('a port without a listener is a failed connection', async () => {
    const port = await listen(createTcpServer())
    const { resolve } = resolverGiving(['127.0.0.1', '127.0.0.1'])
    for (const { server } of openServers.splice(0)) await new Promise((closed) => server.close(closed))
    const answer = await createSafeFetch({ allow: loopback, resolve })(
      `http://receiver.example:${port}/`,
      get,
    )
    expect(answer).toMatchObject({ ok: false, reason: 'connection' })
    expect(answer).toHaveProperty('detail', expect.stringContaining('ECONNREFUSED'))
  })

  test('a server without TLS is a failed connection', async () => {
    const port = await serve((_request, response) => response.end())
    expect(await safeFetch(`https://127.0.0.1:${port}/`, get)).toMatchObject({
      ok: false,
      reason: 'connection',
    })
  })

  test('an invalid header is thrown, because it is a bug', async () => {
    const port = await serve((_request, response) => response.end())
    const injected = { ...get, headers: { 'X-Title': 'a\r\nX-Forged: 1' } }
    await expect(safeFetch(`http://127.0.0.1:${port}/`, injected)).rejects.toThrow('invalid')
  })
})
