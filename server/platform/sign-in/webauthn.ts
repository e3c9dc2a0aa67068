import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

/** The public part of a passkey, as the authenticator returned it. */
export interface PublicCredential {
  readonly id: string
  /** In base64url. */
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
}

/** The host for which passkeys are valid. A passkey of another host does not work here. */
export interface RelyingParty {
  readonly name: string
  readonly host: string
  readonly origin: string
}

// Loaded on first use, because most processes never need it.
const library = () => import('@simplewebauthn/server')

interface Registering {
  readonly party: RelyingParty
  readonly user: { readonly id: number; readonly username: string; readonly displayName: string }
  readonly challenge: Buffer
  readonly known: readonly PublicCredential[]
}

export async function creationOptions({ party, user, challenge, known }: Registering): Promise<object> {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: party.name,
    rpID: party.host,
    userID: new Uint8Array(Buffer.from(String(user.id))),
    userName: user.username,
    userDisplayName: user.displayName || user.username,
    challenge: new Uint8Array(challenge),
    attestationType: 'none',
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports: [...transports] as never })),
    // Discoverable, and always with user verification (fingerprint, face or PIN), so it counts as both factors.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

export async function requestOptions(party: RelyingParty, challenge: Buffer): Promise<object> {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: party.host,
    challenge: new Uint8Array(challenge),
    userVerification: 'required',
  })
}

/** The new credential; undefined if the response does not match the request. */
export async function verifyCreation(
  party: RelyingParty,
  response: RegistrationResponseJSON,
  isExpected: (challenge: string) => boolean,
): Promise<PublicCredential | undefined> {
  const { verifyRegistrationResponse } = await library()
  const outcome = await orUndefined(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: isExpected,
      expectedOrigin: party.origin,
      expectedRPID: party.host,
      requireUserVerification: true,
    }),
  )
  if (!outcome?.verified) return undefined
  const { id, publicKey, counter, transports = [] } = outcome.registrationInfo.credential
  return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports }
}

/** The counter after the use of a credential; undefined if the response is invalid. */
export async function verifyUse(
  party: RelyingParty,
  response: AuthenticationResponseJSON,
  credential: PublicCredential,
  isExpected: (challenge: string) => boolean,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const outcome = await orUndefined(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: isExpected,
      expectedOrigin: party.origin,
      expectedRPID: party.host,
      requireUserVerification: true,
      credential: {
        id: credential.id,
        publicKey: new Uint8Array(Buffer.from(credential.publicKey, 'base64url')),
        counter: credential.counter,
      },
    }),
  )
  return outcome?.verified ? outcome.authenticationInfo.newCounter : undefined
}

/** The challenge in a response, not verified yet. */
export function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

/** The library throws for every invalid response. */
async function orUndefined<Result>(verify: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await verify()
  } catch {
    return undefined
  }
}
