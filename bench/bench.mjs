// Loads the service and a bare node:http server that answers the same bytes, in one run, and prints the ratio.
// Numbers of different runs or machines are not comparable; the ratios of one run are.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { workloads } from './workloads.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const ADMIN_PASSWORD = 'a password for the bench'

const { values } = parseArgs({
  options: {
    articles: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '5' },
    engine: { type: 'string', default: 'sqlite' },
    only: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
})

if (values.help) {
  console.log(`npm run bench -- [--articles 10000] [--seconds 5] [--engine sqlite|postgres] [--only WORK]

Seeds articles into a new data folder, starts the service on it and, for each piece of work, loads first a bare
node:http server that answers the same bytes and then the service, with the same connections.
Work: ${workloads.map(({ name }) => name).join(', ')}`)
  process.exit(0)
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

function run(command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${args.join(' ')} ended with ${code}`)),
    )
  })
}

async function start(args, env, readyUrl) {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (let attempt = 0; attempt < 300; attempt++) {
    const ready = await fetch(readyUrl).then(
      ({ status }) => status < 500,
      () => false,
    )
    if (ready) return child
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  child.kill()
  throw new Error(`${readyUrl} does not answer`)
}

async function stop(child) {
  child.kill('SIGTERM')
  await new Promise((resolve) => child.once('exit', resolve))
}

async function load(url, { requests, connections }, seconds) {
  const result = await autocannon({ url, connections, duration: seconds, requests })
  return {
    rate: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    wrong: result.non2xx - (result.statusCodeStats?.['304']?.count ?? 0) + result.errors,
  }
}

/** A bare server that answers with the bytes which the service gave to the first request of the work. */
async function bareRate(work, answer, seconds) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = await start(
    [join(root, 'bench/bare-server.mjs')],
    { PORT: String(port), STATUS: String(answer.status), BODY: answer.body },
    url,
  )
  try {
    return await load(
      url,
      { requests: [{ method: 'GET', path: '/' }], connections: work.connections },
      seconds,
    )
  } finally {
    await stop(child)
  }
}

async function main() {
  const folder = await mkdtemp(join(tmpdir(), 'inkstone-bench-'))
  const services =
    values.engine === 'postgres'
      ? await (await import('../scripts/services.mjs')).startServices({ postgres: true })
      : undefined
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    PORT: String(port),
    DATA_DIR: folder,
    ADMIN_PASSWORD,
    RATE_LIMIT_ANON: '9000000',
    RATE_LIMIT_USER: '9000000',
    LOG_LEVEL: 'warn',
    ...(services && { DATABASE_URL: services.env.TEST_DATABASE_URL }),
  }
  const program = join(root, 'server/bin/inkstone.mjs')
  try {
    await run(process.execPath, [program, 'seed', '--articles', values.articles], env)
    const service = await start([program, 'serve'], env, `${url}/readyz`)
    try {
      await measure(url)
    } finally {
      await stop(service)
    }
  } finally {
    await services?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(url) {
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD }),
  })
  const { data } = await login.json()
  const context = {
    articles: Number(values.articles),
    url,
    headers: { authorization: `Bearer ${data.token}` },
  }
  console.log(
    `${values.articles} articles on ${values.engine}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}\n`,
  )
  console.log(
    [
      'work'.padEnd(28),
      'req/s'.padStart(8),
      'p50 ms'.padStart(8),
      'p99 ms'.padStart(8),
      'bare'.padStart(8),
      'ratio'.padStart(7),
      'goal'.padStart(7),
    ].join(' '),
  )
  for (const work of workloads.filter(({ name }) => values.only === undefined || name === values.only)) {
    const requests = await work.requests(context)
    const answer = await firstAnswer(url, requests[0])
    const bare = await bareRate(work, answer, Number(values.seconds))
    const ours = await load(url, { requests, connections: work.connections }, Number(values.seconds))
    report(work, ours, bare)
  }
}

async function firstAnswer(url, { method, path, headers, body }) {
  const answer = await fetch(`${url}${path}`, { method, headers, body })
  return { status: answer.status, body: await answer.text() }
}

function report({ name, goal }, { rate, p50, p99, wrong }, bare) {
  const ratio = rate / bare.rate
  const cells = [
    name.padEnd(28),
    rate.toFixed(0).padStart(8),
    String(p50).padStart(8),
    String(p99).padStart(8),
    bare.rate.toFixed(0).padStart(8),
    ratio.toFixed(2).padStart(7),
  ]
  const verdict =
    goal === undefined ? '' : `${goal.toFixed(2).padStart(7)} ${ratio >= goal ? 'pass' : 'short'}`
  console.log([...cells, verdict, wrong > 0 ? `(${wrong} failed)` : ''].join(' '))
}

await main()
