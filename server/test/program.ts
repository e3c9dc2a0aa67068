import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

type Settings = Readonly<Record<string, string>>

export interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** A node that runs as a separate process. */
export interface Node {
  readonly pid: number
  /** Its output so far. */
  output(): string
  /** Resolves when the output contains this text; rejects if the program ends without it. */
  wrote(text: string): Promise<void>
  /** Its URL; waits until it listens. */
  url(): Promise<string>
  signal(name: NodeJS.Signals): void
  ended(): Promise<Ending>
}

/** The built program itself: `bin/inkstone.mjs` would look for changed sources at every start. */
export const program = fileURLToPath(new URL('../dist/main.mjs', import.meta.url))
const running = new Set<ChildProcess>()

/** Ends what the tests of a file have left running. */
export function endPrograms(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** Runs a command and waits until it ends. */
export function run(args: readonly string[], settings: Settings = {}, folder?: string): Promise<Ending> {
  return startProgram(args, settings, folder).ended()
}

/** Starts a node on a free port. It stops with the test file. */
export function startNode(settings: Settings): Node {
  return startProgram(['serve'], { PORT: '0', ...settings })
}

/** Runs a command that the test watches, or ends before it has ended. */
export function startProgram(args: readonly string[], settings: Settings, cwd?: string): Node {
  // Only the variables that a program needs to run at all.
  const env = { PATH: process.env.PATH, ...settings }
  const child = spawn(process.execPath, [program, ...args], { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ended = once(child, 'close').then(([code, signal]): Ending => {
    running.delete(child)
    return { code, signal, stdout, stderr }
  })

  async function wrote(text: string): Promise<void> {
    while (!stdout.includes(text)) {
      const ending = await Promise.race([once(child.stdout, 'data').then(() => undefined), ended])
      if (ending && !stdout.includes(text))
        throw new Error(`the program ended without writing ${JSON.stringify(text)}:\n${stdout}${stderr}`)
    }
  }

  return {
    pid: child.pid ?? 0,
    output: () => stdout + stderr,
    wrote,
    async url() {
      await wrote('inkstone is ready')
      return /"url":"([^"]+)"/.exec(stdout)?.[1] ?? ''
    },
    signal: (name) => void child.kill(name),
    ended: () => ended,
  }
}
