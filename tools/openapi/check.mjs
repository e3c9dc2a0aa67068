// Runs third-party tools on the OpenAPI document of a real service: Spectral and Redocly lint it; three generators
// create clients, which are compiled strictly and run a scenario; Prism runs as a proxy between a scenario and the
// service and validates every request and response. `--lint`: only the linters.
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { freePort } from '../../scripts/free-port.mjs'
import { ensurePackages } from '../../scripts/packages.mjs'
import { startService } from '../../scripts/running-service.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const generated = join(here, 'generated')
const document = join(generated, 'openapi.json')
const bin = (name) => join(here, 'node_modules/.bin', name)
/** The native compiler of the service: a sixth of the processor time of the one that the generators bring. */
const COMPILER = fileURLToPath(new URL('../../node_modules/typescript-native/bin/tsc', import.meta.url))

async function main() {
  ensurePackages(here, 'tools/openapi')
  const service = await startService({ RATE_LIMIT_ANON: '0' })
  try {
    rmSync(generated, { recursive: true, force: true })
    mkdirSync(generated)
    writeFileSync(document, await (await fetch(`${service.url}/api/openapi.json`)).text())
    await lint()
    if (process.argv.includes('--lint')) return
    await generate(service.url)
    const { scenarios } = await compile()
    for (const [name, scenario] of Object.entries(scenarios))
      console.log(`${name}: ${await watched(service, scenario)} requests, no token in a URL`)
    await throughPrism(service, scenarios['openapi-fetch'])
  } finally {
    await service.stop()
  }
}

async function lint() {
  await run('spectral', ['lint', document, '--ruleset', 'spectral.yaml', '--fail-severity', 'hint'])
  console.log('spectral:oas: 0 errors, 0 warnings')
  const said = JSON.parse(
    await run('redocly', ['lint', document, '--config', 'redocly-strict.yaml', '--format', 'json'], {
      mayFail: true,
    }),
  )
  const problems = said.problems.filter((problem) => !isByContract(problem))
  if (problems.length > 0)
    throw new Error(
      problems
        .map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)
        .join('\n'),
    )
  const excepted = said.problems.length
  console.log(
    `recommended-strict: 0 errors, 0 warnings, without ${excepted} paths that stand so in the contract`,
  )
}

/**
 * `/api/articles/by-alias/{alias}` and `/api/articles/{id}/publish` overlap for the linter. Both are fixed by the
 * contract, and they are unambiguous because an id is a number.
 */
function isByContract({ ruleId, message }) {
  return ruleId === 'no-ambiguous-paths' && message.includes('`/api/articles/by-alias/{alias}`')
}

async function generate(serviceUrl) {
  await run('openapi-typescript', [document, '-o', join(generated, 'openapi-typescript.ts')])
  await run('openapi-ts', ['-i', document, '-o', join(generated, 'hey-api'), '-c', '@hey-api/client-fetch'])
  await run('orval', ['--config', 'orval.config.cjs'], {
    env: { DOCUMENT: document, SERVICE_URL: serviceUrl },
  })
}

async function compile() {
  await run(COMPILER, ['-p', 'tsconfig.json'])
  console.log('openapi-typescript, @hey-api/openapi-ts, orval: compile under strict')
  const outfile = join(generated, 'scenarios.mjs')
  await build({
    entryPoints: [join(here, 'scenarios/main.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
  })
  return import(pathToFileURL(outfile).href)
}

/** Runs a scenario and checks each of its requests. Returns their number. */
async function watched({ url, token }, scenario, check = () => {}) {
  const plain = globalThis.fetch
  let count = 0
  globalThis.fetch = async (...given) => {
    const request = new Request(...given)
    if (decodeURIComponent(request.url).includes(token)) throw new Error(`a token in ${request.url}`)
    const response = await plain(request)
    count += 1
    check(request, response)
    return response
  }
  try {
    await scenario({ url, token })
    return count
  } finally {
    globalThis.fetch = plain
  }
}

async function throughPrism({ url, token }, scenario) {
  const port = await freePort()
  const prism = spawn(bin('prism'), ['proxy', document, url, '--port', String(port), '--host', '127.0.0.1'], {
    cwd: here,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [prism.stdout, prism.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = new Promise((resolve) => prism.once('close', resolve))
  try {
    while (!output.includes('Prism is listening')) {
      if (prism.exitCode !== null) throw new Error(`Prism exited at its start\n${output}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const violations = []
    let seenOnPurpose = 0
    const count = await watched({ url: `http://127.0.0.1:${port}`, token }, scenario, (request, response) => {
      const header = response.headers.get('sl-violations')
      const isOwnFault = [400, 422].includes(response.status)
      // The scenario sends one invalid request on purpose.
      for (const each of header ? JSON.parse(header) : [])
        if (isOwnFault && each.location[0] === 'request') seenOnPurpose += 1
        else violations.push(`${request.method} ${request.url}: ${JSON.stringify(each)}`)
    })
    if (seenOnPurpose === 0) throw new Error('Prism accepted the request that is invalid on purpose')
    if (violations.length > 0) throw new Error(`Prism saw violations:\n${violations.join('\n')}`)
    console.log(`Prism: ${count} requests, 0 violations`)
  } finally {
    prism.kill()
    await ended
  }
}

function run(program, args, { env = {}, mayFail = false } = {}) {
  return new Promise((resolve, reject) => {
    const quiet = {
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      SCARF_ANALYTICS: 'false',
    }
    const child = spawn(program === COMPILER ? program : bin(program), args, {
      cwd: here,
      env: { ...process.env, ...quiet, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk) => (stdout += chunk))
    child.stderr.on('data', (chunk) => (stderr += chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0 || mayFail) resolve(stdout)
      else reject(new Error(`${program} failed:\n${stdout}${stderr}`))
    })
  })
}

await main().catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
