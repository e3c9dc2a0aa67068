import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { constants } from 'node:os'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { backupPlace } from '../backup-place.ts'
import type { Config } from '../config.ts'
import { findOrder } from '../features/backups/restore-orders.store.ts'
import { makeDataFolder, openDatabase } from '../open-database.ts'
import { limitHeapGrowth } from '../platform/core/heap-growth.ts'
import { createLog } from '../platform/core/log.ts'
import type { Service, Share } from '../service.ts'
import { announceAdmin } from './announce.ts'
import { type CommandCall, CommandFailed } from './command.ts'
import { otherOwner } from './data-owner.ts'

const STOP_WITHIN_MS = 25_000

/** Runs the service until it is stopped. */
export async function serve(call: CommandCall): Promise<void> {
  const config = call.config()
  const log = createLog({ level: config.logLevel, pretty: process.stdout.isTTY === true })
  process.on('uncaughtException', (error) => {
    // A connection or stream that ended early affects one request, which must not end the process.
    if (isEarlyEnd(error)) {
      log.error({ err: error }, 'a stream ended unexpectedly')
      return
    }
    log.fatal({ err: error }, 'uncaught error')
    process.exit(1)
  })
  const owner = otherOwner(config)
  if (owner !== undefined)
    log.warn({ owner }, 'running as root on the data of another user, who cannot use what root creates')
  limitHeapGrowth()
  const stopping = stopSignal(log)
  const workers = config.workers > 1 ? await import('./workers.ts') : undefined
  if (workers?.isWorker()) return answerAsWorker(config, log, stopping, workers)
  let { port } = config
  // Repeated after each restore, for which the database must be closed.
  while (!stopping.aborted) {
    await restoreWhatIsOrdered(config, port, log)
    const ran = await runUntilStopped(call, { ...config, port }, log, stopping, workers)
    if (ran === undefined) return
    port = ran
  }
}

/** Only checks for the file first, because most starts have nothing to restore. */
async function restoreWhatIsOrdered(config: Config, port: number, log: Logger): Promise<void> {
  await makeDataFolder(config)
  if (!(await findOrder(backupPlace(config)))) return
  const [{ doOrderedRestore }, { holdPort }] = await Promise.all([
    import('./ordered-restore.ts'),
    import('./hold-port.ts'),
  ])
  const held = await holdPort(config.host, port)
  try {
    await doOrderedRestore(config, log)
  } finally {
    await held.release()
  }
}

/** Runs the service once. Returns its port if it should start again, otherwise undefined. */
async function runUntilStopped(
  call: CommandCall,
  config: Config,
  log: Logger,
  stopping: AbortSignal,
  workers: typeof import('./workers.ts') | undefined,
): Promise<number | undefined> {
  const restoring = new AbortController()
  const onRestoreOrdered = () => restoring.abort()
  const service = await openUnlessStopped(config, log, stopping, { onRestoreOrdered })
  if (service === undefined) return undefined
  // Before anything else can fail, because the password is shown only once.
  if (service.newAdmin) call.print(announceAdmin(service.newAdmin))
  const started = workers
    ? workers.startWorkers(config.workers, log, stopping, { port: config.port, onRestoreOrdered })
    : listen(service.app, config).then((port) => ({ port, stop: async () => {} }))
  const listening = await started.catch(async (error) => {
    await service.stop()
    throw error
  })
  const url = addressOf(config.host, listening.port)
  log.info(
    { url, console: `${url}/admin`, database: service.engine.name, workers: config.workers },
    'inkstone is ready',
  )
  const ending = AbortSignal.any([stopping, restoring.signal])
  if (!ending.aborted) await once(ending, 'abort')
  log.info('stopping: finishing requests in flight')
  await listening.stop()
  await service.stop()
  log.info('stopped')
  return stopping.aborted ? undefined : listening.port
}

/** Handles requests, and leaves the rest to the parent process. */
async function answerAsWorker(
  config: Config,
  log: Logger,
  stopping: AbortSignal,
  { shareOfWorker, untilAlone }: typeof import('./workers.ts'),
): Promise<void> {
  let service: Service | undefined
  const share = shareOfWorker(() => service?.metrics.ownCounts() ?? [])
  service = await openUnlessStopped(config, log, stopping, share)
  if (service === undefined) return
  await listen(service.app, config)
  if (!stopping.aborted) await Promise.race([once(stopping, 'abort'), untilAlone()])
  await service.stop()
}

async function openUnlessStopped(
  config: Config,
  log: Logger,
  stopping: AbortSignal,
  share: Partial<Share>,
): Promise<Service | undefined> {
  try {
    // The database opens in the background while the rest of the program is loaded.
    const [engine, { openService }] = await Promise.all([
      openDatabase(config, log, stopping),
      import('../service.ts'),
    ])
    return await openService(config, log, engine, share).catch(async (error) => {
      await engine.close()
      throw error
    })
  } catch (error) {
    if (stopping.aborted && (error as Error).name === 'AbortError') return undefined
    throw error
  }
}

/** The first signal stops gracefully; a second one, or a timeout, stops immediately. */
function stopSignal(log: Logger): AbortSignal {
  const stopping = new AbortController()
  const exitLate = () => {
    log.error(`not stopped after ${STOP_WITHIN_MS} ms`)
    process.exit(1)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (stopping.signal.aborted) dieOf(signal)
      setTimeout(exitLate, STOP_WITHIN_MS).unref()
      stopping.abort()
    })
  return stopping.signal
}

/** Not with exit, which would first tear down a thread that may be working. */
function dieOf(signal: 'SIGTERM' | 'SIGINT'): void {
  // Process 1 of a container ignores default signals.
  if (process.pid === 1) process.exit(128 + constants.signals[signal])
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<number> {
  try {
    await app.listen({ port, host })
  } catch (error) {
    throw whyNotListening(error as NodeJS.ErrnoException, host, port)
  }
  return (app.server.address() as AddressInfo).port
}

function addressOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function whyNotListening(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new CommandFailed(
        `PORT: ${port} on ${host} is in use by another program; stop it, or set PORT to another number.`,
      )
    case 'EACCES':
      return new CommandFailed(
        `PORT: this user may not listen on ${port}; set PORT to a number from 1024 up.`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new CommandFailed(
        `HOST: ${host} is not an address of this machine; use one such as 127.0.0.1, or 0.0.0.0 for all.`,
      )
    default:
      return error
  }
}

const EARLY_ENDS = new Set(['ABORT_ERR', 'ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'])

function isEarlyEnd(error: Error & { code?: unknown }): boolean {
  return EARLY_ENDS.has(String(error.code))
}
