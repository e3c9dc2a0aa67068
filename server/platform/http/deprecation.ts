import type { Deprecation, Endpoint } from '@inkstone/contract/endpoint.ts'

/**
 * The headers that announce the end of an endpoint, or of a query parameter that the request uses: `Deprecation` (RFC
 * 9745) and `Sunset` (RFC 8594). If there are several, the earliest dates count.
 */
export function deprecationHeaders(
  { deprecated, deprecatedQuery }: Endpoint,
  query: unknown,
): Record<string, string> | undefined {
  if (!deprecated && !deprecatedQuery) return undefined
  const used = Object.entries(deprecatedQuery ?? {}).filter(([name]) => Object.hasOwn(Object(query), name))
  const found = [...(deprecated ? [deprecated] : []), ...used.map(([, deprecation]) => deprecation)]
  if (found.length === 0) return undefined
  const since = Math.min(...found.map((one) => midnightOf(one.since)))
  const sunset = Math.min(...found.map((one) => midnightOf(one.sunset)))
  return { deprecation: `@${since / 1000}`, sunset: new Date(sunset).toUTCString() }
}

/** Rejects dates that clients cannot rely on, when the service is built. */
export function requireDeprecationDates({
  method,
  path,
  deprecated,
  deprecatedQuery,
  query,
}: Endpoint): void {
  const refuse = (why: string): never => {
    throw new Error(`${method} ${path} is deprecated ${why}`)
  }
  for (const [name, { since, sunset }] of [
    ...(deprecated ? [['', deprecated] as const] : []),
    ...Object.entries(deprecatedQuery ?? {}),
  ]) {
    if (name !== '' && !Object.hasOwn(query?.properties ?? {}, name))
      refuse(`in the parameter ${name}, which it does not have`)
    if (!(midnightOf(sunset) >= midnightOf(since) + MIN_NOTICE_MS))
      refuse(`from ${since} to ${sunset}: six months is the shortest notice`)
  }
}

const DAY_MS = 86_400_000
/** What docs/upgrading.md promises. */
const MIN_NOTICE_MS = 180 * DAY_MS

function midnightOf(day: Deprecation['since']): number {
  return Date.parse(`${day}T00:00:00Z`)
}
