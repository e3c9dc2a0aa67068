// The programs that the tests and the cluster start: found on this machine, or installed.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const programs = {
  postgres: { names: ['postgres'], folders: postgresFolders, debian: 'postgresql', brew: 'postgresql' },
  redis: { names: ['redis-server'], folders: brewFolders, debian: 'redis-server', brew: 'redis' },
  chromium: {
    names: [
      'chromium-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
      'Chromium',
      'Google Chrome',
    ],
    folders: chromiumFolders,
    debian: 'chromium',
    brew: 'chromium',
  },
  nginx: { names: ['nginx'], folders: serverFolders, debian: 'nginx', brew: 'nginx' },
}

/** The paths of programs by name. Missing ones are installed first if possible. */
export function findOrInstall(wanted) {
  if (wanted.includes('chromium')) tryHeadlessShell()
  const missing = wanted.filter((name) => find(programs[name]) === undefined)
  if (missing.length > 0) install(missing)
  return Object.fromEntries(wanted.map((name) => [name, find(programs[name]) ?? stillMissing(name)]))
}

/**
 * Chromium without windows renders the same for less processor time. Any other serves as well: where the
 * package is unknown or cannot be had, nothing is lost.
 */
function tryHeadlessShell() {
  const shell = 'chromium-headless-shell'
  if (find({ ...programs.chromium, names: [shell] }) !== undefined || !canInstall()) return
  spawnSync('apt-get', [...QUIETLY, '-o', 'Acquire::http::Timeout=10', ...INSTALL, shell], {
    env: aptEnvironment(),
  })
}

function stillMissing(name) {
  throw new Error(
    `${programs[name].debian} was installed, but none of ${programs[name].names.join(', ')} was found`,
  )
}

function find({ names, folders }) {
  const onPath = (process.env.PATH ?? '').split(':').filter(Boolean)
  for (const folder of [...onPath, ...folders()])
    for (const name of names) if (isExecutable(join(folder, name))) return join(folder, name)
  return undefined
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function brewFolders() {
  return ['/opt/homebrew/bin', '/usr/local/bin', '/home/linuxbrew/.linuxbrew/bin', '/usr/sbin']
}

function serverFolders() {
  return ['/usr/sbin', '/usr/local/sbin', ...brewFolders()]
}

function postgresFolders() {
  const versioned = [
    '/usr/lib/postgresql',
    '/opt/homebrew/opt',
    '/usr/local/opt',
    '/home/linuxbrew/.linuxbrew/opt',
  ]
  const newestFirst = (a, b) => b.localeCompare(a, 'en', { numeric: true })
  return versioned
    .filter(existsSync)
    .flatMap((parent) =>
      readdirSync(parent)
        .filter((name) => /^(postgresql@?)?\d+$/.test(name))
        .sort(newestFirst)
        .map((name) => join(parent, name, 'bin')),
    )
    .concat('/usr/pgsql/bin', brewFolders())
}

function chromiumFolders() {
  const applications = ['Chromium', 'Google Chrome'].map((name) => `/Applications/${name}.app/Contents/MacOS`)
  return [...applications, ...brewFolders()]
}

function install(missing) {
  const packages = missing.map((name) => programs[name].debian)
  if (!canInstall()) throw new Error(howToInstall(missing))
  console.log(`  installing ${packages.join(', ')} with apt-get`)
  withoutStartingServices(() => {
    aptGet(['update'], missing)
    aptGet([...INSTALL, ...packages], missing)
  })
}

function canInstall() {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version')
}

const QUIETLY = ['-qq', '-o', 'DPkg::Lock::Timeout=300']
const INSTALL = ['install', '--yes', '--no-install-recommends']
const aptEnvironment = () => ({ ...process.env, DEBIAN_FRONTEND: 'noninteractive' })

function aptGet(args, missing) {
  const ran = spawnSync('apt-get', [...QUIETLY, ...args], { env: aptEnvironment(), encoding: 'utf8' })
  if (ran.status === 0) return
  throw new Error(
    `apt-get ${args[0]} failed: ${ran.error?.message ?? ran.stderr.trim()}\n${howToInstall(missing)}`,
  )
}

function howToInstall(missing) {
  const names = (system) => missing.map((name) => programs[name][system]).join(' ')
  const commands = `apt-get install ${names('debian')} (Debian, Ubuntu) or brew install ${names('brew')} (macOS)`
  return `This needs ${missing.join(', ')}, which ${missing.length > 1 ? 'are' : 'is'} not installed: ${commands}`
}

/** Debian starts a service on installation, unless this file forbids it. */
function withoutStartingServices(work) {
  const policy = '/usr/sbin/policy-rc.d'
  const ours = '#!/bin/sh\n# written while inkstone installs packages for its tests\nexit 101\n'
  const found = existsSync(policy) ? readFileSync(policy) : undefined
  // If ours is there already, a killed run has left it behind.
  const before = found?.toString() === ours ? undefined : found
  // With a handler, the signal does not end this process before the file is restored.
  const heldBack = () => {}
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, heldBack)
  try {
    rmSync(policy, { force: true })
    writeFileSync(policy, ours, { mode: 0o755 })
    work()
  } finally {
    rmSync(policy, { force: true })
    if (before) writeFileSync(policy, before, { mode: 0o755 })
    for (const signal of signals) process.off(signal, heldBack)
  }
}
