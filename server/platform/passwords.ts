import { hash, verify } from '@node-rs/argon2'

// The parameters that OWASP names first for argon2id: 19 MiB, two passes, one lane.
const STRENGTH = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, STRENGTH)
}

let nobodysHash: Promise<string> | undefined

/** Takes the same time whether there is such a user or not: the hash of nobody is compared like any other. */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword('the password of nobody')
  const matches = await verify(passwordHash ?? (await nobodysHash), password)
  return matches && passwordHash !== undefined
}
