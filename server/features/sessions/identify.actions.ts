import { roleOn, type SiteRole } from '@inkstone/contract/permissions.ts'
import type { ActingSite, Actor } from '../../platform/core/actor.ts'
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts'
import { Problem } from '../../platform/core/problem.ts'
import type { Identified, Visitor } from '../../platform/http/authenticate.ts'
import { isForSite } from '../api-tokens/api-tokens.rules.ts'
import { FIRST_SITE } from '../sites/sites.actions.ts'
import { isVip } from '../users/users.rules.ts'
import { type Credential, type CredentialOptions, createCredentials } from './credentials.actions.ts'
import { createSiteFinder, type SiteOptions } from './request-site.actions.ts'
import { mustSetUp } from './set-up.actions.ts'

/**
 * Authenticates the request and finds its site. Users, sessions and sites are cached, and changes take effect with the
 * next request. Invalid tokens are not cached.
 */
export function createIdentify(options: CredentialOptions & SiteOptions) {
  const credentialOf = createCredentials(options)
  const siteOf = createSiteFinder(options)

  function identifyAs(
    visitor: Visitor,
    found: Found<Credential | undefined>,
    now: number,
  ): MaybePromise<Identified> {
    const credential = found.value
    return andThen(
      orProblem(() => siteOf(visitor, credential?.sites)),
      ({ value: site, problem: noSite }) => {
        const problem = found.problem ?? noSite
        if (!site) return problem ? { problem } : {}
        const actor = actorOf(visitor, site, credential, now)
        if (credential && !isForSite(credential.sites, site.id))
          return { actor, problem: new Problem('token-other-site') }
        if (problem || !credential) return problem ? { actor, problem } : { actor }
        const firstSite = () => siteOf({ ...visitor, siteName: String(FIRST_SITE) })
        return andThen(mustSetUp(credential.hasSecondFactor, actor, site, firstSite), (must) =>
          must
            ? { actor, problem: new Problem('second-factor-required') }
            : { actor, mustConfirm: credential.mustConfirm },
        )
      },
    )
  }

  function identify(visitor: Visitor): MaybePromise<Identified> {
    const now = Date.now()
    const { token } = visitor
    const credential = orProblem(() => (token === undefined ? undefined : credentialOf(token, now)))
    return andThen(credential, (found) => identifyAs(visitor, found, now))
  }

  return { identify }
}

interface Found<Value> {
  readonly value?: Value
  readonly problem?: Problem
}

/** The result, or the problem. */
function orProblem<Value>(look: () => MaybePromise<Value>): MaybePromise<Found<Value>> {
  const asFound = (error: unknown): Found<Value> => {
    if (error instanceof Problem) return { problem: error }
    throw error
  }
  try {
    const value = look()
    return value instanceof Promise ? value.then((value) => ({ value }), asFound) : { value }
  } catch (error) {
    return asFound(error)
  }
}

const ANONYMOUS: SiteRole = { role: 'anonymous', everywhere: false }

function actorOf(visitor: Visitor, site: ActingSite, credential: Credential | undefined, now: number): Actor {
  // A content token acts as anonymous: the role and content of its user do not matter.
  const user = credential?.token?.scope === 'content' ? undefined : credential?.user
  const onSite = user ? roleOn(site.id, user.role, user.siteRoles) : ANONYMOUS
  return {
    kind: credential?.kind ?? 'anonymous',
    role: onSite.role,
    // A token for some sites administers no other: neither users, nor the list of sites, nor the whole service.
    everywhere: onSite.everywhere && credential?.sites.length === 0,
    userId: user?.user_id ?? 0,
    username: user?.username ?? '',
    site,
    siteId: site.id,
    vip: credential ? isVip(credential.user, now) : false,
    token: credential?.token,
    credentialId: credential?.credentialId ?? 0,
    address: visitor.address,
    requestId: visitor.requestId,
    language: visitor.language,
  }
}
