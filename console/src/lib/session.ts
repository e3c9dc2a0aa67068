import type { Profile } from '@inkstone/contract/users.ts'
import { storedValue } from './stored-value.ts'

export interface Session {
  readonly token: string
  /** Milliseconds of this browser's clock. */
  readonly expires: number
  readonly user: Profile
  /** The server rejected the token. The user signs in again over the current screen and loses nothing. */
  readonly ended?: true
}

/** The user of a session until it is read. */
export const NOT_READ_YET: Profile = {
  id: 0,
  username: '',
  email: '',
  nickname: '',
  avatar: '',
  bio: '',
  role: 'member',
  is_vip: 0,
}

const session = storedValue<Session>('inkstone.session')

export const useSession = session.use
export const currentSession = session.get
export const storeSession = session.set

export const currentToken = (): string | undefined => session.get()?.token

export function sessionEnded(): void {
  const kept = session.get()
  if (kept && !kept.ended) session.set({ ...kept, ended: true })
}
