import * as contract from '@inkstone/contract/presence.ts'
import { writes } from '../../database.ts'
import { showTimes } from '../../platform/times/times.ts'
import { announcePresence, endPresence } from './presence.actions.ts'

export const presenceRoutes = [
  writes(contract.announcePresence, async (tx, { actor, params, zone }) => ({
    others: (await announcePresence(tx, actor, params.id)).map(({ since, ...person }) => ({
      ...person,
      ...showTimes(zone, { since }),
    })),
  })),
  writes(contract.endPresence, async (tx, { actor, params }) => endPresence(tx, actor, params.id)),
]
