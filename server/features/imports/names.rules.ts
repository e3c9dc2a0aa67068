import { createHash } from 'node:crypto'

/** Generates a username if the name is not a valid one. */
export function usernameFor(name: string): string {
  const plain = name
    .replace(/[^\p{L}\p{N}_.-]+/gu, '-')
    .slice(0, 50)
    .toWellFormed()
  return plain.length >= 2 ? plain : `author-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`
}
