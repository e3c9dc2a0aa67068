import pino, { type Logger } from 'pino'

export interface LogOptions {
  readonly level: string
  /** Lines for a person on a terminal, JSON for everything else. */
  readonly pretty: boolean
}

export function createLog({ level, pretty }: LogOptions): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: ['password', 'token', 'secret', '*.password', '*.token', '*.secret'],
      censor: '[hidden]',
    },
  }
  return pretty ? pino(options, { write: writePretty }) : pino(options, pino.destination({ sync: true }))
}

const COLOURS: ReadonlyMap<string, number> = new Map([
  ['debug', 90],
  ['info', 36],
  ['warn', 33],
  ['error', 31],
  ['fatal', 35],
])

function writePretty(line: string): void {
  const { time, level, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown>
  const clock = String(time).slice(11, 19)
  const colour = COLOURS.get(String(level)) ?? 0
  const details = Object.entries(rest).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const stack = (err as { stack?: string } | undefined)?.stack
  process.stdout.write(
    `\x1b[90m${clock}\x1b[0m \x1b[${colour}m${String(level).padEnd(5)}\x1b[0m ${msg ?? ''} \x1b[90m${details.join(' ')}\x1b[0m${stack ? `\n${stack}` : ''}\n`,
  )
}

/** An address as it may be kept: a token in the query is a credential and never reaches a log. */
export function withoutToken(url: string): string {
  return url.includes('token=') ? url.replace(/([?&]token=)[^&#]*/gi, '$1[hidden]') : url
}
