import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import { passkeyLogin, passkeyLoginOptions } from '@inkstone/contract/passkeys.ts'
import { login, logout, refresh } from '@inkstone/contract/sessions.ts'
import { call } from './api.ts'
import { answerWithPasskey } from './passkeys.ts'
import { currentSession, NOT_READ_YET, storeSession } from './session.ts'
import { chooseSite } from './site.ts'

const expiryOf = (seconds: number) => Date.now() + seconds * 1000

export async function signIn(username: string, password: string, otp?: string): Promise<void> {
  const body = { username, password, ...(otp && { otp }) }
  begin(await call(login, { body }))
}

export async function signInWithPasskey(): Promise<void> {
  const used = await answerWithPasskey(await call(passkeyLoginOptions))
  begin(await call(passkeyLogin, { body: used }))
}

function begin({ token, expire, user }: AnswerOf<typeof login>): void {
  const before = currentSession()
  if (before?.user.id !== user.id) chooseSite(undefined)
  storeSession({ token, expires: expiryOf(expire), user })
}

/** Marks that this tab went to the provider. Without it, a link could sign a user in to another person's account. */
const LEFT_FOR_PROVIDER = 'inkstone.sign-on'

export function leaveForProvider(url = '/api/auth/oidc/start?return_to=/admin'): void {
  sessionStorage.setItem(LEFT_FOR_PROVIDER, '1')
  location.assign(url)
}

let refusal = ''

/** Why the login at the provider failed; can be read once. */
export const providerRefusal = (): string => refusal

/** The fragment with which the server sends the browser back from the provider. */
export function arriveFromProvider(): void {
  const given = new URLSearchParams(location.hash.slice(1))
  const token = given.get('token')
  const error = given.get('error')
  if (token === null && error === null) return
  history.replaceState(history.state, '', location.pathname + location.search)
  const left = sessionStorage.getItem(LEFT_FOR_PROVIDER)
  sessionStorage.removeItem(LEFT_FOR_PROVIDER)
  if (left === null) return
  refusal = error ?? ''
  const before = currentSession()
  // A signed-in user has only linked their account.
  if (token === null || (before && !before.ended)) return
  chooseSite(undefined)
  storeSession({ token, expires: expiryOf(Number(given.get('expire')) || 0), user: NOT_READ_YET })
}

/** Signs out locally at once. The request to the server runs in the background and may fail. */
export function signOut(): void {
  call(logout).catch(() => {})
  storeSession(undefined)
  chooseSite(undefined)
}

const POLL_EVERY_MS = 60_000
const RENEWED_BEFORE_MS = 30 * 60_000

/** Renews the token while the user is active. Idle sessions expire. */
export function renewWhileWorking(): () => void {
  const timer = setInterval(async () => {
    const session = currentSession()
    if (!session || session.ended || document.hidden) return
    if (session.expires - Date.now() > RENEWED_BEFORE_MS) return
    await renew()
  }, POLL_EVERY_MS)
  return () => clearInterval(timer)
}

async function renew(): Promise<void> {
  try {
    const { token, expire } = await call(refresh)
    const latest = currentSession()
    if (latest) storeSession({ ...latest, token, expires: expiryOf(expire) })
  } catch {
    // Tried again at the next check. When the session has ended, the user is asked to sign in.
  }
}
