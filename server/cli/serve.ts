import type { Config } from '../config.ts'
import { createLog } from '../platform/log.ts'
import { openService } from '../service.ts'

const STOP_WITHIN_MS = 25_000

/** Runs the service until it is told to stop. */
export async function serve(config: Config): Promise<void> {
  const log = createLog({ level: config.logLevel, pretty: process.stdout.isTTY === true })
  const service = await openService(config, log)
  await service.app.listen({ port: config.port, host: config.host })
  const address = service.app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  if (service.newAdmin) announceAdmin(service.newAdmin)
  log.info({ url: `http://${config.host}:${port}`, database: service.engine.name }, 'inkstone is ready')
  await untilToldToStop()
  log.info('stopping: finishing what is in flight')
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
  await service.stop()
  log.info('stopped')
}

/** Plainly, outside the log: this is the one time the password can be read. */
function announceAdmin({ username, password }: { username: string; password: string }): void {
  process.stdout.write(
    `\n  The first administrator was made.\n    username: ${username}\n    password: ${password}\n  This password is shown once: note it, or set ADMIN_PASSWORD before the first start.\n\n`,
  )
}

function untilToldToStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })
}
