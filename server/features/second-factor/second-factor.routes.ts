import * as contract from '@inkstone/contract/second-factor.ts'
import { acts, writes } from '../../database.ts'
import {
  beginSecondFactor,
  checkSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  resetSecondFactorOf,
  type SecondFactorOptions,
} from './second-factor.actions.ts'

export const secondFactorRoutes = (options: SecondFactorOptions) => [
  writes(contract.beginSecondFactor, async (tx, { actor }) => beginSecondFactor(tx, actor, options)),
  acts(contract.confirmSecondFactor, async (engine, { actor, body }) =>
    confirmSecondFactor(engine, actor, options, body.code),
  ),
  acts(contract.endSecondFactor, async (engine, { actor, body }) =>
    endSecondFactor(engine, actor, options, body.code),
  ),
  acts(contract.checkSecondFactor, async (engine, { actor, body }) =>
    checkSecondFactor(engine, actor, options, body.code),
  ),
  writes(contract.resetSecondFactor, async (tx, { actor, params }) =>
    resetSecondFactorOf(tx, actor, params.id, options),
  ),
]
