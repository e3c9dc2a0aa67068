import { randomInt } from 'node:crypto'

const MAX_LENGTH = 32

/** A numeric code in which every digit is equally likely, leading zeros included. */
export function randomDigits(length: number): string {
  if (!Number.isInteger(length) || length < 1 || length > MAX_LENGTH)
    throw new RangeError(`a numeric code has 1 to ${MAX_LENGTH} digits, not ${length}`)
  return Array.from({ length }, () => randomInt(10)).join('')
}
