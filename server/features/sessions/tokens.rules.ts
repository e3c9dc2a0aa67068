import { createSigner, createVerifier } from 'fast-jwt'

export const TOKEN_SECONDS = 7200

/** What a token says; whether it still holds, the session's row decides. */
export interface TokenClaims {
  readonly sid: number
  readonly gen: number
}

/** The same as it is read back: with the second from which it says nothing any more. */
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

/** A refresh retires the old token, but not under the feet of requests that are already on their way with it. */
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
