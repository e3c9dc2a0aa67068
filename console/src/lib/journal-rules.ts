import { changedFields } from './changed-fields.ts'
import type { JournalEntry } from './journal-store.ts'

type Values = Readonly<Record<string, unknown>>

/** Recovers only the fields that the user changed. The others keep the server's values. */
export function changesIn(entry: Pick<JournalEntry, 'values' | 'base'>): Values {
  return changedFields(entry.base, entry.values)
}

/** The entries of closed editors whose text the server does not have, latest first. */
export function recoverable(
  entries: readonly JournalEntry[],
  open: ReadonlySet<string>,
  server: Values,
): readonly JournalEntry[] {
  return entries
    .filter(({ editor }) => !open.has(editor))
    .filter((entry) => Object.keys(changedFields(server, { ...server, ...changesIn(entry) })).length > 0)
    .toSorted((one, other) => other.at - one.at)
}
