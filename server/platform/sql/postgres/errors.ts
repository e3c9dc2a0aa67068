import { ConstraintViolated, DatabaseUnavailable } from '../handles.ts'

const LOST = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'ENOENT',
  'EHOSTUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '57014',
  '53300',
  '53100',
  '53200',
  '55P03',
  '25P03',
  '25006',
])
const LOST_MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed',
  'connection timeout',
  'Cannot use a pool after calling end',
  // The schema changed under a connection with cached plans; a new connection has none.
  'cached plan must not change result type',
]
const KINDS = new Map([
  ['23505', 'unique'],
  ['23514', 'check'],
  ['23503', 'foreign'],
  ['23502', 'not-null'],
] as const)
/** A serialisation conflict, a deadlock, or a lock timeout. */
const CONFLICTS = new Set(['40001', '40P01', '55P03'])

interface PostgresError extends Error {
  code?: string
  constraint?: string
  table?: string
  column?: string
  detail?: string
}

export function namedPostgresError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  const { code = '' } = error as PostgresError
  const kind = KINDS.get(code as '23505')
  if (kind) return new ConstraintViolated(kind, constraintName(kind, error), { cause: error })
  if (LOST.has(code) || code.startsWith('08') || LOST_MESSAGES.some((text) => error.message.includes(text)))
    return new DatabaseUnavailable(`PostgreSQL: ${error.message}`, { cause: error })
  return error
}

/** The constraint name for both engines. PostgreSQL names primary keys and NOT NULL itself, SQLite does not. */
function constraintName(kind: ConstraintViolated['kind'], error: PostgresError): string {
  const { constraint, table, column, detail } = error
  if (kind === 'not-null' || constraint === undefined) return `${table}_${column}`
  const columns = /^[^(]*\((.+?)\)=/.exec(detail ?? '')?.[1]
  return kind === 'unique' && constraint === `${table}_pkey` && columns !== undefined
    ? `${table}_${columns.split(', ').join('_')}_unique`
    : constraint
}

/** Two transactions conflicted. PostgreSQL rolled one back, which can simply run again. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = (error instanceof DatabaseUnavailable ? error.cause : error) as PostgresError
  return CONFLICTS.has(code ?? '')
}
