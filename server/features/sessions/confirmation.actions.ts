import type { Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { saveConfirmation } from './sessions.store.ts'

const CONFIRMED_FOR_MS = 10 * 60_000

/** Whoever has a second factor is asked for it again where it was last given too long ago for what is sensitive. */
export function mustConfirm(
  { second_factor_at, confirmed_at }: { second_factor_at: number | null; confirmed_at: number | null },
  now: number,
): boolean {
  return second_factor_at !== null && (confirmed_at ?? 0) < now - CONFIRMED_FOR_MS
}

/** The second factor was given in this session just now. */
export async function confirmSession(tx: Tx, { kind, credentialId }: Actor): Promise<void> {
  if (kind === 'user') await saveConfirmation(tx, credentialId)
}
