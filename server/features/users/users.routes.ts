import * as contract from '@inkstone/contract/users.ts'
import { preparesAndWrites, reads, type Tx, writes } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { paginated } from '../../platform/core/page.ts'
import { Problem } from '../../platform/core/problem.ts'
import type { Zone } from '../../platform/times/times.ts'
import { hashNewPassword } from './account.actions.ts'
import { withDetails } from './listed-users.store.ts'
import { changeUser, createUser, deleteUser, type EndAccess } from './users.actions.ts'
import { findUsers, lockUser, readUser } from './users.store.ts'
import { showListedUser, showUser } from './users.view.ts'

/** Creates the link for the first password. Implemented by the feature that owns links. */
export type Invite = (
  tx: Tx,
  actor: Actor,
  userId: number,
  zone: Zone,
) => Promise<{ link: string; token: string; expire_time: string; expire_at: string }>

/** API tokens cannot set or change credentials. */
function requireSession({ kind }: Actor): void {
  if (kind === 'token') throw new Problem('session-required')
}

export const userRoutes = ({ end, invite }: { end: EndAccess; invite: Invite }) => [
  reads(contract.listUsers, async (db, { query, zone }) => {
    const { rows, total } = await findUsers(db, query)
    return paginated({ rows: await withDetails(db, rows), total }, query, showListedUser(zone, Date.now()))
  }),
  preparesAndWrites(
    contract.createUser,
    async (_db, { actor, body }) => {
      if (body.password === undefined) return undefined
      requireSession(actor)
      return hashNewPassword(body.password, body)
    },
    async (tx, { actor, body: { password: _, ...fields }, zone }, hash) => {
      const user = await createUser(tx, actor, fields, hash)
      const invitation = hash === undefined ? await invite(tx, actor, user.id, zone) : {}
      // The link sets a password, so an API token does not get it: it is only sent to the invited person.
      return { ...showUser(zone, tx.now)(user), ...(actor.kind === 'user' && invitation) }
    },
  ),
  reads(contract.getUser, async (db, { params, zone, answering }) => {
    const user = await readUser(db, params.id)
    // A login is part of the response, but it must not make a save fail.
    answering.version = user.updated_at
    return showUser(zone, Date.now())(user)
  }),
  preparesAndWrites(
    contract.updateUser,
    async (db, { actor, body, params }) => {
      const user = await readUser(db, params.id)
      // Whoever has the address can reset the password.
      if (body.email !== undefined && body.email !== user.email) requireSession(actor)
      if (body.password === undefined) return undefined
      requireSession(actor)
      return hashNewPassword(body.password, { ...user, ...body })
    },
    async (tx, { actor, params, body: { password: _, ...changes }, zone }, hash) =>
      showUser(zone, tx.now)(await changeUser(tx, actor, params.id, changes, hash, end)),
    async (tx, { params }) => (await lockUser(tx, params.id)).updated_at,
  ),
  writes(contract.deleteUser, async (tx, { actor, params }) => deleteUser(tx, actor, params.id, end)),
]
