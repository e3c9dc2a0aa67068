import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { promisify } from 'node:util'
import { BackupRefused } from './backups.rules.ts'
import { codeOf } from './file-copies.ts'

const DEBIAN_FOLDER = '/usr/lib/postgresql'
const MAX_COMPLAINTS = 20

export type Program = 'pg_dump' | 'pg_restore' | 'psql'

/** Finds a PostgreSQL program: in the configured folder, on the PATH, or in the Debian folders. */
export async function findProgram(name: Program, folder: string | undefined): Promise<string> {
  const candidates = folder === undefined ? [name, ...(await debianPrograms(name))] : [join(folder, name)]
  for (const candidate of candidates) if (await runs(candidate)) return candidate
  throw new BackupRefused(
    folder === undefined
      ? `${name} was not found; install PostgreSQL's client programs, or set PG_BIN to their folder.`
      : `PG_BIN: ${name} is not in ${JSON.stringify(folder)}; use the folder of PostgreSQL's client programs.`,
  )
}

async function debianPrograms(name: Program): Promise<string[]> {
  const versions = await readdir(DEBIAN_FOLDER).catch((error) => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return []
    throw error
  })
  return versions
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(DEBIAN_FOLDER, version, 'bin', name))
}

async function runs(program: string): Promise<boolean> {
  try {
    await promisify(execFile)(program, ['--version'])
    return true
  } catch {
    // Missing or not executable on this machine: try the next.
    return false
  }
}

/**
 * The connection URL for the command line, which every user of the machine can read, so the password is passed in a
 * private file.
 */
export async function withAddress<Result>(
  databaseUrl: string,
  work: (address: string) => Promise<Result>,
): Promise<Result> {
  const url = new URL(databaseUrl)
  if (url.password === '') return work(databaseUrl)
  const folder = await mkdtemp(join(tmpdir(), 'inkstone-'))
  try {
    const file = join(folder, 'pgpass')
    const password = decodeURIComponent(url.password).replace(/[\\:]/g, '\\$&')
    await writeFile(file, `*:*:*:*:${password}\n`, { mode: 0o600 })
    url.password = ''
    const joint = url.search === '' ? '?' : '&'
    return await work(`${url.href}${joint}passfile=${encodeURIComponent(file)}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export interface Running {
  readonly stdin: Writable
  readonly stdout: Readable
  kill(): void
  /** Resolves if it succeeds, and otherwise rejects with its error output. */
  readonly ended: Promise<void>
}

export function start(
  program: string,
  args: readonly string[],
  { signal, onLine }: { signal?: AbortSignal | undefined; onLine?: (line: string) => void } = {},
): Running {
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(signal && { signal }),
  })
  const complaints: string[] = []
  let rest = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      onLine?.(line)
      complaints.push(line)
      if (complaints.length > MAX_COMPLAINTS) complaints.shift()
    }
  })
  // Write errors are ignored: the exit code tells what happened.
  child.stdin.on('error', () => undefined)
  const ended = once(child, 'close').then(([code]) => {
    if (code === 0) return
    const said = [...complaints, rest].filter((line) => line.trim() !== '')
    throw new BackupRefused(`${program} failed: ${reasonIn(said) ?? `it exited with code ${code}`}`)
  })
  // It may fail before it is awaited.
  ended.catch(() => undefined)
  return { stdin: child.stdin, stdout: child.stdout, kill: () => void child.kill('SIGKILL'), ended }
}

/** The first error, or else the last line, with what the program adds to it, and what to do about it if that is known. */
function reasonIn(said: readonly string[]): string | undefined {
  const at = said.findIndex((line) => /error|fatal/i.test(line))
  const worst = said.at(at)
  if (worst === undefined) return undefined
  const added = at < 0 ? [] : said.slice(at + 1).filter((line) => /\b(?:detail|hint):/i.test(line))
  const advice = /version mismatch/.test(worst)
    ? ['install the client programs of the version of the server, or set PG_BIN to their folder']
    : []
  return [worst, ...added, ...advice].join('; ')
}
