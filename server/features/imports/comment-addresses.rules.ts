import { pathKey } from './address-keys.rules.ts'

/** What an article is looked for by: its path first, then, by the last part of it, its alias. */
export function addressesOf(address: string): string[] {
  return [pathKey(address) ?? [], address].flat()
}
