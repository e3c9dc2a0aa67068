// Replaces @node-rs/argon2 when tests run from the sources (vitest.config.ts): the same format with less work,
// because tests hash thousands of passwords. Tests of the built program use the real one.
import { createRequire } from 'node:module'
import type { Options } from '@node-rs/argon2'

const require = createRequire(import.meta.url)
const argon2: typeof import('@node-rs/argon2') = require('@node-rs/argon2')

/** The parameters that the service must use. */
const STRENGTH = JSON.stringify({ memoryCost: 19_456, timeCost: 2, parallelism: 1 })

export async function hash(password: string, options: Options): Promise<string> {
  if (JSON.stringify(options) !== STRENGTH)
    throw new Error(`a password is hashed with ${JSON.stringify(options)} instead of ${STRENGTH}`)
  return argon2.hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 })
}

export const verify: typeof argon2.verify = argon2.verify
