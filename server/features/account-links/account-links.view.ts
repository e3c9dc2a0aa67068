import { showTimes, type Zone } from '../../platform/times/times.ts'
import type { Handed } from './account-links.actions.ts'

export function showLink(zone: Zone) {
  return ({ link, token, expiresAt }: Handed) => ({ link, token, ...showTimes(zone, { expire: expiresAt }) })
}
