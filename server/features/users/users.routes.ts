import * as contract from '@inkstone/contract/users.ts'
import { preparesAndWrites, reads, writes } from '../../database.ts'
import { paginated } from '../../platform/page.ts'
import { changeUser, createUser, deleteUser, type EndSessions, hashNewPassword } from './users.actions.ts'
import { findUsers, lockUser, readUser } from './users.store.ts'
import { showUser } from './users.view.ts'

export const userRoutes = ({ endSessions }: { endSessions: EndSessions }) => [
  reads(contract.listUsers, async (db, { query, zone }) =>
    paginated(await findUsers(db, query), query, showUser(zone, Date.now())),
  ),
  preparesAndWrites(
    contract.createUser,
    async (_db, { body }) => hashNewPassword(body.password, body),
    async (tx, { actor, body: { password: _, ...fields }, zone }, hash) =>
      showUser(zone, tx.now)(await createUser(tx, actor, fields, hash)),
  ),
  reads(contract.getUser, async (db, { params, zone }) =>
    showUser(zone, Date.now())(await readUser(db, params.id)),
  ),
  preparesAndWrites(
    contract.updateUser,
    async (db, { body, params }) => {
      if (body.password === undefined) return undefined
      return hashNewPassword(body.password, { ...(await readUser(db, params.id)), ...body })
    },
    async (tx, { actor, params, body: { password: _, ...changes }, zone }, hash) =>
      showUser(zone, tx.now)(await changeUser(tx, actor, params.id, changes, hash, endSessions)),
    async (tx, { params }) => {
      await lockUser(tx, params.id)
    },
  ),
  writes(contract.deleteUser, async (tx, { actor, params }) => deleteUser(tx, actor, params.id, endSessions)),
]
