// Private PostgreSQL and Redis servers for tests, from the installed programs, on free ports of the loopback address,
// in a temporary folder. As a command: node scripts/services.mjs -- COMMAND ...
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { constants as osConstants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startKeeper } from './cluster/processes.mjs'
import { freePort } from './free-port.mjs'
import { findOrInstall } from './programs.mjs'

const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 10_000
// SIGINT is a fast shutdown for both: PostgreSQL disconnects its clients, Redis saves nothing.
const FAST_SHUTDOWN = { signal: 'INT', waitSeconds: 3 }

/**
 * Starts the requested services, and installs them first if possible. Returns the environment variables for the
 * tests, and `stop`. If this process dies without calling `stop`, everything is ended as well.
 */
export async function startServices({ postgres = false, redis = false, chromium = false, durable = false }) {
  const wanted = Object.entries({ postgres, redis, chromium }).flatMap(([name, isRequested]) =>
    isRequested ? [name] : [],
  )
  const paths = findOrInstall(wanted)
  const folder = mkdtempSync(join(durable ? tmpdir() : quickFolder(), 'inkstone-services-'))
  const started = []
  const keeper = startKeeper(folder, FAST_SHUTDOWN)
  const stop = async () => {
    await Promise.all(started.map((server) => end(server)))
    rmSync(folder, { recursive: true, force: true })
    keeper.dismiss()
  }
  try {
    const env = {}
    const watch = (service) => {
      started.push(service)
      keeper.watch(service.pid)
    }
    if (postgres)
      Object.assign(
        env,
        await onFreePort((port) => startPostgres(paths.postgres, folder, port, watch, durable)),
      )
    if (redis) env.TEST_REDIS_URL = await onFreePort((port) => startRedis(paths.redis, folder, port, watch))
    if (chromium) env.TEST_CHROMIUM = paths.chromium
    return { env, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const MEMORY_FOLDER = '/dev/shm'
const MEMORY_BYTES = 4 * 1024 ** 3

/** Copying a database for each test file is cheaper in memory than on a busy disk. A container often has too little. */
function quickFolder() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    return bavail * bsize >= MEMORY_BYTES ? MEMORY_FOLDER : tmpdir()
  } catch {
    return tmpdir()
  }
}

async function startPostgres(path, folder, port, watch, durable) {
  const password = randomBytes(12).toString('hex')
  const { home, data, options } = makePostgresHome(folder, port)
  const passwordFile = join(home, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (options.uid !== undefined) chownSync(passwordFile, options.uid, options.gid)
  // Every test file opens a dozen connections, and SCRAM takes several milliseconds of processor time for each.
  const login = ['-U', 'postgres', '-A', 'md5', `--pwfile=${passwordFile}`]
  const initdb = join(path, '../initdb')
  const made = spawnSync(initdb, ['-D', data, '-E', 'UTF8', '--no-sync', ...login], {
    ...options,
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`)
  await runPostgres(path, { port, home, data, options, watch, durable }, 'ready to accept connections')
  return {
    TEST_DATABASE_URL: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    TEST_DATABASE_SOCKET: home,
  }
}

/** PostgreSQL runs in its own folder, as a user that is not root. */
function makePostgresHome(folder, port) {
  const owner = unprivilegedOwner()
  const home = join(folder, `postgres-${port}`)
  mkdirSync(home, { mode: 0o700 })
  if (owner.uid !== undefined) for (const each of [folder, home]) chownSync(each, owner.uid, owner.gid)
  const env = { ...process.env, LC_ALL: process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8' }
  return { home, data: join(home, 'data'), options: { ...owner, cwd: home, env } }
}

/** `durable` flushes to disk and uses memory like a production server, for measurements. */
async function runPostgres(path, { port, home, data, options, watch, durable = false }, line) {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: home,
    max_connections: 200,
    lc_messages: 'C',
    ...(durable
      ? { shared_buffers: '1GB' }
      : // The data does not outlive the tests.
        {
          fsync: 'off',
          synchronous_commit: 'off',
          full_page_writes: 'off',
          autovacuum: 'off',
          track_counts: 'off',
          jit: 'off',
          update_process_title: 'off',
        }),
  }
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(path, ['-D', data, ...words], {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  watch(server)
  await ready(server, 'PostgreSQL', `database system is ${line}`)
}

/**
 * A streaming replica of a PostgreSQL started here, for the tests that need one. `crash` stops it, `restart` starts
 * it again on the same port, and `stop` ends it for good.
 */
export async function startReplica(primaryUrl) {
  const path = findOrInstall(['postgres']).postgres
  const folder = mkdtempSync(join(quickFolder(), 'inkstone-replica-'))
  const keeper = startKeeper(folder, FAST_SHUTDOWN)
  let server
  const watch = (started) => {
    server = started
    keeper.watch(started.pid)
  }
  const stop = async () => {
    if (server) await end(server)
    rmSync(folder, { recursive: true, force: true })
    keeper.dismiss()
  }
  try {
    const place = await onFreePort(async (port) => {
      const home = makePostgresHome(folder, port)
      await copyCluster(path, primaryUrl, home)
      const place = { ...home, port, watch }
      await runPostgres(path, place, 'ready to accept read')
      return place
    })
    const url = new URL(primaryUrl)
    url.host = `127.0.0.1:${place.port}`
    return {
      url: url.href,
      crash: () => end(server, 'SIGQUIT'),
      restart: () => runPostgres(path, place, 'ready to accept read'),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function copyCluster(path, url, { data, options }) {
  const words = ['-d', url, '-D', data, '--write-recovery-conf', '--checkpoint=fast', '--no-sync']
  // The server may be found through a symbolic link; the other programs are next to its target.
  const copying = spawn(join(realpathSync(path), '../pg_basebackup'), words, {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  copying.stderr.on('data', (chunk) => {
    complaint += chunk
  })
  const [code] = await once(copying, 'close')
  if (code !== 0) throw new Error(`pg_basebackup failed: ${complaint}`)
}

async function startRedis(path, folder, port, watch) {
  const password = randomBytes(12).toString('hex')
  const server = spawn(path, ['-'], { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  watch(server)
  server.stdin.on('error', () => {}) // it may have exited already: `ready` reports why
  server.stdin.end(
    `bind 127.0.0.1\nport ${port}\nrequirepass ${password}\nsave ""\nappendonly no\ndaemonize no\ndir ${folder}\n`,
  )
  await ready(server, 'Redis', 'Ready to accept connections')
  return `redis://default:${password}@127.0.0.1:${port}/0`
}

/** PostgreSQL refuses to run as root. */
function unprivilegedOwner() {
  if (process.getuid?.() !== 0) return {}
  for (const user of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, user], { encoding: 'utf8' }))
    if (uid.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  }
  throw new Error(
    'PostgreSQL does not run as root and there is no user "postgres": make one, or run the tests as another user',
  )
}

function ready(server, name, line) {
  return new Promise((resolve, reject) => {
    let output = ''
    const fail = (why) => reject(Object.assign(new Error(`${name} ${why}\n${output}`), { output }))
    const timer = setTimeout(fail, START_TIMEOUT_MS, `was not ready within ${START_TIMEOUT_MS / 1000} s`)
    const read = (chunk) => {
      // Continues to read: a full pipe would block the server.
      if (output.length < 100_000) output += chunk
      if (!output.includes(line)) return
      clearTimeout(timer)
      resolve()
    }
    server.stdout.on('data', read)
    server.stderr.on('data', read)
    server.once('error', (error) => fail(`could not be started: ${error.message}`))
    server.once('exit', (code, signal) => {
      clearTimeout(timer)
      fail(`ended with ${signal ?? code} at its start`)
    })
  })
}

async function onFreePort(start) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(await freePort())
    } catch (error) {
      // Another process may have taken the port in between.
      if (attempt === 3 || !/address already in use/i.test(error.output ?? '')) throw error
    }
  }
}

async function end(server, signal = 'SIGINT') {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill(signal)
  const timer = setTimeout(() => server.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await ended
  clearTimeout(timer)
}

async function runWithServices(command) {
  const services = await startServices({ postgres: true, redis: true, chromium: true })
  const child = spawn(command[0], command.slice(1), {
    stdio: 'inherit',
    env: { ...process.env, ...services.env },
  })
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // Ctrl-C in a terminal reaches the command anyway.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code, signal) => resolve(code ?? 128 + osConstants.signals[signal]))
    })
  } finally {
    await services.stop()
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const command = process.argv.slice(process.argv[2] === '--' ? 3 : 2)
  if (command.length === 0) {
    console.error('usage: node scripts/services.mjs -- COMMAND [ARGUMENT ...]')
    process.exit(2)
  }
  process.exitCode = await runWithServices(command).catch((error) => {
    console.error(error.message)
    return 1
  })
}
