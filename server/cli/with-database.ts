import { pino } from 'pino'
import type { Config } from '../config.ts'
import type { Engine } from '../database.ts'
import { connectDatabase, migrateDatabase } from '../open-database.ts'

/** Opens the database for one piece of work and closes it after; gives the migrations that were applied first. */
export async function withDatabase<Result>(
  config: Config,
  work: (engine: Engine, applied: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const engine = await connectDatabase(config, pino({ level: 'silent' }))
  try {
    return await work(engine, await migrateDatabase(engine))
  } finally {
    await engine.close()
  }
}
