// Builds the examples against a real service with 300 articles and the default limits, with a content token, and
// counts the requests of each. A second build of the example that follows changes must read only those, and the authors.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildClient } from '../client/build.mjs'
import { ensurePackages } from './packages.mjs'
import { startService } from './running-service.mjs'

const ARTICLES = 300
const MAX_CALLS = 10
const PER_BATCH = 100

const root = fileURLToPath(new URL('..', import.meta.url))
const examples = [
  { name: 'astro', output: 'dist', kept: ['.astro', 'node_modules/.astro'], followsChanges: true },
  { name: 'eleventy', output: '_site', kept: [] },
]

async function main() {
  for (const { name } of examples) ensurePackages(join(root, 'examples', name), `examples/${name}`)
  await buildClient()
  const service = await startService({ RATE_LIMIT_USER: '100' })
  const counter = await startCounter(service.url)
  try {
    await fill(service)
    const { data } = await service.call('POST', '/api/tokens', { name: 'Build', scope: 'content' })
    const env = { INKSTONE_URL: counter.url, INKSTONE_TOKEN: data.token }
    for (const example of examples) await check(example, env, counter, service)
  } finally {
    counter.stop()
    await service.stop()
  }
}

async function fill({ call }) {
  for (let from = 0; from < ARTICLES; from += PER_BATCH)
    await call('POST', '/api/articles/batch', {
      articles: Array.from({ length: PER_BATCH }, (_, index) => ({
        title: `Article ${from + index + 1}`,
        content: `<p>${'Mist over the water. '.repeat(100)}</p>`,
        category_id: 1,
        status: 1,
      })),
    })
}

async function check({ name, output, kept, followsChanges }, env, counter, service) {
  const folder = join(root, 'examples', name)
  for (const path of [output, ...kept]) rmSync(join(folder, path), { recursive: true, force: true })
  const first = await timed(folder, env, counter)
  expect(name, pagesIn(join(folder, output)), ARTICLES, 'pages')
  console.log(`${name}: ${ARTICLES} articles, ${first.calls} calls, ${first.seconds} s`)
  if (first.calls >= MAX_CALLS) throw new Error(`${name}: ${first.calls} calls for ${ARTICLES} articles`)
  if (!followsChanges) return
  const { data } = await service.call('GET', '/api/articles?page_size=2')
  const [changed, gone] = data.list
  await service.call('PUT', `/api/articles/${changed.id}`, { title: 'Another title' })
  await service.call('DELETE', `/api/articles/${gone.id}`)
  const second = await timed(folder, env, counter)
  expect(name, pagesIn(join(folder, output)), ARTICLES - 1, 'pages after a change')
  expect(name, second.calls, 3, 'calls after a change')
  console.log(`${name}: one changed, one deleted: ${second.calls} calls, ${second.seconds} s`)
  await service.call('POST', `/api/recycle-bin/article/${gone.id}/restore`)
}

function expect(name, found, wanted, what) {
  if (found !== wanted) throw new Error(`${name}: ${found} ${what} instead of ${wanted}`)
}

function pagesIn(folder) {
  const articles = join(folder, 'articles')
  return existsSync(articles) ? readdirSync(articles).length : 0
}

async function timed(folder, env, counter) {
  const before = counter.calls()
  const start = performance.now()
  await build(folder, env)
  return { calls: counter.calls() - before, seconds: ((performance.now() - start) / 1000).toFixed(1) }
}

function build(folder, env) {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['run', '--silent', 'build'], {
      cwd: folder,
      env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`the build in ${folder} failed:\n${output}`)),
    )
  })
}

/** A proxy that counts requests. */
function startCounter(url) {
  let calls = 0
  const { hostname, port } = new URL(url)
  const server = createServer((incoming, answer) => {
    calls += 1
    const { method, url: path, headers } = incoming
    const onward = request({ hostname, port, method, path, headers }, (response) => {
      answer.writeHead(response.statusCode, response.headers)
      response.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    incoming.pipe(onward)
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve({
        url: `http://127.0.0.1:${server.address().port}`,
        calls: () => calls,
        stop: () => server.close().closeAllConnections(),
      }),
    )
  })
}

await main().catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
