import * as contract from '@inkstone/contract/token-undo.ts'
import { acts } from '../../database.ts'
import type { BinKind } from '../deletion/bin-kinds.rules.ts'
import { undoToken } from './token-undo.actions.ts'

export const tokenUndoRoutes = (binKinds: readonly BinKind[]) => [
  acts(contract.undoToken, async (engine, { actor, params, body, origin }) =>
    undoToken(engine, actor, { binKinds, origin }, params.id, body.since),
  ),
]
