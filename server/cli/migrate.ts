import { wayBack } from '../open-database.ts'
import type { CommandCall } from './command.ts'
import { withDatabase } from './with-database.ts'

export async function migrateCommand(call: CommandCall): Promise<void> {
  await withDatabase(call.config(), async (_engine, { applied, backup }) => {
    if (backup !== undefined) call.print(`${wayBack(backup)}\n`)
    for (const name of applied) call.print(`applied ${name}\n`)
    call.print('The database is up to date.\n')
  })
}
