import { createSigner, createVerifier } from 'fast-jwt'

export const TOKEN_SECONDS = 7200

/** The content of a token. The row of the session decides whether it is still valid. */
export interface TokenClaims {
  readonly sid: number
  readonly gen: number
}

/** The same after decoding, with its expiry time in seconds. */
export interface ReadClaims extends TokenClaims {
  readonly exp: number
}

export interface Tokens {
  sign(claims: TokenClaims): string
  read(token: string): ReadClaims | 'expired' | 'invalid'
}

export function createTokens(key: Buffer): Tokens {
  const sign = createSigner({ key, algorithm: 'HS256', expiresIn: TOKEN_SECONDS * 1000 })
  const verify = createVerifier({ key, algorithms: ['HS256'] })
  return {
    sign: (claims) => sign({ ...claims }),
    read(token) {
      try {
        const { sid, gen, exp } = verify(token) as ReadClaims
        return [sid, gen, exp].every(Number.isSafeInteger) ? { sid, gen, exp } : 'invalid'
      } catch (error) {
        return (error as { code?: string }).code === 'FAST_JWT_EXPIRED' ? 'expired' : 'invalid'
      }
    },
  }
}

/** A refresh invalidates the old token after a short time, for requests in flight. */
const OVERLAP_MS = 10_000

export function isCurrent(
  { gen }: TokenClaims,
  session: { generation: number; rotated_at: number; expires_at: number },
  now: number,
): boolean {
  if (session.expires_at <= now) return false
  return (
    gen === session.generation || (gen === session.generation - 1 && now - session.rotated_at < OVERLAP_MS)
  )
}
