import { createHash } from 'node:crypto'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import { DatabaseUnavailable, type EngineName, type SqlEngine, type WriteHandle } from './handles.ts'
import { mayRunAgain, namedPostgresError } from './postgres-errors.ts'
import { createReadTables, createSharedLook, createTouched, type Stamps, type TableWatch } from './stamps.ts'

/** A request is answered within five seconds whatever the database does, so no wait here may be longer. */
const CONNECT_TIMEOUT_MS = 2_500
const QUERY_TIMEOUT_MS = 4_000
const MOST_ATTEMPTS = 4
const INT8 = 20
const NUMERIC = 1700

export interface PostgresOptions {
  url: string
  poolSize: number
  watch: TableWatch
  onLost: (error: Error) => void
}

export async function openPostgresEngine<Tables>(options: PostgresOptions): Promise<SqlEngine<Tables>> {
  const pool = createPool(options, QUERY_TIMEOUT_MS, options.poolSize)
  // Long work has connections of its own, opened when it is needed: it must not starve requests.
  const patientPool = createPool(options, 0, 2)
  let statements = 0
  const count = () => {
    statements++
  }
  const engine = 'postgres' as const satisfies EngineName
  const { watch } = options
  const readHandle = (note?: (text: string) => void) =>
    Object.assign(kyselyOver<Tables>(pooledDriver(pool, count, note)), { engine })
  const db = readHandle()

  async function transactOn<Result>(
    clients: pg.Pool,
    work: (tx: WriteHandle<Tables>) => Promise<Result>,
    attempt = 1,
  ): Promise<Result> {
    const client = await connected(clients)
    const effects: Array<() => void> = []
    let broken = false
    try {
      const now = await begin(client)
      const touched = createTouched(watch)
      const { connection, end } = clientConnection(client, count, touched.note)
      const tx = Object.assign(kyselyOver<Tables>(singleDriver(connection)), {
        engine,
        now,
        afterCommit: (effect: () => void) => void effects.push(effect),
      })
      const result = await work(tx).finally(end)
      await raiseStamps(client, touched.names())
      await commit(client)
      for (const effect of effects) effect()
      return result
    } catch (error) {
      // A connection that gave no answer is not asked again: closing it undoes the transaction as well.
      if (error instanceof DatabaseUnavailable) broken = true
      else
        await client.query('rollback').catch(() => {
          broken = true
        })
      if (!mayRunAgain(error) || attempt >= MOST_ATTEMPTS) throw error
    } finally {
      client.release(broken)
    }
    return transactOn(clients, work, attempt + 1)
  }

  return {
    name: engine,
    db,
    transact: (work) => transactOn(pool, work),
    transactAtLength: (work) => transactOn(patientPool, work),
    watched: watch.watched,
    changes: { look: createSharedLook(stampsReader(pool, watch)) },
    watchedReader: () => {
      const read = createReadTables(watch)
      return { db: readHandle(read.note), tables: read.tables }
    },
    now: async () => {
      const [row] = await ask<{ now: number }>(pool, NOW)
      return row?.now ?? 0
    },
    statementCount: () => statements,
    pool: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => {
      await Promise.all([pool.end(), patientPool.end()])
    },
  }
}

const NOW = 'select (extract(epoch from clock_timestamp()) * 1000)::bigint as now'

/** One statement of the engine's own, outside of any transaction. */
async function ask<Row extends pg.QueryResultRow>(pool: pg.Pool, text: string): Promise<Row[]> {
  const client = await connected(pool)
  let broken = true
  try {
    const { rows } = await client.query<Row>({ text, name: statementName(text) })
    broken = false
    return rows
  } catch (error) {
    throw namedPostgresError(error)
  } finally {
    client.release(broken)
  }
}

const RAISE_STAMPS = `insert into change_stamps (table_name, stamp) select name, 1 from unnest($1::text[]) as name
  on conflict (table_name) do update set stamp = change_stamps.stamp + 1`

/** The last thing that a transaction does: whoever writes to the same tables waits here until it has committed. */
async function raiseStamps(client: pg.PoolClient, names: string[]): Promise<void> {
  if (names.length === 0) return
  await client.query({ text: RAISE_STAMPS, name: 'raise-stamps', values: [names] }).catch((error) => {
    throw namedPostgresError(error)
  })
}

function stampsReader(pool: pg.Pool, watch: TableWatch): () => Promise<Stamps> {
  let stamps: Stamps = watch.watched.map(() => 0)
  let knowsTables = false
  return async () => {
    if (watch.watched.length === 0) return stamps
    if (!knowsTables) {
      const tables = await ask<{ name: string }>(
        pool,
        'select tablename as name from pg_tables where schemaname = any (current_schemas(false))',
      )
      watch.knowTables(tables.map(({ name }) => name))
      knowsTables = true
    }
    const read = watch.stampsFrom(
      await ask<{ table_name: string; stamp: number }>(pool, 'select table_name, stamp from change_stamps'),
    )
    if (read.some((stamp, place) => stamp !== stamps[place])) stamps = read
    return stamps
  }
}

async function begin(client: pg.PoolClient): Promise<number> {
  try {
    // Two statements in one message: one journey.
    const results = (await client.query(`begin; ${NOW}`)) as unknown as pg.QueryResult<{ now: number }>[]
    return results[1]?.rows[0]?.now ?? 0
  } catch (error) {
    throw namedPostgresError(error)
  }
}

/** After a query that failed, PostgreSQL answers a commit by rolling back, as if that were what was asked. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit').catch((error) => {
    throw namedPostgresError(error)
  })
  if (command !== 'COMMIT') throw new Error('a query failed, its error was ignored, and nothing was kept')
}

function createPool({ url, onLost }: PostgresOptions, queryTimeoutMs: number, max: number): pg.Pool {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format),
  }
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'inkstone',
    types: types as pg.CustomTypesConfig,
    ...(queryTimeoutMs > 0 && {
      query_timeout: queryTimeoutMs,
      statement_timeout: queryTimeoutMs,
      lock_timeout: queryTimeoutMs,
      idle_in_transaction_session_timeout: 30_000,
    }),
  })
  // Without a listener a connection lost while idle would end the process.
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))
  return pool
}

async function connected(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw namedPostgresError(error)
  }
}

function kyselyOver<Tables>(driver: Driver): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

async function refuseNested(): Promise<never> {
  throw new Error('transactions are opened by the engine: use transact()')
}

function driverOf(
  acquireConnection: () => Promise<DatabaseConnection>,
  releaseConnection: (connection: DatabaseConnection) => Promise<void>,
): Driver {
  return {
    init: async () => {},
    acquireConnection,
    releaseConnection,
    beginTransaction: refuseNested,
    commitTransaction: refuseNested,
    rollbackTransaction: refuseNested,
    destroy: async () => {},
  }
}

function pooledDriver(pool: pg.Pool, count: () => void, note?: (text: string) => void): Driver {
  const clients = new WeakMap<DatabaseConnection, { client: pg.PoolClient; failed(): boolean }>()
  return driverOf(
    async () => {
      const client = await connected(pool)
      const { connection, failed } = clientConnection(client, count, note)
      clients.set(connection, { client, failed })
      return connection
    },
    async (connection) => {
      const held = clients.get(connection)
      held?.client.release(held.failed())
    },
  )
}

function singleDriver(connection: DatabaseConnection): Driver {
  return driverOf(
    async () => connection,
    async () => {},
  )
}

function clientConnection(client: pg.PoolClient, count: () => void, note?: (text: string) => void) {
  let ended = false
  let failed = false
  const connection: DatabaseConnection = {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      if (ended) throw new Error('this transaction has ended: a query escaped it')
      count()
      note?.(query.sql)
      try {
        const result = await client.query<pg.QueryResultRow>({
          name: statementName(query.sql),
          text: query.sql,
          values: query.parameters as unknown[],
        })
        return {
          rows: result.rows as Row[],
          ...(result.command === 'SELECT' ? {} : { numAffectedRows: BigInt(result.rowCount ?? 0) }),
        }
      } catch (error) {
        const named = namedPostgresError(error)
        failed = named.name === 'DatabaseUnavailable'
        throw named
      }
    },
    // biome-ignore lint/correctness/useYield: long results are read in pages by key, which needs no cursor.
    async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
      throw new Error('results are not streamed: read them in pages by key')
    },
  }
  return {
    connection,
    failed: () => failed,
    end: () => {
      ended = true
    },
  }
}

const names = new Map<string, string>()
const MOST_NAMES = 2_000

/** PostgreSQL keeps the plan of a named statement; texts that vary endlessly must not fill its memory. */
function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known) return known
  if (names.size >= MOST_NAMES) return undefined
  const name = createHash('sha1').update(text).digest('base64url').slice(0, 20)
  names.set(text, name)
  return name
}
