import * as contract from '@inkstone/contract/account-links.ts'
import { acts, preparesAndWrites, writes } from '../../database.ts'
import type { AccountLinkOptions } from './account-links.actions.ts'
import { showLink } from './account-links.view.ts'
import { confirmEmail, prepareConfirmation } from './address-links.actions.ts'
import {
  forgotPassword,
  inviteUser,
  makeResetLink,
  prepareReset,
  resetPassword,
} from './password-links.actions.ts'

export const accountLinkRoutes = (options: AccountLinkOptions) => [
  acts(contract.forgotPassword, async (engine, { actor, body }) =>
    forgotPassword(engine, actor, options, body.email),
  ),
  preparesAndWrites(
    contract.resetPassword,
    async (db, { actor, body }) => prepareReset(db, actor, options, body),
    async (tx, { actor, body }, prepared) => resetPassword(tx, actor, options, body.token, prepared),
  ),
  preparesAndWrites(
    contract.confirmEmail,
    async (db, { actor, body }) => prepareConfirmation(db, actor, options, body.token),
    async (tx, { actor, body }) => confirmEmail(tx, actor, body.token),
  ),
  writes(contract.makeResetLink, async (tx, { actor, params, zone }) =>
    showLink(zone)(await makeResetLink(tx, actor, options, params.id)),
  ),
  writes(contract.inviteUser, async (tx, { actor, params, zone }) =>
    showLink(zone)(await inviteUser(tx, actor, options, params.id)),
  ),
]
