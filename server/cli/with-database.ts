import { pino } from 'pino'
import type { Config } from '../config.ts'
import type { Engine } from '../database.ts'
import { connectDatabase, migrateDatabase } from '../open-database.ts'

/** Opens the database for one command and closes it afterwards; reports migrations. */
export async function withDatabase<Result>(
  config: Config,
  work: (engine: Engine, migrated: Awaited<ReturnType<typeof migrateDatabase>>) => Promise<Result>,
): Promise<Result> {
  const engine = await connectDatabase(config, pino({ level: 'silent' }))
  try {
    return await work(engine, await migrateDatabase(engine, config))
  } finally {
    await engine.close()
  }
}
