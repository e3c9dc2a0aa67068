import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import manifest from '../package.json' with { type: 'json' }
import type { Command, CommandCall } from './command.ts'
import { commands } from './commands.ts'
import { requireOwner } from './data-owner.ts'
import { lineFor } from './failures.ts'
import { commandHelp, groupHelp, programHelp } from './help.ts'

/** The environment of the program. */
export interface ProgramContext {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly workingDir: string
  print(text: string): void
  complain(text: string): void
}

const DONE = 0
const FAILED = 1
const MISUSED = 2

class WrongUsage extends Error {
  override name = 'WrongUsage'
}

/** Runs the command line and returns the exit status. */
export async function runCommandLine(words: readonly string[], context: ProgramContext): Promise<number> {
  try {
    await follow(words, context)
    return DONE
  } catch (error) {
    if (error instanceof WrongUsage) {
      context.complain(`inkstone: ${error.message}\n`)
      return MISUSED
    }
    context.complain(`${lineFor(error) ?? (error as Error).stack ?? String(error)}\n`)
    return FAILED
  }
}

async function follow(words: readonly string[], context: ProgramContext): Promise<void> {
  const [first] = words
  if (first === undefined) throw new WrongUsage('missing command; run inkstone --help for a list')
  if (first === '--version' || first === '-V') return context.print(`inkstone ${manifest.version}\n`)
  if (isHelp(first)) return context.print(programHelp(commands))
  if (first === 'help') return context.print(helpOn(words.slice(1)))
  const command = findCommand(words)
  if (command === undefined) {
    if (groupOf(first).length > 0 && words.slice(1).some(isHelp)) return context.print(helpOn([first]))
    throw unknownCommand(words)
  }
  const rest = words.slice(command.name.split(' ').length)
  if (asksForHelp(rest)) return context.print(commandHelp(command))
  await command.run(callOf(command, rest, context))
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h'
}

/** Everything after `--` is an operand. */
function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--')
  return words.slice(0, end < 0 ? words.length : end).some(isHelp)
}

function findCommand(words: readonly string[]): Command | undefined {
  return commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word))
}

function groupOf(word: string): Command[] {
  return commands.filter(({ name }) => name.startsWith(`${word} `))
}

function helpOn(words: readonly string[]): string {
  const [first] = words
  if (first === undefined) return programHelp(commands)
  const command = findCommand(words)
  if (command) return commandHelp(command)
  const group = groupOf(first)
  if (group.length > 0 && words.length === 1) return groupHelp(first, group)
  throw unknownCommand(words)
}

function unknownCommand([first = '', second]: readonly string[]): WrongUsage {
  const group = groupOf(first)
  if (group.length === 0)
    return new WrongUsage(
      `unknown command ${quoted(first)}; commands: ${listed(commands.map(lastWords('')))}`,
    )
  const takes = listed(group.map(lastWords(first)))
  return second === undefined || second.startsWith('-')
    ? new WrongUsage(`${first} needs a command: ${takes}`)
    : new WrongUsage(`unknown command ${quoted(`${first} ${second}`)}; commands: ${takes}`)
}

function lastWords(group: string): (command: Command) => string {
  return ({ name }) => name.slice(group.length).trim()
}

function callOf(command: Command, words: readonly string[], context: ProgramContext): CommandCall {
  const { values, positionals } = parsed(command, words)
  const { operands = [] } = command
  const required = operands.filter((operand) => !operand.startsWith('['))
  const missing = required[positionals.length]
  if (missing !== undefined) throw new WrongUsage(`${command.name}: missing argument ${missing}`)
  const extra = positionals[operands.length]
  if (extra !== undefined) throw new WrongUsage(`${command.name}: unexpected argument ${quoted(extra)}`)
  return {
    operands: positionals,
    option: (name) => {
      const value = values[name]
      return typeof value === 'string' ? value : undefined
    },
    options: (name) => {
      const value = values[name]
      return Array.isArray(value) ? value.map(String) : []
    },
    flag: (name) => values[name] === true,
    config: () => {
      const config = readConfig(context.environment, context.workingDir)
      if (!command.byRoot) requireOwner(config)
      return config
    },
    print: (text) => context.print(text),
  }
}

function parsed(command: Command, words: readonly string[]) {
  const known = Object.entries(command.options ?? {})
  const options = Object.fromEntries(
    known.map(([name, { value, repeatable = false }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: repeatable },
    ]),
  )
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true })
  } catch (error) {
    const takes =
      known.length === 0 ? 'it has no options' : `options: ${listed(known.map(([name]) => `--${name}`))}`
    throw new WrongUsage(`${command.name}: ${firstSentence(error as Error)}; ${takes}`)
  }
}

function firstSentence({ message }: Error): string {
  const [sentence = ''] = message.split(/[.\n]/, 1)
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}

function quoted(text: string): string {
  return JSON.stringify(text)
}

function listed(names: readonly string[]): string {
  return names.join(', ')
}
