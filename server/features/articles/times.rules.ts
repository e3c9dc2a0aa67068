import type { Zone } from '../../platform/times/times.ts'
import type { PreparedChanges } from './articles.rules.ts'
import type { ArticleRow } from './articles.table.ts'

/** The stored time if the same one is sent back: responses contain whole seconds. */
export function timeAfter<Sent extends number | null | undefined>(stored: number | null, sent: Sent) {
  return stored !== null && typeof sent === 'number' && secondOf(sent) === secondOf(stored) ? stored : sent
}

function secondOf(moment: number): number {
  return Math.floor(moment / 1000)
}

/**
 * The same for the times of a request, which are local: when clocks go back an hour has its times twice, and such a
 * time would move to the first one.
 */
export function withStoredTimes(
  zone: Zone,
  { created_at, publish_at }: Pick<ArticleRow, 'created_at' | 'publish_at'>,
  changes: PreparedChanges,
): PreparedChanges {
  const { create_time, publish_time } = changes
  const isShownAs = (stored: number | null, sent: number | null | undefined) =>
    stored !== null && typeof sent === 'number' && zone.format(sent) === zone.format(stored)
  return {
    ...changes,
    ...(isShownAs(created_at, create_time) && { create_time: created_at }),
    ...(isShownAs(publish_at, publish_time) && { publish_time: publish_at }),
  }
}
