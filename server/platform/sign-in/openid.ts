import type { ClientAuth, Configuration } from 'openid-client'

export interface OpenIdSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly redirectUri: string
}

/** What the response of the provider must contain. */
export interface Expected {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string }

/** The provider rejected the login, or its response does not match the request. */
export class SignInRefused extends Error {
  override name = 'SignInRefused'
}

/** The provider is unavailable. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}

// Loaded on first use, because most processes never need it.
const library = () => import('openid-client')
const TIMEOUT_SECONDS = 10

/** Logs people in at an OpenID provider: the authorization code flow with PKCE, state and nonce. */
export function createOpenIdClient(settings: OpenIdSettings) {
  let discovered: Promise<Configuration> | undefined

  /** Fetched once; after a failure it is fetched again on the next use. */
  function configuration(): Promise<Configuration> {
    discovered ??= discover(settings).catch((error) => {
      discovered = undefined
      throw new ProviderUnavailable('the OpenID provider does not respond', { cause: error })
    })
    return discovered
  }

  return {
    issuer: settings.issuer,

    /** Throws if the provider does not describe itself. */
    async check(): Promise<void> {
      await configuration()
    },

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

    /** The claims about the person: those of the ID token and of the user info. */
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
    // The settings allow plain http only on this machine.
    ...(url.protocol === 'http:' && { execute: [openid.allowInsecureRequests] }),
  })
}

/** The client secret is sent in the header by default, or in the body if the provider supports only that. */
function authenticationBy(openid: typeof import('openid-client'), secret: string | undefined): ClientAuth {
  if (secret === undefined) return openid.None()
  const [inHeader, inBody] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)]
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_basic') ? inHeader : inBody
    return authenticate(server, client, body, headers)
  }
}
