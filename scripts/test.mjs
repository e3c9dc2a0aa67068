// Runs all checks; starts no further one after a failure, and shows its output.
//   --check   the static checks alone
//   --quick   format, lint, types and the quick tests on SQLite
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { ensureBuilt } from './build.mjs'
import { hasPassed, noted, outsideChecks, throughPrism } from './outside-checks.mjs'
import { startServices } from './services.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = (name) => join(root, 'node_modules/.bin', name)

// The native compiler takes a third of the time of the one that the other tools load. One thread of it does half the work
// of four, which each look at what they share, and the other core has another check to do.
const compiler = [process.execPath, 'node_modules/typescript-native/bin/tsc', '--noEmit', '--singleThreaded']

const quickChecks = [
  { name: 'types', command: compiler },
  { name: 'types of the console', command: [...compiler, '-p', 'console'] },
  { name: 'format and lint', command: [bin('biome'), 'ci', '--colors=off', '--diagnostic-level=warn'] },
]
const otherChecks = [
  {
    name: 'import rules',
    command: [bin('depcruise'), 'contract', 'console', 'server', 'bench', '--output-type', 'err-long'],
  },
  { name: 'unused code', command: [bin('knip')] },
  { name: 'documents', command: [process.execPath, 'scripts/documents.mjs'] },
  { name: 'owners of tables', command: [process.execPath, 'scripts/owners.mjs'] },
  { name: 'lengths and words', command: [process.execPath, 'scripts/sources.mjs'] },
]
const newerNode = {
  name: 'tests on the newest Node',
  command: [process.execPath, 'tools/newer-node/test.mjs'],
  packages: ['tools/newer-node'],
}
const quickSuite = [bin('vitest'), 'run', '--project', 'source', '--allowOnly=false']
const suite = [...quickSuite, '--project', 'jobs', '--project', 'process']
const browserSuite = [bin('vitest'), 'run', '--project', 'browser', '--allowOnly=false']

// The run on SQLite is one, whatever the caller's environment is.
const ofOneRun = new Set([
  'TEST_DATABASE_URL',
  'TEST_DATABASE_SOCKET',
  'TEST_REDIS_URL',
  'TEST_DATABASES_ONLY',
  'TEST_PRISM_APART',
  'TEST_WHOLE',
])
const plainEnv = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofOneRun.has(name)))

const running = new Set()
let interruptedBy

async function everything() {
  const outside = outsideChecks.filter((check) => !hasPassed(check))
  const packages = installed([newerNode, ...outside])
  // Reported below, also when a check fails first.
  packages.catch(() => {})
  await inParallel([...quickChecks, ...otherChecks])
  // Most of the next steps run the program, and each would build it.
  await timed('build', ensureBuilt)
  const browserTests = hasBrowserTests()
  const services = await timed('services started', () =>
    startServices({ postgres: true, redis: true, chromium: browserTests }),
  )
  const { TEST_CHROMIUM, ...databases } = services.env
  try {
    // Many tests wait for a program, a server or a page: two steps at a time keep the machine busy. Long ones come first.
    await twoAtATime([
      () =>
        testStep({
          name: 'tests on PostgreSQL and Redis',
          command: suite,
          env: { ...databases, TEST_WHOLE: '1', TEST_DATABASES_ONLY: '1' },
        }),
      ...(browserTests
        ? [() => testStep({ name: 'tests in the browser', command: browserSuite, env: { TEST_CHROMIUM } })]
        : []),
      // The files that run through Prism run on SQLite there.
      () =>
        testStep({
          name: 'tests on SQLite',
          command: suite,
          env: { TEST_WHOLE: '1', ...(outside.includes(throughPrism) && { TEST_PRISM_APART: '1' }) },
        }),
      () => packages.then(() => testStep(newerNode)),
      ...outside.map((check) => async () => {
        await packages
        await noted(check, () => step({ ...check, says: true }))
      }),
    ])
    for (const { name } of outsideChecks.filter((check) => !outside.includes(check)))
      console.log(`ok     ${name}: nothing changed since they passed`)
  } finally {
    await services.stop()
  }
}

/**
 * These need packages that `npm ci` of the service does not install. Most of the installation is waiting, so the static
 * checks and the build run meanwhile.
 */
function installed(checks) {
  const folders = new Set(checks.flatMap(({ packages }) => packages))
  const command = [process.execPath, 'scripts/packages.mjs', ...folders]
  return step({ name: 'packages of tools', command })
}

async function quick() {
  await inParallel(quickChecks)
  await testStep({ name: 'tests on SQLite', command: quickSuite })
}

function check() {
  return inParallel([...quickChecks, ...otherChecks])
}

function hasBrowserTests() {
  const folders = readdirSync(root, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules',
  )
  return folders.some(({ name }) =>
    readdirSync(join(root, name), { recursive: true }).some(
      (path) => path.endsWith('.browser.test.ts') && !path.includes('node_modules'),
    ),
  )
}

function inParallel(steps) {
  return twoAtATime(steps.map((each) => () => step(each)))
}

/** After a failure no further step is started. */
async function twoAtATime(steps) {
  const waiting = [...steps]
  const failures = []
  const work = async () => {
    while (failures.length === 0 && waiting.length > 0) {
      const next = waiting.shift()
      await next().catch((error) => failures.push(error))
    }
  }
  await Promise.all([work(), work()])
  if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures)
}

function step({ name, command, env = {}, says = false }) {
  return timed(name, async () => {
    const { code, output } = await run(command, env)
    if (code !== 0) throw new Error(output)
    return says ? output.trim().replaceAll('\n', '\n       ') : ''
  })
}

/** A failing file fails the run: its name and output are the diagnosis, and a second try would hide it. */
function testStep({ name, command, env = {} }) {
  return timed(name, async () => {
    const { code, output } = await run(command, env)
    if (code !== 0) throw new Error(whatFailed(output))
    return /^\s*Tests\s+(.+)$/m.exec(stripVTControlCharacters(output))?.[1]
  })
}

/** Without the list of passed tests, which is long and comes first. */
function whatFailed(output) {
  const plain = stripVTControlCharacters(output)
  const failures = plain.search(/^.*⎯ (Failed (Suites|Tests)|Unhandled Errors?) /m)
  return failures < 0 ? plain : plain.slice(failures)
}

async function timed(name, work) {
  const start = performance.now()
  const say = (verdict, detail = '') => {
    const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(6)
    console.log(`${verdict.padEnd(6)} ${name.padEnd(30)} ${seconds} s  ${detail}`.trimEnd())
  }
  try {
    const result = await work()
    say('ok', typeof result === 'string' ? result : '')
    return result
  } catch (error) {
    say('FAILED')
    throw new Error(`--- ${name}\n${error.message}`)
  }
}

function run([program, ...args], env) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...plainEnv, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      running.delete(child)
      resolve({ code, output })
    })
  })
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interruptedBy = signal
    // Ctrl-C in a terminal reaches them anyway.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) for (const child of running) child.kill(signal)
  })
}

function flagsGiven() {
  try {
    return parseArgs({ options: { quick: { type: 'boolean' }, check: { type: 'boolean' } } }).values
  } catch (error) {
    console.error(error.message)
    process.exit(2)
  }
}

const flags = flagsGiven()
const work = flags.check ? check : flags.quick ? quick : everything
await work().catch((error) => {
  if (!interruptedBy)
    console.error(`\n${(error.errors ?? [error]).map(({ message }) => message).join('\n\n')}`)
  process.exitCode = interruptedBy ? 128 + constants.signals[interruptedBy] : 1
})
