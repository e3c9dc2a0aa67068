import { randomInt } from 'node:crypto'

const STEPS = 2 ** 32

export function between(low: number, high: number): number {
  return low + ((high - low) * randomInt(STEPS)) / STEPS
}
