import { dataOf, erasePerson, RETAINED } from '../features/personal-data/personal-data.actions.ts'
import { showData } from '../features/personal-data/personal-data.view.ts'
import { FIRST_SITE, resolveSite } from '../features/sites/sites.actions.ts'
import { systemActor } from '../platform/core/actor.ts'
import { createZone } from '../platform/times/times.ts'
import { type CommandCall, CommandFailed } from './command.ts'
import { withDatabase } from './with-database.ts'

/** Prints the data stored about a person. */
export async function exportPersonCommand(call: CommandCall): Promise<void> {
  const config = call.config()
  await withDatabase(config, async (engine) => {
    const data = await dataOf(engine.db, call.operands[0] ?? '')
    call.print(`${JSON.stringify(showData(createZone(config.timezone), 'en', data), undefined, 2)}\n`)
  })
}

/** Erases a person after confirmation. */
export async function erasePersonCommand(call: CommandCall): Promise<void> {
  const [person = ''] = call.operands
  if (!call.flag('yes')) throw new CommandFailed(`This cannot be undone. To erase ${person}, add --yes.`)
  await withDatabase(call.config(), async (engine) => {
    const actor = systemActor(await resolveSite(engine.db, String(FIRST_SITE), undefined))
    const { accounts, comments } = await engine.transact((tx) => erasePerson(tx, actor, person))
    call.print(
      `Erased: ${accounts} account, name and addresses on ${comments} comments.\nData that is kept:\n`,
    )
    for (const { what, why } of RETAINED) call.print(`  ${what}: ${why}\n`)
  })
}
