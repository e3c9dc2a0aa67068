import type { Flag } from '@inkstone/contract/schema.ts'

/** In a literal alone, `is ? 1 : 0` would be any number. */
export function flagOf(is: boolean): Flag {
  return is ? 1 : 0
}
