// Runs tests of the service with Prism between their client and the service. Prism compares every response with the
// OpenAPI document (see `server/test/prism.ts`). Without arguments: the files of `selection.json`, which call every operation.
// `--all`: all tests that run in the process of the service. Other arguments are passed to vitest: `suite.mjs server/features/tags`.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../scripts/free-port.mjs'
import { ensurePackages } from '../../scripts/packages.mjs'
import { startService } from '../../scripts/running-service.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))

/** They call every operation, and many of them with errors too. `npm test` runs them on SQLite only here. */
const SELECTION = JSON.parse(readFileSync(join(here, 'selection.json'), 'utf8'))

/** It needs 200 requests that arrive at the same moment. Prism passes them on one after another. */
const UNSUITABLE = 'server/features/sessions/password-guessing.test.ts'

const given = process.argv.slice(2)
const isSelection = given.length === 0
const isAll = given.includes('--all')

async function main() {
  const renamed = [...SELECTION, UNSUITABLE].filter((path) => !existsSync(join(root, path)))
  if (renamed.length > 0) throw new Error(`not a test file: ${renamed.join(', ')}`)
  ensurePackages(here, 'tools/openapi')
  const folder = mkdtempSync(join(tmpdir(), 'inkstone-prism-'))
  const log = join(folder, 'requests.jsonl')
  const file = join(folder, 'openapi.json')
  writeFileSync(log, '')
  try {
    const document = await readDocument()
    writeFileSync(file, JSON.stringify(document))
    const { passed, output } = await betweenTests(file, (port) =>
      runTests({ TEST_PRISM_PORT: String(port), TEST_PRISM_LOG: log }),
    )
    if (!passed) console.log(output)
    report(document, log)
    if (!passed) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function readDocument() {
  const service = await startService()
  try {
    return await (await fetch(`${service.url}/api/openapi.json`)).json()
  } finally {
    await service.stop()
  }
}

async function betweenTests(document, run) {
  const dispatcher = await startDispatcher()
  const prism = await startPrism(document, dispatcher.address().port)
  try {
    return await run(prism.port)
  } finally {
    await prism.stop()
    dispatcher.close()
    dispatcher.closeAllConnections()
  }
}

/** Prism has one upstream, but the tests run in several processes: each request says where its own relay is. */
function startDispatcher() {
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming
    const onward = request(
      { host: '127.0.0.1', port: Number(headers['x-relay-port']), method, path: url, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.once('error', (error) => outgoing.writeHead(500).end(error.message))
    incoming.pipe(onward)
  })
  server.keepAliveTimeout = 0
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

/**
 * Without `--errors`, because Prism would then answer requests without a token itself: the tests fail on what Prism
 * reports. Tests send invalid requests on purpose, so only responses are validated.
 */
async function startPrism(document, upstreamPort) {
  const port = await freePort()
  const upstream = `http://127.0.0.1:${upstreamPort}`
  const options = ['--port', String(port), '--host', '127.0.0.1', '--no-validate-request', '--no-cors']
  const prism = spawn(
    join(here, 'node_modules/.bin/prism'),
    ['proxy', document, upstream, ...options, '-v', 'fatal'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  for (const stream of [prism.stdout, prism.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = new Promise((resolve) => prism.once('close', resolve))
  const killed = () => prism.kill('SIGKILL')
  process.once('exit', killed)
  while (!(await isOpen(port))) {
    if (prism.exitCode !== null) throw new Error(`Prism exited at its start\n${output}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const stop = async () => {
    prism.kill()
    await ended
    process.off('exit', killed)
  }
  return { port, stop }
}

function isOpen(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** The selection is quiet unless it fails. */
function runTests(env) {
  const files = isSelection ? SELECTION : isAll ? ['server', '--exclude', UNSUITABLE] : given
  const tests = spawn(
    join(root, 'node_modules/.bin/vitest'),
    ['run', '--allowOnly=false', '--project', 'source', ...files],
    {
      cwd: root,
      env: { ...process.env, ...env, TEST_WHOLE: '1' },
      stdio: ['ignore', isSelection ? 'pipe' : 'inherit', isSelection ? 'pipe' : 'inherit'],
    },
  )
  process.once('exit', () => tests.kill())
  let output = ''
  for (const stream of [tests.stdout, tests.stderr]) stream?.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => tests.once('close', (code) => resolve({ passed: code === 0, output })))
}

function report(document, log) {
  const entries = readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  const operations = Object.values(document.paths).flatMap((item) =>
    Object.values(item).flatMap(({ operationId }) => operationId ?? []),
  )
  const seen = new Set(entries.map(({ operation }) => operation))
  const violations = entries.filter((entry) => entry.violations.length > 0).length
  console.log(
    `Prism: ${entries.length} requests, ${seen.size} of ${operations.length} operations, ${violations} violations`,
  )
  const missing = operations.filter((operation) => !seen.has(operation))
  if ((isSelection || isAll) && missing.length > 0)
    throw new Error(`no test called ${missing.join(', ')} through Prism`)
  if (violations > 0) process.exitCode = 1
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))

await main().catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
