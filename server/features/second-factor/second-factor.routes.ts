import * as contract from '@inkstone/contract/second-factor.ts'
import { acts, writes } from '../../database.ts'
import {
  beginSecondFactor,
  checkSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  type FactorMeans,
  resetSecondFactorOf,
} from './second-factor.actions.ts'

export const secondFactorRoutes = (means: FactorMeans) => [
  writes(contract.beginSecondFactor, async (tx, { actor }) => beginSecondFactor(tx, actor, means)),
  acts(contract.confirmSecondFactor, async (engine, { actor, body }) =>
    confirmSecondFactor(engine, actor, means, body.code),
  ),
  acts(contract.endSecondFactor, async (engine, { actor, body }) =>
    endSecondFactor(engine, actor, means, body.code),
  ),
  acts(contract.checkSecondFactor, async (engine, { actor, body }) =>
    checkSecondFactor(engine, actor, means, body.code),
  ),
  writes(contract.resetSecondFactor, async (tx, { actor, params }) =>
    resetSecondFactorOf(tx, actor, params.id),
  ),
]
