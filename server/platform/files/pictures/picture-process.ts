import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { SharpOptions } from 'sharp'

/** The calls on a sharp object, as data. The result of the last step is the result of the whole. */
export interface Recipe {
  readonly source: string | Buffer
  readonly options: SharpOptions
  readonly steps: ReadonlyArray<readonly [name: string, ...values: unknown[]]>
}

/** The decoder rejected the picture. Any other error is a fault of the system, not of the picture. */
export class UndecodablePicture extends Error {}

const TIMEOUT_SECONDS = 60
/** The decoder checks its time limit only now and then. After this time it is killed. */
const KILL_AFTER_MS = 75_000
const IDLE_MS = 20_000

// Returns freed memory to the system immediately: by default glibc keeps an arena of some forty megabytes for each
// thread. The process needs no other variables of the service's environment.
const ENVIRONMENT = {
  PATH: process.env.PATH,
  TMPDIR: process.env.TMPDIR,
  LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH,
  UV_THREADPOOL_SIZE: '1',
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '65536',
}

// The process only reads messages in JavaScript. Without a compiler it needs six megabytes less, and it can never
// execute memory that it wrote.
// Older versions of Node print a warning on each start unless WebAssembly is also switched off.
const NODE_MAJOR = Number.parseInt(process.versions.node, 10)
const NODE_FLAGS = ['--max-semi-space-size=1', '--jitless', ...(NODE_MAJOR < 24 ? ['--no-expose-wasm'] : [])]

export type PictureProcess = ReturnType<typeof createPictureProcess>

/**
 * Handles one picture at a time. The process starts with the first picture, and ends when it has been idle for a
 * while.
 */
export function createPictureProcess() {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined

  async function started(): Promise<ChildProcess> {
    clearTimeout(idle)
    if (child?.connected) return child
    const made = fork(fileURLToPath(new URL('./picture-maker.mjs', import.meta.url)), {
      env: ENVIRONMENT,
      execArgv: NODE_FLAGS,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    // Later errors also cause an exit or a failed send, which are handled below.
    made.on('error', () => {})
    await once(made, 'spawn')
    // It must not keep the service running.
    made.unref()
    made.channel?.unref()
    child = made
    return made
  }

  async function make(recipe: Recipe): Promise<unknown> {
    const answer = (await tryOnce(recipe)) ?? (await tryOnce(recipe))
    idle = setTimeout(() => child?.connected && child.disconnect(), IDLE_MS).unref()
    if (!answer) throw new UndecodablePicture('the decoder exited')
    if ('error' in answer) throw new UndecodablePicture(answer.error)
    return answer.made
  }

  /**
   * Undefined if the process ends during the work. The first time it may be a coincidence; the second time the
   * picture is to blame.
   */
  async function tryOnce(recipe: Recipe): Promise<Answer | undefined> {
    const decoder = await started()
    // Keeps the event loop alive while the decoder works.
    decoder.channel?.ref()
    const timer = setTimeout(() => decoder.kill('SIGKILL'), KILL_AFTER_MS)
    try {
      return await new Promise<Answer | undefined>((resolve) => {
        const fail = () => {
          child = undefined
          resolve(undefined)
        }
        decoder.once('message', (answer) => resolve(answer as Answer))
        decoder.once('exit', fail)
        decoder.send({ ...recipe, timeoutSeconds: TIMEOUT_SECONDS }, (error) => error && fail())
      })
    } finally {
      clearTimeout(timer)
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
