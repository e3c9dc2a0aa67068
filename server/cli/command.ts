import type { Config } from '../config.ts'

interface CommandOption {
  /** What stands for its value in the help; left out for a switch. */
  readonly value?: string
  readonly summary: string
  /** It may be given several times. */
  readonly repeatable?: true
}

export interface Command {
  /** As it is typed: `user create`. */
  readonly name: string
  /** What follows the name: `NAME`, or `[FILE]` where it may be left out. */
  readonly operands?: readonly string[]
  readonly summary: string
  readonly options?: Readonly<Record<string, CommandOption>>
  run(call: CommandCall): Promise<void>
}

export interface CommandCall {
  readonly operands: readonly string[]
  /** The value of an option; undefined when it was not given. */
  option(name: string): string | undefined
  /** Every value of an option that may be given several times. */
  options(name: string): readonly string[]
  /** Whether a switch was given. */
  flag(name: string): boolean
  /** The settings, read when they are asked for: help needs none. */
  config(): Config
  print(text: string): void
}

/** Something that the person who typed the command can mend: told in one line, without a stack. */
export class CommandFailed extends Error {
  override name = 'CommandFailed'
}
