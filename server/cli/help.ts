import type { Command } from './command.ts'

/** The help of the program. Each command is on an indented line, two spaces or more before its summary. */
export function programHelp(commands: readonly Command[]): string {
  return [
    'Inkstone, a content management service with a JSON HTTP API.',
    '',
    'Usage: inkstone COMMAND [OPTIONS]',
    '',
    'Commands:',
    ...columns(commandRows(commands)),
    '',
    'Options:',
    ...columns([
      ['-h, --help', 'Show help for the program or a command'],
      ['-V, --version', 'Show the version'],
    ]),
    '',
    'Settings are environment variables such as PORT, HOST, DATA_DIR and DATABASE_URL. Run inkstone doctor to check them.',
    '',
  ].join('\n')
}

/** The help of a command group. */
export function groupHelp(group: string, commands: readonly Command[]): string {
  return [`Usage: inkstone ${group} COMMAND`, '', 'Commands:', ...columns(commandRows(commands)), ''].join(
    '\n',
  )
}

export function commandHelp(command: Command): string {
  const options = Object.entries(command.options ?? {})
  const rows = options.map(
    ([name, { value, summary }]): Row => [`--${name}${value === undefined ? '' : ` ${value}`}`, summary],
  )
  return [
    `Usage: inkstone ${form(command)}${options.length > 0 ? ' [OPTIONS]' : ''}`,
    '',
    `${command.summary}.`,
    ...(rows.length > 0 ? ['', 'Options:', ...columns(rows)] : []),
    '',
  ].join('\n')
}

type Row = readonly [string, string]

function commandRows(commands: readonly Command[]): Row[] {
  return commands.map((command) => [form(command), command.summary])
}

function form({ name, operands = [] }: Command): string {
  return [name, ...operands].join(' ')
}

function columns(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}   ${right}`)
}
