import type { SiteRole } from '@inkstone/contract/permissions.ts'
import type { Db } from '../../database.ts'
import type { ActingSite, Actor } from '../../platform/core/actor.ts'
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts'
import { requiresSecondFactor } from '../second-factor/second-factor.rules.ts'
import { FIRST_SITE, resolveSite } from '../sites/sites.actions.ts'
import { roleOfUser } from '../users/site-roles.actions.ts'
import type { UserRow } from '../users/users.table.ts'
import { showLogin } from './sessions.view.ts'

/** What opened a session, and what the user has. */
interface Factors {
  readonly factors: number
  readonly second_factor_at: number | null
}

/** Whether a second factor was used, or would be at the next login. */
export function hasSecondFactor({ factors, second_factor_at }: Factors): boolean {
  return factors > 1 || second_factor_at !== null
}

/**
 * Whether a user must set up a second factor first. For users whose role applies to all sites, the requirement of site 1
 * applies too. Otherwise another site would bypass it.
 */
export function mustSetUp(
  hasFactor: boolean,
  { role, everywhere }: SiteRole,
  site: ActingSite,
  firstSite: () => MaybePromise<ActingSite>,
): MaybePromise<boolean> {
  if (hasFactor) return false
  if (requiresSecondFactor(site.settings, role)) return true
  if (!everywhere || site.id === FIRST_SITE) return false
  return andThen(firstSite(), (first) => requiresSecondFactor(first.settings, role))
}

export interface OpenedSession {
  readonly token: string
  readonly user: UserRow
  readonly factors: 1 | 2
}

/** The response to every kind of login, with the role on the site of the request. */
export async function loginAnswer(db: Db, { site }: Actor, { token, user, factors }: OpenedSession) {
  const onSite = await roleOfUser(db, site.id, user)
  const has = hasSecondFactor({ factors, second_factor_at: user.second_factor_at })
  const must = await mustSetUp(has, onSite, site, () => resolveSite(db, String(FIRST_SITE), undefined))
  return { ...showLogin(token, user, onSite), ...(must && { second_factor_required: 1 as const }) }
}
