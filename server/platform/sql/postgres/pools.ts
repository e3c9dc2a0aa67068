import { createHash } from 'node:crypto'
import type { CompiledQuery, QueryResult } from 'kysely'
import pg from 'pg'
import { DatabaseUnavailable } from '../handles.ts'
import { namedPostgresError } from './errors.ts'

const INT8 = 20
const NUMERIC = 1700

export interface PoolOptions {
  readonly url: string
  readonly max: number
  readonly connectTimeoutMs: number
  /** 0 for none. */
  readonly queryTimeoutMs: number
  /** How long to wait for a lock; by default as long as a query may take. */
  readonly lockTimeoutMs?: number
  /** How much longer to wait for a response, so that a slow query does not look like a silent server. */
  readonly graceMs?: number
  /** An idle connection was lost. */
  readonly onLost: (error: Error) => void
}

export function createPool(options: PoolOptions): pg.Pool {
  const { url, max, connectTimeoutMs, queryTimeoutMs, graceMs = 0, onLost } = options
  const { lockTimeoutMs = queryTimeoutMs } = options
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format),
  }
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // Statements that do not wait for each other are sent at once.
    pipeline: true,
    application_name: 'inkstone',
    types: types as pg.CustomTypesConfig,
    ...(queryTimeoutMs > 0 && {
      query_timeout: queryTimeoutMs + graceMs,
      statement_timeout: queryTimeoutMs,
      lock_timeout: lockTimeoutMs,
      idle_in_transaction_session_timeout: 30_000,
    }),
  })
  pool.on('connect', () => welcomed.add(pool))
  // Without a listener, losing an idle connection would end the process.
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))
  return pool
}

/** Pools that have had a connection. */
const welcomed = new WeakSet<pg.Pool>()

export async function connected(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    const named = namedPostgresError(error)
    if (named instanceof DatabaseUnavailable || !welcomed.has(pool)) throw named
    // The settings were right before: the server refuses connections for a while, whatever the reason.
    throw new DatabaseUnavailable(`PostgreSQL: ${named.message}`, { cause: error })
  }
}

/** Provides a connection for one piece of work. A failed connection is not reused. */
export async function withClient<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await connected(pool)
  let broken = false
  try {
    return await work(client)
  } catch (error) {
    const named = namedPostgresError(error)
    broken = named.name === 'DatabaseUnavailable'
    throw named
  } finally {
    client.release(broken)
  }
}

/** One internal statement outside a transaction. */
export function queryOnce<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return withClient(pool, async (client) => {
    const { rows } = await send(client, text, values)
    return rows as Row[]
  })
}

/** Given an object with these properties, the driver copies it in a way that takes longer than sending it. */
function send(client: pg.PoolClient, text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const query = new pg.Query(text, values as unknown[])
    const sent = Object.assign(query, {
      name: statementName(text),
      callback: (error: Error | null, result: pg.QueryResult) => (error ? reject(error) : resolve(result)),
    })
    client.query(sent)
  })
}

export async function runQuery<Row>(client: pg.PoolClient, query: CompiledQuery): Promise<QueryResult<Row>> {
  const result = await send(client, query.sql, query.parameters)
  return {
    rows: result.rows as Row[],
    ...(result.command === 'SELECT' ? {} : { numAffectedRows: BigInt(result.rowCount ?? 0) }),
  }
}

const names = new Map<string, string>()
const MAX_NAMES = 2_000

/** PostgreSQL keeps the plans of named statements; unlimited variants must not fill its memory. */
export function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known) return known
  if (names.size >= MAX_NAMES) return undefined
  const name = createHash('sha1').update(text).digest('base64url').slice(0, 20)
  names.set(text, name)
  return name
}
