import { restoreFromBin } from '@inkstone/contract/recycle-bin.ts'
import { call } from './api.ts'
import { isGone, isRateLimit, waitBefore } from './requests.ts'

const MAX_WAITS = 5

/**
 * Sends one of many requests that belong together. It waits while the rate limit refuses it: a group that stops in the
 * middle is worse than a slow one.
 */
async function sendPatiently<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (let waits = 0; ; waits++)
    try {
      return await send()
    } catch (error) {
      if (!isRateLimit(error) || waits === MAX_WAITS) throw error
      const waitMs = waitBefore(waits, error)
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
}

/** The same for something that others may have done in the meantime. False if they have. */
export async function sendUnlessGone(send: () => Promise<unknown>): Promise<boolean> {
  try {
    await sendPatiently(send)
    return true
  } catch (error) {
    if (!isGone(error)) throw error
    return false
  }
}

/** Takes things back out of the recycle bin, in this order. */
export async function restoreMany(
  type: 'article' | 'page' | 'comment' | 'media',
  ids: readonly number[],
): Promise<undefined> {
  for (const id of ids) await sendUnlessGone(() => call(restoreFromBin, { params: { type, id } }))
}
