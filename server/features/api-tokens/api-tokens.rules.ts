import { USUAL_TOKEN_LIMIT } from '@inkstone/contract/api-tokens.ts'
import type { TokenScope } from '@inkstone/contract/permissions.ts'

/** The sites of a token. Empty: all. */
export function sitesOf({ sites }: { readonly sites: string }): number[] {
  return JSON.parse(sites) as number[]
}

/** A token for a single site uses that site if the request names none. */
export function siteUnlessNamed(sites: readonly number[]): number | undefined {
  return sites.length === 1 ? sites[0] : undefined
}

export function isForSite(sites: readonly number[], siteId: number): boolean {
  return sites.length === 0 || sites.includes(siteId)
}

export function limitOf(scope: TokenScope, requested: number | null | undefined): number | null {
  return requested ?? (scope === 'content' ? USUAL_TOKEN_LIMIT : null)
}
