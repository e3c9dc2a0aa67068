// A service with sample content, started like in production.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readdir, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../scripts/free-port.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const program = join(root, 'server/bin/inkstone.mjs')
export const ADMIN = { username: 'admin', password: 'a password for the bench' }
const LIMIT_NOBODY_REACHES = '9000000'

function settingsOf({ folder, databaseUrl }) {
  return {
    ...process.env,
    DATA_DIR: folder,
    ADMIN_PASSWORD: ADMIN.password,
    RATE_LIMIT_ANON: LIMIT_NOBODY_REACHES,
    RATE_LIMIT_USER: LIMIT_NOBODY_REACHES,
    LOG_LEVEL: 'warn',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  }
}

/**
 * A data folder with this many articles. With SQLite it is kept for the next run, because a million take half an
 * hour.
 */
export async function seededFolder({ articles, databaseUrl }) {
  const folder = await mkdtemp(join(tmpdir(), 'inkstone-bench-'))
  const kept = join(root, '.cache/bench', `${await fingerprint()}-${articles}.db`)
  const database = join(folder, 'inkstone.db')
  if (databaseUrl === undefined && (await exists(kept))) {
    await copyFile(kept, database)
    return folder
  }
  await run([program, 'seed', '--articles', String(articles)], settingsOf({ folder, databaseUrl }))
  if (databaseUrl === undefined) {
    await mkdir(join(root, '.cache/bench'), { recursive: true })
    await copyFile(database, kept)
  }
  return folder
}

/** A data folder with the sample magazine. */
export async function demoFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'inkstone-bench-'))
  await run([program, 'seed', '--demo'], settingsOf({ folder }))
  return folder
}

/** Identifies the code that creates the sample content. */
async function fingerprint() {
  const hash = createHash('sha256')
  for (const folder of ['server/migrations', 'server/features/samples', 'server/platform/search'])
    for (const name of (await readdir(join(root, folder))).sort())
      if (name.endsWith('.ts')) hash.update(await readFile(join(root, folder, name)))
  return hash.digest('hex').slice(0, 12)
}

const exists = (path) =>
  stat(path).then(
    () => true,
    () => false,
  )

function run(args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${args.join(' ')} ended with ${code}`)),
    )
  })
}

export async function start(args, env, readyUrl) {
  const begun = performance.now()
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  while (performance.now() - begun < 60_000) {
    const ready = await fetch(readyUrl).then(
      ({ status }) => status < 500,
      () => false,
    )
    if (ready) return { child, readyAfter: performance.now() - begun }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  child.kill()
  throw new Error(`${readyUrl} does not answer`)
}

export async function stop(child) {
  child.kill('SIGTERM')
  await new Promise((resolve) => child.once('exit', resolve))
}

/** Starts it and logs in. */
export async function startService({ folder, databaseUrl, workers, articles }) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { ...settingsOf({ folder, databaseUrl }), PORT: String(port), WORKERS: String(workers) }
  const { child, readyAfter } = await start([program, 'serve'], env, `${url}/readyz`)
  console.log(`ready ${readyAfter.toFixed(0)} ms after the process began`)
  const { token } = await call({ url }, 'POST', '/api/auth/login', ADMIN)
  return {
    url,
    articles,
    workers,
    headers: { authorization: `Bearer ${token}` },
    memory: () => residentMegabytes(child.pid),
    pid: child.pid,
    stop: () => stop(child),
  }
}

/** The data of the response of a started service, or an error. */
export async function call({ url, headers }, method, path, body) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { data, message } = await response.json()
  if (!response.ok) throw new Error(`${method} ${path}: ${message}`)
  return data
}

const residentMegabytes = (pid) => megabytesOf(pid, 'status', /VmRSS:\s+(\d+)/)

/** Proportional set size: memory shared by several processes is divided between them. */
export const sharedMegabytes = (pid) => megabytesOf(pid, 'smaps_rollup', /^Pss:\s+(\d+)/m)

/** Of the process and its children; unknown without /proc. */
async function megabytesOf(pid, file, kilobytes) {
  const own = await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const found = kilobytes.exec(own)?.[1] ?? Number.NaN
  const others = await Promise.all(
    children
      .trim()
      .split(/\s+/)
      .filter(Boolean)
      .map((child) => megabytesOf(child, file, kilobytes)),
  )
  // A process that has just ended has none.
  return others
    .filter((megabytes) => !Number.isNaN(megabytes))
    .reduce((sum, megabytes) => sum + megabytes, Math.round(Number(found) / 1024))
}
