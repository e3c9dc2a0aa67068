import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'

/** Whether passkeys are available: only on HTTPS or localhost. */
export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function'

/** The user cancelled, or it timed out. Not an error of the service. */
export class PasskeyStopped extends Error {
  override name = 'PasskeyStopped'
}

export async function answerWithPasskey(options: object) {
  const { id, rawId, type, response } = await orStopped(() =>
    startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }),
  )
  return { id, rawId, type: type as 'public-key', response }
}

export async function makePasskey(options: object) {
  const { id, rawId, type, response } = await orStopped(() =>
    startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }),
  )
  const { clientDataJSON, attestationObject, transports } = response
  return {
    id,
    rawId,
    type: type as 'public-key',
    response: { clientDataJSON, attestationObject, ...(transports && { transports: [...transports] }) },
  }
}

async function orStopped<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    throw new PasskeyStopped(error instanceof Error ? error.message : String(error))
  }
}
