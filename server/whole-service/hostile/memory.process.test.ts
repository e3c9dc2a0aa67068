import { Agent, request as httpRequest } from 'node:http'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createPlace } from '../../test/database.ts'
import { startNode } from '../../test/program.ts'

/** The memory of the process after a garbage collection, in bytes. */
const watch = fileURLToPath(new URL('../../test/memory-watch.mjs', import.meta.url))
const MEGABYTE = 1024 * 1024

const place = await createPlace()
afterAll(() => place.remove())
const node = startNode({
  ...place.settings,
  ADMIN_PASSWORD: 'the first administrator',
  RATE_LIMIT_ANON: '0',
  RATE_LIMIT_USER: '0',
  NODE_OPTIONS: `--expose-gc --import=${watch}`,
})
const url = new URL(await node.url())
const agent = new Agent({ keepAlive: true })
afterAll(() => agent.destroy())

function get(path: string, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { host: url.hostname, port: url.port, path, headers: { host }, agent },
      (answer) => {
        answer.resume()
        answer.once('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    sent.once('error', reject)
    sent.end()
  })
}

/** What is in use after a garbage collection, and the most that the process ever took. */
async function memory(): Promise<{ held: number; most: number }> {
  const said = () => [...node.output().matchAll(/holds (\d+) bytes, took (\d+) at most/g)]
  const before = said().length
  node.signal('SIGUSR2')
  await expect.poll(() => said().length, { timeout: 20_000, interval: 20 }).toBeGreaterThan(before)
  const [, held, most] = said().at(-1) ?? []
  return { held: Number(held), most: Number(most) }
}

async function send(kind: (number: number) => [path: string, host: string], first: number, count: number) {
  const statuses = new Set<number>()
  for (let at = first; at < first + count; at += 50)
    for (const status of await Promise.all(
      Array.from({ length: 50 }, (_, index) => get(...kind(at + index))),
    ))
      statuses.add(status)
  return [...statuses]
}

const padding = (number: number, length: number) => String(number).padStart(length, 'x')

type Kind = [what: string, kind: (number: number) => [string, string], statuses: number[]]
const kinds: readonly Kind[] = [
  ['hosts', (number) => ['/api/site', `${padding(number, 200)}.example`], [200]],
  ['unknown parameters', (number) => [`/api/tags?${padding(number, 6_000)}=1`, 'localhost'], [200]],
  ['searches', (number) => [`/api/articles/search?keyword=${padding(number, 90)}`, 'localhost'], [200]],
]
const refusedBeforeTheDatabase: readonly Kind[] = [
  ['hosts that are too long', (number) => ['/api/site', padding(number, 9_000)], [400]],
  ['paths', (number) => [`/${padding(number, 6_000)}`, 'localhost'], [404, 414]],
]
test.each(process.env.TEST_DATABASE_URL === undefined ? [...kinds, ...refusedBeforeTheDatabase] : kinds)(
  '3,000 different %s make the process grow by less than 50 MB, and never take it past 300 MB',
  async (_, kind, statuses) => {
    await send(kind, 0, 500)
    const before = await memory()
    const seen = await send(kind, 500, 3_000)
    const after = await memory()
    expect(statuses).toEqual(expect.arrayContaining(seen))
    expect(after.held - before.held).toBeLessThan(50 * MEGABYTE)
    expect(after.most).toBeLessThan(300 * MEGABYTE)
  },
)
