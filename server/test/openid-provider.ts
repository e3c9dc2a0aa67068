import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEnd } from './at-end.ts'

interface Options {
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
}

type Claims = Readonly<Record<string, unknown>>

/** The clock offset of the provider during a request. */
const clockOff = new AsyncLocalStorage<number>()

/**
 * A real OpenID provider on the loopback. It logs in every visitor as the `person` that the test chooses. It stops with
 * the test file.
 */
export async function startOpenIdProvider({ clientId, clientSecret, redirectUri }: Options) {
  const { default: Provider } = await import('oidc-provider')
  const people = new Map<string, Claims>()
  let person = ''
  let handle: (request: IncomingMessage, response: ServerResponse) => unknown = () => undefined
  let offMs = 0
  const rightNow = Date.now
  Date.now = () => rightNow() + (clockOff.getStore() ?? 0)
  const server = createServer((request, response) => {
    clockOff.run(offMs, () => void handle(request, response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const scope = 'openid email profile'
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    cookies: { keys: ['a key for tests'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username', 'groups'],
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ sub: id, ...people.get(id) }) }),
    async loadExistingGrant(context) {
      const accountId = context.oidc.session?.accountId
      const grant = new context.oidc.provider.Grant({ clientId, ...(accountId && { accountId }) })
      grant.addOIDCScope(scope)
      await grant.save()
      return grant
    },
  })
  const callback = provider.callback()
  handle = async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return callback(request, response)
    if (person === '')
      return provider.interactionFinished(
        request,
        response,
        { error: 'access_denied' },
        {
          mergeWithLastSubmission: false,
        },
      )
    return provider.interactionFinished(request, response, { login: { accountId: person } })
  }
  atEnd(() => {
    server.close()
    Date.now = rightNow
  })

  /** Follows redirects like a browser, and returns the URL that leads back to the service. */
  async function visit(address: string): Promise<string> {
    const cookies = new Map<string, string>()
    let next = address
    while (next.startsWith(issuer)) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await fetch(next, { redirect: 'manual', headers: { cookie } })
      for (const set of answer.headers.getSetCookie()) {
        const [pair = ''] = set.split(';')
        cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
      }
      const location = answer.headers.get('location')
      if (location === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`)
      next = new URL(location, next).href
    }
    return next
  }

  return {
    issuer,
    visit,
    /** Sets the clock of the provider ahead, or behind if negative. */
    setClock(seconds: number): void {
      offMs = seconds * 1000
    },
    /** Sets the person who logs in; without claims, one who refuses. */
    become(id: string, claims: Claims = {}): void {
      person = id
      if (id !== '') people.set(id, claims)
    },
  }
}
