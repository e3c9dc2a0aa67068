import { showTimes, type Zone } from '../../platform/times/times.ts'
import { shownNetwork } from './ip-blacklist.rules.ts'
import type { BlockedNetworkRow, SensitiveWordRow } from './moderation.table.ts'

export function showWord(zone: Zone) {
  return ({ id, word, action, replacement, hits, created_at }: SensitiveWordRow) => ({
    id,
    word,
    action,
    replacement,
    hits,
    ...showTimes(zone, { create: created_at }),
  })
}

export function showBlocked(zone: Zone) {
  return ({ id, network, reason, expires_at, created_at }: BlockedNetworkRow) => ({
    id,
    ip: shownNetwork(network),
    reason,
    ...showTimes(zone, { expire: expires_at, create: created_at }),
  })
}
