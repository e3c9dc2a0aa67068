import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { SharpOptions } from 'sharp'

/** What a program would write as a chain of calls; the last of the steps gives what is made. */
export interface Recipe {
  readonly source: string | Buffer
  readonly options: SharpOptions
  readonly steps: ReadonlyArray<readonly [name: string, ...values: unknown[]]>
}

/** The decoder could not do it: a fault of the picture. Everything else that fails is one of the machine. */
export class Undecodable extends Error {}

const TIMEOUT_SECONDS = 60
/** The decoder looks at its own clock now and then; should it not come to that, it is ended. */
const PATIENCE_MS = 75_000
const IDLE_MS = 20_000

// Freed memory goes back at once: by default glibc keeps a share for each thread that ever worked, some forty megabytes
// of pictures each. Nothing else of the service's environment is of use to it.
const ENVIRONMENT = {
  PATH: process.env.PATH,
  TMPDIR: process.env.TMPDIR,
  LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH,
  UV_THREADPOOL_SIZE: '1',
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '65536',
}

// All it does in JavaScript is to read a message. Without a compiler it is six megabytes smaller, and nothing that it
// writes can ever be run.
// Older ones of Node say on each start what it leaves out, unless it is left out expressly.
const NODE_MAJOR = Number.parseInt(process.versions.node, 10)
const SMALL = ['--max-semi-space-size=1', '--jitless', ...(NODE_MAJOR < 24 ? ['--no-expose-wasm'] : [])]

export type PictureProcess = ReturnType<typeof createPictureProcess>

/** One picture at a time. The process starts with the first of them, and goes when none has come for a while. */
export function createPictureProcess() {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined

  async function started(): Promise<ChildProcess> {
    clearTimeout(idle)
    if (child?.connected) return child
    const made = fork(fileURLToPath(new URL('./picture-maker.mjs', import.meta.url)), {
      env: ENVIRONMENT,
      execArgv: SMALL,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    // What fails later comes up as its end, or as a message that cannot be sent.
    made.on('error', () => {})
    await once(made, 'spawn')
    // It never keeps the service from ending, and ends with it.
    made.unref()
    made.channel?.unref()
    child = made
    return made
  }

  async function make(recipe: Recipe): Promise<unknown> {
    const answer = (await tryToMake(recipe)) ?? (await tryToMake(recipe))
    idle = setTimeout(() => child?.connected && child.disconnect(), IDLE_MS).unref()
    if (!answer) throw new Undecodable('the decoder broke off')
    if ('error' in answer) throw new Undecodable(answer.error)
    return answer.made
  }

  /** Undefined if the process ends over it. Once may be anybody's fault, twice is the picture's. */
  async function tryToMake(recipe: Recipe): Promise<Answer | undefined> {
    const decoder = await started()
    // For as long as it works it is waited for.
    decoder.channel?.ref()
    const patience = setTimeout(() => decoder.kill('SIGKILL'), PATIENCE_MS)
    try {
      return await new Promise<Answer | undefined>((resolve) => {
        const broken = () => {
          child = undefined
          resolve(undefined)
        }
        decoder.once('message', (answer) => resolve(answer as Answer))
        decoder.once('exit', broken)
        decoder.send({ ...recipe, timeoutSeconds: TIMEOUT_SECONDS }, (error) => error && broken())
      })
    } finally {
      clearTimeout(patience)
      decoder.removeAllListeners('message').removeAllListeners('exit')
      decoder.channel?.unref()
    }
  }

  return {
    make,
    get pid() {
      return child?.pid
    },
  }
}

type Answer = { readonly made: unknown } | { readonly error: string }
