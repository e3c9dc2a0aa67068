import { ConstraintViolated, DatabaseUnavailable } from '../handles.ts'

const GAVE_UP = [
  'database is locked',
  'database table is locked',
  'database or disk is full',
  'disk I/O error',
  'unable to open database',
  'attempt to write a readonly database',
]

/** Converts an error of SQLite to the form of PostgreSQL. Not every call reports SQLite's code. */
export function namedSqliteError(message: string): Error {
  if (message.includes('constraint failed')) return namedConstraint(message)
  if (GAVE_UP.some((text) => message.includes(text))) return new DatabaseUnavailable(`SQLite: ${message}`)
  return new Error(`SQLite: ${message}`)
}

// SQLite reports the columns of a unique constraint, not its name, and nothing about a foreign key. Our names consist
// of the table and the columns, so the columns are enough.
function namedConstraint(message: string): Error {
  const detail = message.slice(message.indexOf(': ') + 2)
  if (message.startsWith('UNIQUE')) {
    const index = /^index '(.+)'$/.exec(detail)?.[1]
    return new ConstraintViolated('unique', index ?? `${joined(detail)}_unique`)
  }
  if (message.startsWith('CHECK')) return new ConstraintViolated('check', detail)
  if (message.startsWith('NOT NULL')) return new ConstraintViolated('not-null', joined(detail))
  if (message.startsWith('FOREIGN KEY')) return new ConstraintViolated('foreign', 'unnamed')
  return new Error(`SQLite: ${message}`)
}

function joined(columns: string): string {
  const [first = '', ...others] = columns.split(', ')
  const [table = '', column = ''] = first.split('.')
  return [table, column, ...others.map((other) => other.slice(other.indexOf('.') + 1))].join('_')
}
