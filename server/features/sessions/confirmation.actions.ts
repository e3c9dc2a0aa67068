import type { Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { lowerFactorsOf, saveConfirmation } from './sessions.store.ts'

const CONFIRMED_FOR_MS = 10 * 60_000

/**
 * Requires users with a second factor to confirm it again if the last confirmation is too old for sensitive actions.
 */
export function mustConfirm(
  { second_factor_at, confirmed_at }: { second_factor_at: number | null; confirmed_at: number | null },
  now: number,
): boolean {
  return second_factor_at !== null && (confirmed_at ?? 0) < now - CONFIRMED_FOR_MS
}

/** Records that the second factor was confirmed in this session. */
export async function confirmSession(tx: Tx, { kind, credentialId }: Actor): Promise<void> {
  if (kind === 'user') await saveConfirmation(tx, credentialId)
}

/** A session of somebody who has neither an authenticator app nor a passkey any more counts as opened without one. */
export const forgetFactors: (tx: Tx, userId: number) => Promise<void> = lowerFactorsOf
