import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examine } from '../cli/doctor/doctor.ts'
import { readConfig } from '../config.ts'
import type { Db, Engine } from '../database.ts'
import { READERS } from '../features/changes/changes.table.ts'
import { startTestService, type TestSite } from '../test/harness.ts'
import { startTcpProxy, type TcpProxy } from '../test/tcp-proxy.ts'
import { until } from '../test/until.ts'

interface Replica {
  readonly url: string
  crash(): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
}

const service = await startTestService()
// Without the Unix socket of the harness: the replica and the proxy are other ports of the same host.
const databaseUrl = service.config.databaseUrl?.replace(/\?.*/, '') ?? ''
const AWAY = 'the replica is unavailable: reading from the primary'
const BACK = 'the replica is available again: reading from it'
/** The maximum duration of a request while something is unavailable. */
const ANSWERED_WITHIN_MS = 5_000

test('a replica of an unrelated database is rejected', () => {
  expect(() => readConfig({ DATABASE_READ_URL: 'postgres://someone:hush@host/name' }, '/tmp')).toThrow(
    /^DATABASE_READ_URL: set, but DATABASE_URL is not; [^\n]+$/,
  )
  expect(() => readConfig({ DATABASE_READ_URL: 'mysql://hush' }, '/tmp')).toThrow(
    /^DATABASE_READ_URL: got a value that is not valid/,
  )
})

describe.skipIf(databaseUrl === '')('a replica', () => {
  type Node = Awaited<ReturnType<typeof service.newNode>>
  let replica: Replica
  let proxy: TcpProxy
  /** As the administrator of the replica's database. */
  let console: pg.Client
  let here: Node
  let there: Node
  let site: TestSite
  let articleId = 0
  let addresses: string[] = []

  const opened = async () => {
    console = new pg.Client({ connectionString: replica.url })
    console.on('error', () => undefined)
    await console.connect()
  }

  beforeAll(async () => {
    site = await service.newSite()
    const services = new URL('../../scripts/services.mjs', import.meta.url).href
    const { startReplica } = (await import(services)) as { startReplica(url: string): Promise<Replica> }
    replica = await startReplica(databaseUrl)
    proxy = await startTcpProxy(replica.url)
    await opened()
    // With the settings of a production database: the tests' own does not flush to disk.
    const durable = new URL(databaseUrl)
    durable.searchParams.set('options', '-c synchronous_commit=on')
    const settings = { LOG_LEVEL: 'info', DATABASE_URL: durable.href, DATABASE_READ_URL: proxy.url }
    here = await service.newNode(settings)
    there = await service.newNode(settings)
    addresses = await Promise.all([here, there].map(({ app }) => app.listen({ port: 0, host: '127.0.0.1' })))
    articleId = await post('First')
  })
  afterAll(async () => {
    await console?.end()
    await proxy?.close()
    await replica?.stop()
  })

  /** Over a socket, because only there cached responses are used. */
  async function call(address: string, path: string, init: RequestInit = {}) {
    const answer = await fetch(`${address}${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${site.admin.token}`,
        'x-site': String(site.id),
        'content-type': 'application/json',
      },
      signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
    })
    // biome-ignore lint/suspicious/noExplicitAny: tests check the content themselves.
    return { status: answer.status, body: (await answer.json()) as any }
  }
  async function post(title: string): Promise<number> {
    const content = '<p>Of which there are two copies.</p>'
    const article = { title, content, category_id: site.defaultCategoryId, status: 1 }
    const posted = { method: 'POST', body: JSON.stringify(article) }
    return (await call(addresses[0] ?? '', '/api/articles', posted)).body.data.id
  }
  const rename = (address: string, title: string) =>
    call(address, `/api/articles/${articleId}`, { method: 'PATCH', body: JSON.stringify({ title }) })

  /** From the article and from the list, twice: the second time from the cache. */
  async function titlesAt(address: string): Promise<string[]> {
    const titles: string[] = []
    for (let times = 0; times < 2; times++) {
      titles.push((await call(address, `/api/articles/${articleId}`)).body.data.title)
      const { list } = (await call(address, '/api/articles?page_size=100')).body.data
      titles.push(list.find(({ id }: { id: number }) => id === articleId)?.title)
    }
    return titles
  }

  async function isOnReplica(db: Db): Promise<boolean | undefined> {
    const { rows } = await sql<{ found: boolean }>`select pg_is_in_recovery() as found`.execute(db)
    return rows[0]?.found
  }
  const inUse = () =>
    Promise.all([here, there].map(({ engine }) => until(() => isOnReplica((engine as Engine).db))))
  const told = ({ logLines }: Node, message: string) =>
    logLines.filter((line) => line.includes(message)).length

  test('is used for reads, but not for transactions', async () => {
    await inUse()
    for (const { engine } of [here, there]) {
      await until(async () => {
        await engine.changes.look()
        return isOnReplica(engine.watchedReader(1).db)
      })
      expect(await engine.transact((tx) => isOnReplica(tx))).toBe(false)
      expect(await engine.transactAtLength((tx) => isOnReplica(tx))).toBe(false)
    }
    expect(await isOnReplica(service.engine.db)).toBe(false)
    for (const address of addresses) expect(await titlesAt(address)).toEqual(Array(4).fill('First'))
    let page = 1
    await until(async () => {
      await call(addresses[0] ?? '', `/api/articles?page=${++page}`)
      const { rows } = await console.query(
        `select 1 from pg_stat_activity where application_name = 'inkstone' and query like '%article%'`,
      )
      return rows.length > 0
    })
  })

  test('skips no change that is committed after a later one', async () => {
    await inUse()
    const changes = async (after = '') =>
      (await call(addresses[0] ?? '', `/api/changes${after && `?after=${after}`}`)).body.data
    const start = (await changes()).next
    const late = new pg.Client({ connectionString: databaseUrl })
    await late.connect()
    await late.query('begin')
    await late.query(
      `insert into changes (site_id, type, subject_id, alias, owner_id, seen_before, seen_after, created_at)
        values ($1, 'article', $2, 'late', 0, $3, $3, $4)`,
      [site.id, articleId, READERS, Date.now()],
    )
    const profile = { method: 'PUT', body: JSON.stringify({ nickname: 'Changed meanwhile' }) }
    expect((await call(addresses[0] ?? '', '/api/auth/me', profile)).status).toBe(200)
    const { list, next } = await changes(start)
    expect(list).toEqual([])
    await late.query('commit')
    await late.end()
    await until(async () => (await changes(next)).list.some((one: { id: number }) => one.id === articleId))
  })

  test('has no effect on counts and connections in the metrics', async () => {
    await inUse()
    const before = here.engine.statementCount()
    await isOnReplica((here.engine as Engine).db)
    expect(here.engine.statementCount()).toBe(before + 1)
    expect(here.engine.pool().open).toBeGreaterThan(1)
  })

  test('never hides what was written before, by this node or another', async () => {
    for (let round = 0; round < 8; round++) {
      const [writer = '', other = ''] = round % 2 ? addresses : addresses.toReversed()
      expect((await rename(writer, `Round ${round}`)).status).toBe(200)
      const answers = await Promise.all([writer, other].map(titlesAt))
      expect(answers.flat()).toEqual(Array(8).fill(`Round ${round}`))
    }
  })

  test('hides nothing either if writes are acknowledged before they are on disk', async () => {
    const node = await service.newNode({ DATABASE_READ_URL: replica.url })
    await until(() => isOnReplica((node.engine as Engine).db))
    const reader = node.client({ token: site.admin.token, siteId: site.id })
    for (let round = 0; round < 8; round++) {
      const title = `Not on disk ${round}`
      await site.admin.patch(`/api/articles/${articleId}`, { title })
      expect((await reader.get(`/api/articles/${articleId}`)).data.title).toBe(title)
    }
  })

  test('never hides from background jobs what they have just done', async () => {
    const { engine } = here
    for (let round = 0; round < 25; round++) {
      const key = `round ${round}`
      await engine.transact((tx) => tx.insertInto('service_state').values({ key, value: key }).execute())
      for (const node of [here, there]) {
        const found = node.engine.db.selectFrom('service_state').select('value').where('key', '=', key)
        expect(await found.execute()).toEqual([{ value: key }])
      }
    }
  })

  test('that stops replaying is bypassed until it has caught up', async () => {
    await inUse()
    await console.query('select pg_wal_replay_pause()')
    await until(
      async () =>
        (await console.query('select pg_get_wal_replay_pause_state() as is')).rows[0].is === 'paused',
    )
    const stood = { title: 'Meanwhile', id: await post('Another') }
    await rename(addresses[0] ?? '', stood.title)
    for (const address of addresses) {
      expect(await titlesAt(address)).toEqual(Array(4).fill(stood.title))
      expect((await call(address, `/api/articles/${stood.id}`)).body.data.title).toBe('Another')
    }
    for (const { engine } of [here, there]) expect(await isOnReplica((engine as Engine).db)).toBe(false)

    await console.query('select pg_wal_replay_resume()')
    await inUse()
    for (const address of addresses) expect(await titlesAt(address)).toEqual(Array(4).fill(stood.title))
  })

  test('that cancels a query leaves it to the primary, and is used again', async () => {
    await inUse()
    const { db } = here.engine as Engine
    let slow: Promise<{ rows: { found: boolean }[] }> | undefined
    // It may be behind at the moment, and the query may run on the primary.
    await until(async () => {
      await slow
      slow = sql<{ found: boolean }>`select pg_is_in_recovery() as found, pg_sleep(0.3)`.execute(db)
      await pause(100)
      const { rows } = await console.query(
        `select pg_cancel_backend(pid) from pg_stat_activity
         where query like '%pg_sleep%' and state = 'active' and pid <> pg_backend_pid()`,
      )
      return rows.length > 0
    })
    expect((await slow)?.rows[0]?.found).toBe(false)
    await inUse()
  })

  const outages = [
    ['ends', () => replica.crash(), () => replica.restart()],
    ['falls silent', async () => proxy.freeze(), () => proxy.restore()],
  ] as const
  for (const [how, begin, mend] of outages)
    test(`that ${how} during requests fails none of them, and is used again when it is back`, async () => {
      await inUse()
      const before = [told(here, AWAY), told(there, AWAY)]
      const statuses = new Map<number, number>()
      let going = true
      const asking = Array.from({ length: 6 }, async (_, index) => {
        for (let page = index; going; page += 6) {
          const { status } = await call(
            addresses[page % 2] ?? '',
            page % 3 ? `/api/articles?page=${page}` : '/api/auth/me',
          )
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }
      })
      await pause(100)
      await begin()
      await until(async () => told(here, AWAY) > (before[0] ?? 0) && told(there, AWAY) > (before[1] ?? 0))
      await rename(addresses[1] ?? '', `It ${how}`)
      for (const address of addresses) expect(await titlesAt(address)).toEqual(Array(4).fill(`It ${how}`))
      await mend()
      await inUse()
      going = false
      await Promise.all(asking)
      expect([...statuses.keys()]).toEqual([200])
      // Logged when it becomes unavailable and when it is back, not with every request. On a busy machine it may seem
      // unavailable once more.
      const nodes = [here, there]
      await until(async () => nodes.every((node) => told(node, AWAY) === told(node, BACK)))
      nodes.forEach((node, index) => {
        expect(told(node, AWAY) - (before[index] ?? 0)).toBeLessThan(5)
      })
    })

  const unfit = [
    ['the primary itself', () => databaseUrl, 'no replica'],
    [
      'another database of the replica',
      () => new URL('/postgres', replica.url).href,
      'its database is postgres',
    ],
    ['somebody with a wrong password', () => replica.url.replace(/:[^:@]+@/, ':hush@'), 'does not let us in'],
  ] as const
  for (const [what, url, why] of unfit)
    test(`is not ${what}: the start stops, and doctor reports why`, async () => {
      const refused = service.newNode({ DATABASE_READ_URL: url() })
      await expect(refused).rejects.toThrow(
        new RegExp(`^DATABASE_READ_URL: it cannot be used \\(.*${why}[^\\n]*$`),
      )
      const found = await examine(() => ({ ...service.config, databaseReadUrl: url() }))
      expect(found.find(({ name }) => name === 'replica')).toMatchObject({
        status: 'fail',
        detail: expect.stringContaining(why),
        advice: expect.stringContaining('DATABASE_READ_URL'),
      })
      expect(JSON.stringify(found)).not.toContain('hush')
    })

  test('that is unavailable at the start is not waited for, and doctor reports it', async () => {
    const nowhere = 'postgres://someone:hush@127.0.0.1:1/none'
    const node = await service.newNode({ DATABASE_READ_URL: nowhere, LOG_LEVEL: 'info' })
    expect(await isOnReplica((node.engine as Engine).db)).toBe(false)
    await until(async () => told(node, AWAY) === 1)
    const examined = async (databaseReadUrl: string) =>
      (await examine(() => ({ ...service.config, databaseReadUrl }))).find(({ name }) => name === 'replica')
    expect(await examined(nowhere)).toMatchObject({
      status: 'fail',
      advice: expect.stringContaining('primary'),
    })
    expect(await examined(replica.url)).toMatchObject({
      status: 'ok',
      detail: expect.stringMatching(/ \d+ bytes behind$/),
    })
  })
})
