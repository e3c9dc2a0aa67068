import pino, { type DestinationStream, type Logger } from 'pino'

export interface LogOptions {
  readonly level: string
  /** Readable lines on a terminal, JSON otherwise. */
  readonly pretty: boolean
  /** The destination instead of standard output. */
  readonly to?: DestinationStream
}

export function createLog({ level, pretty, to }: LogOptions): Logger {
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
  return pino(options, to ?? (pretty ? { write: writePretty } : pino.destination({ sync: true })))
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

const PARAMETER = /([?&#;])([^=&#;?]*)=[^&#;]*/g
/** Session tokens have three parts, API tokens a prefix. Neither may be logged as part of a path. */
const BARE_TOKEN = /eyJ[\w-]{8,}(?:\.[\w-]*)*|\bink_[\w-]{8,}/g

/** A URL that may be logged: tokens in it are removed. */
export function withoutToken(url: string): string {
  // Names may be percent-encoded, `%74oken`, which the router treats the same.
  const bare = url.replace(BARE_TOKEN, '[hidden]')
  if (!/token|%/i.test(bare)) return bare
  return bare.replace(PARAMETER, (whole, mark: string, name: string) =>
    /token/i.test(decoded(name)) ? `${mark}${name}=[hidden]` : whole,
  )
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
