import { login, logout, refresh } from '@inkstone/contract/sessions.ts'
import { call } from './api.ts'
import { currentSession, keepSession } from './session.ts'
import { chooseSite } from './site.ts'

const expiryOf = (seconds: number) => Date.now() + seconds * 1000

export async function signIn(username: string, password: string, otp?: string): Promise<void> {
  const body = { username, password, ...(otp && { otp }) }
  const { token, expire, user } = await call(login, { body })
  const before = currentSession()
  if (before?.user.id !== user.id) chooseSite(undefined)
  keepSession({ token, expires: expiryOf(expire), user })
}

/** Here it is over at once; the server is told meanwhile, and a server that does not answer keeps nobody signed in. */
export function signOut(): void {
  call(logout).catch(() => {})
  keepSession(undefined)
  chooseSite(undefined)
}

const LOOK_EVERY_MS = 60_000
const RENEWED_BEFORE_MS = 30 * 60_000

/** A token is renewed while somebody works: a session ends by being left alone. */
export function renewWhileWorking(): () => void {
  const timer = setInterval(async () => {
    const session = currentSession()
    if (!session || session.ended || document.hidden) return
    if (session.expires - Date.now() > RENEWED_BEFORE_MS) return
    await renew()
  }, LOOK_EVERY_MS)
  return () => clearInterval(timer)
}

async function renew(): Promise<void> {
  try {
    const { token, expire } = await call(refresh)
    const latest = currentSession()
    if (latest) keepSession({ ...latest, token, expires: expiryOf(expire) })
  } catch {
    // It is tried again with the next look; once the session has ended, whoever works is asked to sign in.
  }
}
