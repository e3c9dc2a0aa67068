import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { createPlace, type TestPlace } from '../../test/database.ts'
import { type Node, startNode } from '../../test/program.ts'

const ADMIN_PASSWORD = 'the first administrator'
const places: TestPlace[] = []
afterAll(async () => {
  for (const place of places) await place.remove()
})

interface Answer {
  readonly status: number
  readonly error?: string
  // biome-ignore lint/suspicious/noExplicitAny: tests check the content themselves.
  readonly data?: any
  readonly retryAfter: string | null
}

function clientOf(url: string) {
  let token = ''
  async function send(method: string, path: string, body?: object): Promise<Answer> {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const { data, error } = (await answer.json()) as { data?: unknown; error?: string }
    return {
      status: answer.status,
      data,
      ...(error !== undefined && { error }),
      retryAfter: answer.headers.get('retry-after'),
    }
  }
  return {
    send,
    async logIn(): Promise<void> {
      token = ''
      const login = await send('POST', '/api/auth/login', { username: 'admin', password: ADMIN_PASSWORD })
      token = login.data.token
    },
    titles: async () => {
      const { data } = await send('GET', '/api/articles')
      return (data.list as { title: string }[]).map(({ title }) => title).sort()
    },
    async write(title: string): Promise<void> {
      const { data } = await send('GET', '/api/categories')
      const article = { title, content: '<p>Text.</p>', category_id: data[0].id, status: 1 }
      expect((await send('POST', '/api/articles', article)).status).toBe(201)
    },
    async backUp(): Promise<string> {
      await send('POST', '/api/backups', {})
      for (;;) {
        const { data } = await send('GET', '/api/backups')
        if (data.list.length > 0) return data.list[0].name
        await pause(50)
      }
    },
  }
}
type Client = ReturnType<typeof clientOf>

/** A node with the article "kept" in a backup, and "lost" written after it. */
async function nodeWithBackup(more: Readonly<Record<string, string>> = {}) {
  const place = await createPlace()
  places.push(place)
  const settings = { ...place.settings, ADMIN_PASSWORD, RATE_LIMIT_ANON: '0', RATE_LIMIT_USER: '0', ...more }
  const node = startNode(settings)
  const url = await node.url()
  const client = clientOf(url)
  await client.logIn()
  await client.write('kept')
  const name = await client.backUp()
  await client.write('lost')
  return { place, settings, node, url, client, name }
}

/** Waits until it responds again, and returns the responses until then. */
async function back({ send }: Client): Promise<Set<number>> {
  const seen = new Set<number>()
  for (;;) {
    const answer = await send('GET', '/api/articles').catch(() => undefined)
    if (answer?.status === 503) {
      seen.add(503)
      expect(Number(answer.retryAfter)).toBeGreaterThan(0)
    } else if (answer) return seen.add(answer.status)
    await pause(20)
  }
}

async function stop(node: Node): Promise<void> {
  node.signal('SIGTERM')
  expect((await node.ended()).code).toBe(0)
}

const PATIENTLY = { timeout: 240_000 }

describe('a restore done by the service', () => {
  // With workers more can go wrong, and nothing else: on PostgreSQL that is enough.
  test.for(process.env.TEST_DATABASE_URL === undefined ? [['1'], ['2']] : [['2']])(
    'stops, restores, starts again, and ends every session; %s workers',
    PATIENTLY,
    async ([workers = '1']) => {
      const { node, client, name, place } = await nodeWithBackup({ WORKERS: workers })
      const path = `/api/backups/${name}/restore`
      for (const [body, status, error] of [
        [{}, 422, 'invalid'],
        [{ confirm: 'something else' }, 422, 'invalid'],
        [{ confirm: null }, 422, 'invalid'],
      ] as const)
        expect(await client.send('POST', path, body)).toMatchObject({ status, error })
      expect(await client.send('POST', '/api/backups/none/restore', { confirm: 'none' })).toMatchObject({
        status: 404,
        error: 'backup-not-found',
      })
      expect(await client.titles()).toEqual(['kept', 'lost'])

      expect((await client.send('POST', path, { confirm: name })).status).toBe(200)
      await node.wrote('the backup is restored')
      expect([...(await back(client))]).toContain(401)
      await client.logIn()
      expect(await client.titles()).toEqual(['kept'])
      const { data } = await client.send('GET', `/api/backups/${name}`)
      expect(data.last_restore).toMatchObject({ done: 1, reason: '' })
      const log = await client.send('GET', '/api/audit-log?action=backup.restored')
      expect(log.data.list).toMatchObject([{ user: { username: 'admin' }, after: { name } }])
      // The previous data is in a separate backup, which can be restored too.
      const { data: backups } = await client.send('GET', '/api/backups')
      const before = backups.list[0].name
      expect(before).not.toBe(name)
      // The backup contains the job that made it, which does not run again.
      const { data: jobs } = await client.send('GET', '/api/jobs?kind=backups.make')
      expect(jobs.list).toMatchObject([{ state: 'done' }])
      expect(backups.list).toHaveLength(2)
      if (workers === '1') {
        const order = await client.send('POST', `/api/backups/${before}/restore`, { confirm: before })
        expect(order.status).toBe(200)
        await expect.poll(() => node.output().split('the backup is restored').length, PATIENTLY).toBe(3)
        await back(client)
        await client.logIn()
        expect(await client.titles()).toEqual(['kept', 'lost'])
      }
      await stop(node)
      expect((await readdir(join(place.folder, 'backups'))).filter((file) => file.includes('order'))).toEqual(
        [],
      )
    },
  )

  test(
    'resumes at the next start after kill -9; changes nothing if it fails, and reports why',
    PATIENTLY,
    async () => {
      const { node, client, name, place, settings } = await nodeWithBackup()
      await client.send('POST', `/api/backups/${name}/restore`, { confirm: name })
      await node.wrote('restoring a backup')
      node.signal('SIGKILL')
      await node.ended()
      const next = startNode(settings)
      const again = clientOf(await next.url())
      expect(next.output()).toContain('the backup is restored')
      await again.logIn()
      expect(await again.titles()).toEqual(['kept'])

      await again.write('lost')
      const folder = join(place.folder, 'backups')
      const manifest = join(folder, name, 'manifest.json')
      const text = await readFile(manifest, 'utf8')
      // A damaged backup is rejected before anything is stopped.
      await writeFile(manifest, text.replace(/"sha256": "[0-9a-f]{4}/, '"sha256": "0000'))
      expect(await again.send('POST', `/api/backups/${name}/restore`, { confirm: name })).toMatchObject({
        status: 422,
        error: 'backup-unfit',
      })
      await writeFile(manifest, text)
      await stop(next)

      // An old order is ignored, because others may have written since.
      const order = { name, siteId: 1, userId: 1, username: 'admin', orderedAt: Date.now() - 3_600_000 }
      await writeFile(join(folder, '.restore-order.json'), JSON.stringify(order))
      const late = startNode(settings)
      const later = clientOf(await late.url())
      await later.logIn()
      expect(await later.titles()).toEqual(['kept', 'lost'])
      expect((await later.send('GET', `/api/backups/${name}`)).data.last_restore).toMatchObject({ done: 0 })
      await stop(late)
    },
  )

  test('goes back to the previous database if the restored one cannot be used', PATIENTLY, async () => {
    const key = (letter: string) => ({ SECRET_KEY: `a key of its own, ${letter}`.padEnd(40, 'x7fq') })
    const other = await nodeWithBackup(key('o'))
    await stop(other.node)
    const { node, client, place } = await nodeWithBackup(key('k'))
    await cp(join(other.place.folder, 'backups', other.name), join(place.folder, 'backups', other.name), {
      recursive: true,
    })
    await client.write('only here')
    const path = `/api/backups/${other.name}`
    expect((await client.send('POST', `${path}/restore`, { confirm: other.name })).status).toBe(200)
    await node.wrote('the backup was not restored')
    await back(client)
    await client.logIn()
    expect(await client.titles()).toEqual(['kept', 'lost', 'only here'])
    const { data } = await client.send('GET', path)
    expect(data.last_restore).toMatchObject({ done: 0, reason: expect.stringContaining('SECRET_KEY') })
    await stop(node)
  })
})
