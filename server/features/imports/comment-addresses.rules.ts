import { pathKey } from './address-keys.rules.ts'

/** The keys by which the article of a comment is searched: its path, then the last segment as an alias. */
export function addressesOf(address: string): string[] {
  return [pathKey(address) ?? [], address].flat()
}
