import type { Config } from '../config.ts'

interface CommandOption {
  /** The placeholder for its value in the help; absent for a switch. */
  readonly value?: string
  readonly summary: string
  /** It may be repeated. */
  readonly repeatable?: true
}

export interface Command {
  /** The command, such as `user create`. */
  readonly name: string
  /** The arguments: `NAME`, or `[FILE]` if optional. */
  readonly operands?: readonly string[]
  readonly summary: string
  readonly options?: Readonly<Record<string, CommandOption>>
  /** Root may run it on the data of another user. */
  readonly byRoot?: true
  run(call: CommandCall): Promise<void>
}

export interface CommandCall {
  readonly operands: readonly string[]
  /** The value of an option, or undefined. */
  option(name: string): string | undefined
  /** All values of a repeatable option. */
  options(name: string): readonly string[]
  /** Whether a switch was given. */
  flag(name: string): boolean
  /** The settings, read on demand, because help needs none. */
  config(): Config
  print(text: string): void
}

/** An error that the user can fix: printed as one line without a stack trace. */
export class CommandFailed extends Error {
  override name = 'CommandFailed'
}
