import { WrongSetting } from '../environment.ts'
import { fieldTexts, messageOf, Problem } from '../platform/core/problem.ts'
import { DatabaseUnavailable } from '../platform/sql/handles.ts'
import { DatabaseTooNew } from '../platform/sql/migrate.ts'
import { WrongSecretKey } from '../secret-key.ts'
import { CommandFailed } from './command.ts'

/** One line for an error that the user can fix; undefined for a bug, whose stack trace is printed. */
export function lineFor(error: unknown): string | undefined {
  if (error instanceof Problem) return lineOfProblem(error)
  if (error instanceof DatabaseUnavailable) return `The database cannot be used: ${error.message}`
  const known = [WrongSetting, WrongSecretKey, DatabaseTooNew, CommandFailed]
  return known.some((kind) => error instanceof kind) ? (error as Error).message : lineOfSystem(error)
}

const advices = new Map([
  ['EACCES', 'give the user who runs this access to it'],
  ['EPERM', 'give the user who runs this access to it'],
  ['EROFS', 'the file system must allow writing'],
  ['ENOSPC', 'free some space'],
  ['EDQUOT', 'free some space'],
])

/** A file that cannot be used, and a file of SQLite, which has no other code. */
function lineOfSystem(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  if (error.code === 'ERR_SQLITE_ERROR') return `SQLite: ${error.message}`
  const advice = advices.get(String(error.code))
  return advice === undefined ? undefined : `${error.message}; ${advice}.`
}

function lineOfProblem({ problem, details }: Problem): string | undefined {
  if (problem === 'internal') return undefined
  const fields = Object.entries(details.fields ? fieldTexts(details.fields, 'en') : {})
  if (fields.length === 0) return messageOf(problem, 'en')
  return fields.map(([field, texts]) => `${field}: ${texts.join(' ')}`).join(' ')
}
