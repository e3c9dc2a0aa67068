import type { CommandCall } from './command.ts'

const BAR_WIDTH = 30
const LINE_EVERY_MS = 5_000

export interface Progress {
  show(done: number): void
  end(): void
}

/** A progress bar on a terminal, otherwise an occasional line for logs. */
export function startProgress(call: Pick<CommandCall, 'print'>, total: number, unit: string): Progress {
  const startedAt = Date.now()
  let lastLineAt = startedAt
  let shown = 0

  function bar(done: number): void {
    const filled = Math.round((done / Math.max(total, 1)) * BAR_WIDTH)
    const text = `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${done} of ${total} ${unit}`
    process.stdout.write(`\r${text}`)
  }

  function line(done: number): void {
    if (Date.now() - lastLineAt < LINE_EVERY_MS) return
    lastLineAt = Date.now()
    call.print(`${done} of ${total} ${unit}\n`)
  }

  return {
    show(done) {
      shown = done
      if (process.stdout.isTTY) bar(done)
      else line(done)
    },
    end() {
      if (process.stdout.isTTY) process.stdout.write('\n')
      call.print(`${shown} ${unit} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`)
    },
  }
}
