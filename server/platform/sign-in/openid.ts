import type { ClientAuth, Configuration } from 'openid-client'

export interface OpenIdSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly redirectUri: string
}

/** What must come back with the answer of the provider. */
export interface Expected {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string }

/** The provider said no, or what came back is not an answer to what was asked. */
export class SignInRefused extends Error {
  override name = 'SignInRefused'
}

/** The provider cannot be reached. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}

// Loaded when first asked for: most processes never need it.
const library = () => import('openid-client')
const TIMEOUT_SECONDS = 10

/** Logs people in at an OpenID provider: the authorization code flow with PKCE, state and nonce. */
export function createOpenIdClient(settings: OpenIdSettings) {
  let discovered: Promise<Configuration> | undefined

  /** Asked once; a failure is asked again by the next one who needs it. */
  function configuration(): Promise<Configuration> {
    discovered ??= discover(settings).catch((error) => {
      discovered = undefined
      throw new ProviderUnavailable('the OpenID provider does not respond', { cause: error })
    })
    return discovered
  }

  return {
    issuer: settings.issuer,

    async begin(): Promise<{ url: string; expected: Expected }> {
      const openid = await library()
      const config = await configuration()
      const expected = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
      }
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: settings.redirectUri,
        scope: 'openid email profile',
        response_type: 'code',
        code_challenge: await openid.calculatePKCECodeChallenge(expected.verifier),
        code_challenge_method: 'S256',
        state: expected.state,
        nonce: expected.nonce,
      })
      return { url: url.href, expected }
    },

    /** What the provider says of the person: the claims of the ID token, with those of the user info. */
    async finish(answer: URLSearchParams, expected: Expected): Promise<Claims> {
      const openid = await library()
      const config = await configuration()
      try {
        const tokens = await openid.authorizationCodeGrant(
          config,
          new URL(`${settings.redirectUri}?${answer}`),
          {
            expectedState: expected.state,
            expectedNonce: expected.nonce,
            pkceCodeVerifier: expected.verifier,
            idTokenExpected: true,
          },
        )
        const claims = tokens.claims()
        if (!claims) throw new Error('the response has no ID token')
        const more = config.serverMetadata().userinfo_endpoint
          ? await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
          : {}
        return { ...more, ...claims }
      } catch (error) {
        throw new SignInRefused('the login with the OpenID provider failed', { cause: error })
      }
    },
  }
}

export type OpenIdClient = ReturnType<typeof createOpenIdClient>

async function discover({ issuer, clientId, clientSecret }: OpenIdSettings): Promise<Configuration> {
  const openid = await library()
  const url = new URL(issuer)
  return openid.discovery(url, clientId, clientSecret, authenticationBy(openid, clientSecret), {
    timeout: TIMEOUT_SECONDS,
    // The settings allow plain http on this machine only.
    ...(url.protocol === 'http:' && { execute: [openid.allowInsecureRequests] }),
  })
}

/** With the secret in the header, as providers expect that say nothing else; in the body where they take it only there. */
function authenticationBy(openid: typeof import('openid-client'), secret: string | undefined): ClientAuth {
  if (secret === undefined) return openid.None()
  const [inHeader, inBody] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)]
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_basic') ? inHeader : inBody
    return authenticate(server, client, body, headers)
  }
}
