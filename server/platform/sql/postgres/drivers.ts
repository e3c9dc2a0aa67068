import {
  type CompiledQuery,
  type DatabaseConnection,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import { kyselyFor, type QueryRunner } from '../kysely-on.ts'
import { namedPostgresError } from './errors.ts'
import { runQuery, withClient } from './pools.ts'

/** Called before each statement. */
export type Listener = (query: CompiledQuery) => void

/** Runs a query outside the pool; returns undefined if it did not. */
export type RunOnReplica = (query: CompiledQuery) => Promise<QueryResult<unknown> | undefined>

/** Each query uses its own connection while it runs. */
export function kyselyOverPool<Tables>(
  pool: pg.Pool,
  listener: Listener,
  runOnReplica?: RunOnReplica,
): Kysely<Tables> & QueryRunner {
  return kyselyOver(async <Row>(query: CompiledQuery) => {
    listener(query)
    const found = await runOnReplica?.(query)
    return (
      (found as QueryResult<Row> | undefined) ?? withClient(pool, (client) => runQuery<Row>(client, query))
    )
  })
}

/** All queries run on one connection, until `end`. */
export function kyselyOverClient<Tables>(client: pg.PoolClient, listener: Listener) {
  let ended = false
  const kysely = kyselyOver<Tables>(async <Row>(query: CompiledQuery) => {
    if (ended) throw new Error('this transaction has ended: a query was sent after its end')
    listener(query)
    return runQuery<Row>(client, query).catch((error) => {
      throw namedPostgresError(error)
    })
  })
  return {
    kysely,
    end: () => {
      ended = true
    },
  }
}

function kyselyOver<Tables>(executeQuery: DatabaseConnection['executeQuery']): Kysely<Tables> & QueryRunner {
  const connection: DatabaseConnection = {
    executeQuery,
    // biome-ignore lint/correctness/useYield: long results are read in pages by key, which needs no cursor.
    async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
      throw new Error('results are not streamed: read them in pages by key')
    },
  }
  return kyselyOf<Tables>(connection)
}

export const kyselyOf = kyselyFor({
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})
