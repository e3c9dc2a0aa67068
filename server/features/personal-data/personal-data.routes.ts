import * as contract from '@inkstone/contract/personal-data.ts'
import { reads, writes } from '../../database.ts'
import { dataOf, erasePerson, RETAINED } from './personal-data.actions.ts'
import { showData } from './personal-data.view.ts'

export const personalDataRoutes = [
  reads(contract.exportPersonalData, async (db, { actor, query, zone }) =>
    showData(zone, actor.language, await dataOf(db, query.person)),
  ),
  writes(contract.erasePersonalData, async (tx, { actor, body }) => ({
    ...(await erasePerson(tx, actor, body.person)),
    stays: [...RETAINED],
  })),
]
