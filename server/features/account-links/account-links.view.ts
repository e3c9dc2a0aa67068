import { showTimes, type Zone } from '../../platform/times/times.ts'
import type { IssuedLink } from './password-links.actions.ts'

export function showLink(zone: Zone) {
  return ({ link, token, expiresAt }: IssuedLink) => ({
    link,
    token,
    ...showTimes(zone, { expire: expiresAt }),
  })
}
