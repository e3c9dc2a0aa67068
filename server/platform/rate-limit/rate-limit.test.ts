import { randomUUID } from 'node:crypto'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRateLimiter } from './rate-limit.ts'
import { createRedis } from './redis.ts'
import { createSharedRateLimiter } from './shared-rate-limit.ts'

interface Line {
  level: number
  msg: string
}

const WARN = 40
const INFO = 30

function recordingLog() {
  const lines: Line[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  return { lines, log }
}

const cleanUps: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function listen(server: Server, port = 0): Promise<number> {
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return (server.address() as AddressInfo).port
}

function connected(url: string) {
  const { lines, log } = recordingLog()
  const redis = createRedis(url, log)
  cleanUps.push(() => redis.disconnect())
  return { lines, redis, limits: createSharedRateLimiter({ redis, log }) }
}

describe('in process', () => {
  const { limiter } = createRateLimiter()

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance', 'Date'], now: 1_700_000_000_000 })
    cleanUps.push(() => vi.useRealTimers())
  })

  test('allows the limit in a window, rejects the next and returns when to retry', () => {
    const three = limiter({ name: 'three', points: 3, windowSeconds: 60 })
    const resetAtMs = 1_700_000_060_000
    const allowed = { allowed: true, limit: 3, resetAtMs, retryAfterSeconds: 0 }
    expect(three.consume('a')).toMatchObject({ ...allowed, remaining: 2 })
    expect(three.consume('a')).toMatchObject({ ...allowed, remaining: 1 })
    vi.advanceTimersByTime(20_500)
    expect(three.consume('a')).toMatchObject({ ...allowed, remaining: 0 })
    const refused = { allowed: false, limit: 3, remaining: 0, resetAtMs, retryAfterSeconds: 40 }
    expect(three.consume('a')).toMatchObject(refused)
    vi.advanceTimersByTime(39_499)
    expect(three.consume('a')).toMatchObject({ ...refused, retryAfterSeconds: 1 })
    vi.advanceTimersByTime(1)
    expect(three.consume('a')).toMatchObject({ ...allowed, remaining: 2, resetAtMs: 1_700_000_120_000 })
  })

  test('each key, and each limiter, has its own count', () => {
    const first = limiter({ name: 'first', points: 1, windowSeconds: 60 })
    const second = limiter({ name: 'second', points: 1, windowSeconds: 60 })
    expect(first.consume('a')).toMatchObject({ allowed: true })
    expect(first.consume('b')).toMatchObject({ allowed: true })
    expect(second.consume('a')).toMatchObject({ allowed: true })
    expect(first.consume('a')).toMatchObject({ allowed: false })
  })

  test('several points can be consumed at once; peek consumes none; clear resets', () => {
    const ten = limiter({ name: 'ten', points: 10, windowSeconds: 60 })
    expect(ten.peek('a')).toEqual({
      allowed: true,
      limit: 10,
      used: 0,
      remaining: 10,
      resetAtMs: 1_700_000_060_000,
      retryAfterSeconds: 0,
    })
    expect(ten.consume('a', 9)).toMatchObject({ allowed: true, remaining: 1 })
    expect(ten.peek('a')).toMatchObject({ allowed: true, remaining: 1 })
    expect(ten.consume('a', 2)).toMatchObject({ allowed: false, remaining: 0 })
    expect(ten.peek('a')).toMatchObject({ allowed: false, remaining: 0, retryAfterSeconds: 60 })
    ten.clear('a')
    expect(ten.peek('a')).toMatchObject({ allowed: true, remaining: 10 })
  })

  test('a count survives the change of generations', () => {
    const two = limiter({ name: 'two', points: 2, windowSeconds: 60 })
    two.consume('early')
    vi.advanceTimersByTime(59_000)
    two.consume('late')
    vi.advanceTimersByTime(2_000)
    two.consume('early')
    expect(two.peek('early')).toMatchObject({ remaining: 1 })
    expect(two.consume('late')).toMatchObject({ allowed: true, remaining: 0 })
    vi.advanceTimersByTime(57_000)
    expect(two.consume('late')).toMatchObject({ allowed: false, retryAfterSeconds: 1 })
  })

  test('setting the wall clock back locks nobody out', () => {
    const one = limiter({ name: 'one', points: 1, windowSeconds: 60 })
    one.consume('a')
    vi.setSystemTime(1_600_000_000_000)
    vi.advanceTimersByTime(60_000)
    expect(one.consume('a')).toMatchObject({ allowed: true })
  })

  test('long keys stay distinct', () => {
    const one = limiter({ name: 'long', points: 1, windowSeconds: 60 })
    expect(one.consume(`${'x'.repeat(1_000_000)}1`)).toMatchObject({ allowed: true })
    expect(one.consume(`${'x'.repeat(1_000_000)}2`)).toMatchObject({ allowed: true })
    expect(one.consume(`${'x'.repeat(1_000_000)}1`)).toMatchObject({ allowed: false })
  })

  test('a flood of keys drops the idle ones, not those in use', () => {
    const one = limiter({ name: 'flood', points: 1, windowSeconds: 60 })
    one.consume('idle')
    for (let index = 0; index < 210_000; index++) {
      if (index % 50_000 === 0) one.consume('busy')
      one.consume(`visitor ${index}`)
    }
    expect(one.peek('idle')).toMatchObject({ allowed: true })
    expect(one.peek('busy')).toMatchObject({ allowed: false })
    expect(one.peek('visitor 209999')).toMatchObject({ allowed: false })
  })

  for (const [
    points,
    windowSeconds,
  ] of [[0, 60], [-1, 60], [1.5, 60], [Number.NaN, 60], [1, 0], [1, 0.5]] as const) // biome-ignore format: pairs
    test(`a rule of ${points} points in ${windowSeconds} seconds is rejected`, () => {
      expect(() => limiter({ name: 'wrong', points, windowSeconds })).toThrow(RangeError)
    })
})

describe('with an unavailable Redis', () => {
  const rule = { name: 'absent', points: 2, windowSeconds: 60 }

  async function expectLocalCounting(url: string) {
    const { lines, redis, limits } = connected(url)
    const two = limits.limiter(rule)
    const verdicts = [await two.consume('a'), await two.consume('a'), await two.consume('a')]
    expect(verdicts.map(({ allowed }) => allowed)).toEqual([true, true, false])
    expect(await two.peek('a')).toMatchObject({ allowed: false })
    await two.clear('a')
    expect(await two.peek('a')).toMatchObject({ allowed: true, remaining: 2 })
    return { lines, redis }
  }

  test('counts locally at once without a listener, and logs it once', async () => {
    const server = createServer()
    const port = await listen(server)
    await new Promise((closed) => server.close(closed))
    const { lines, redis } = await expectLocalCounting(`redis://127.0.0.1:${port}`)
    let attempts = 0
    redis.on('error', () => attempts++)
    await expect.poll(() => attempts, { timeout: 5_000 }).toBeGreaterThan(1)
    expect(lines).toMatchObject([{ level: WARN, msg: 'Redis is unavailable: using local counters' }])
  })

  test('counts locally at once if the listener never responds', async () => {
    const sockets: Socket[] = []
    const server = createServer((socket) => sockets.push(socket.on('error', () => {})))
    const port = await listen(server)
    cleanUps.push(() => {
      for (const socket of sockets) socket.destroy()
      return new Promise((closed) => server.close(closed))
    })
    const { lines } = await expectLocalCounting(`redis://127.0.0.1:${port}`)
    await expect.poll(() => lines, { timeout: 5_000 }).toMatchObject([{ level: WARN }])
  })

  test('counts locally if the listener is not Redis', async () => {
    const server = createServer((socket) =>
      socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    )
    const port = await listen(server)
    cleanUps.push(() => new Promise((closed) => server.close(closed)))
    await expectLocalCounting(`redis://127.0.0.1:${port}`)
  })
})

const redisUrl = process.env.TEST_REDIS_URL

describe.runIf(redisUrl)('with Redis', () => {
  const url = redisUrl ?? ''
  const rule = { points: 3, windowSeconds: 60 }

  // A proxy between the client and Redis, so that a test can cut or freeze the connection without touching Redis
  // itself.
  async function relayTo(target: URL) {
    const pairs = new Set<Socket>()
    let frozen = false
    const server = createServer((near) => {
      const far = connect(Number(target.port || 6379), target.hostname)
      for (const socket of [near, far]) pairs.add(socket.on('error', () => {}))
      near.on('close', () => far.destroy()).on('data', (data) => frozen || far.write(data))
      far.on('close', () => near.destroy()).on('data', (data) => frozen || near.write(data))
    })
    const port = await listen(server)
    const relayed = new URL(target)
    relayed.host = `127.0.0.1:${port}`
    const cut = async () => {
      for (const socket of pairs) socket.destroy()
      await new Promise((closed) => server.close(closed))
    }
    cleanUps.push(cut)
    return {
      url: relayed.href,
      cut,
      mend: () => listen(server, port),
      freeze: () => {
        frozen = true
      },
      thaw: () => {
        frozen = false
      },
    }
  }

  async function ready(node: ReturnType<typeof connected>) {
    await expect.poll(() => node.redis.status, { timeout: 5_000 }).toBe('ready')
    return node
  }

  test('two nodes share their counts', async () => {
    const [one, other] = [await ready(connected(url)), await ready(connected(url))]
    const name = randomUUID()
    const here = one.limits.limiter({ ...rule, name })
    const there = other.limits.limiter({ ...rule, name })

    expect(await here.consume('a')).toMatchObject({
      allowed: true,
      limit: 3,
      remaining: 2,
      retryAfterSeconds: 0,
    })
    expect(await there.consume('a', 2)).toMatchObject({ allowed: true, remaining: 0 })
    expect(await here.peek('a')).toMatchObject({ allowed: false, remaining: 0 })
    const refused = await here.consume('a')
    expect(refused).toMatchObject({ allowed: false, limit: 3, remaining: 0 })
    expect(refused.retryAfterSeconds).toBeGreaterThan(0)
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(60)
    expect(refused.resetAtMs).toBeGreaterThan(Date.now())

    await there.clear('a')
    expect(await here.peek('a')).toMatchObject({ allowed: true, remaining: 3 })
    expect(await here.consume('b')).toMatchObject({ allowed: true, remaining: 2 })
    expect([...one.lines, ...other.lines]).toEqual([])
  })

  const outages = [
    ['is cut off', (relay: Awaited<ReturnType<typeof relayTo>>) => relay.cut(), 'mend'],
    ['falls silent', (relay: Awaited<ReturnType<typeof relayTo>>) => relay.freeze(), 'thaw'],
  ] as const
  for (const [what, begin, end] of outages)
    test(`when Redis ${what}, counting continues locally, and is shared again afterwards; each is logged once`, async () => {
      const relay = await relayTo(new URL(url))
      const { lines, limits } = await ready(connected(relay.url))
      const three = limits.limiter({ ...rule, name: randomUUID() })
      expect(await three.consume('a')).toMatchObject({ remaining: 2 })
      expect(await three.consume('a')).toMatchObject({ remaining: 1 })

      await begin(relay)
      const during = await Promise.all([three.consume('a'), three.consume('a'), three.peek('a')])
      expect(during).toMatchObject([{ remaining: 2 }, { remaining: 1 }, { allowed: true }])
      expect(await three.consume('a')).toMatchObject({ allowed: true, remaining: 0 })
      expect(await three.consume('a')).toMatchObject({ allowed: false })
      expect(lines).toMatchObject([{ level: WARN }])

      await relay[end]()
      const isBack = async () => {
        await three.peek('a')
        return lines.length > 1
      }
      await expect.poll(isBack, { timeout: 9_000 }).toBe(true)
      expect(lines).toMatchObject([{ level: WARN }, { level: INFO }])
      expect(await three.peek('a')).toMatchObject({ allowed: true })
    }, 15_000)

  test('a Redis that rejects writes counts as unavailable, logged once', async () => {
    const { lines, redis, limits } = await ready(connected(url))
    const name = randomUUID()
    const three = limits.limiter({ ...rule, name })
    // A value that cannot be incremented: the connection works, but the command fails.
    await redis.set(`rate:${name}:a`, 'not a number', 'EX', 60)
    expect(await three.consume('a')).toMatchObject({ allowed: true, remaining: 2 })
    expect(await three.consume('a')).toMatchObject({ allowed: true, remaining: 1 })
    expect(redis.status).toBe('ready')
    expect(lines).toMatchObject([{ level: WARN }])
  })
})
