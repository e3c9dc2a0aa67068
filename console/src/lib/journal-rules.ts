import { changedFields } from './changed-fields.ts'
import type { JournalEntry } from './journal-store.ts'

type Values = Readonly<Record<string, unknown>>

/** Only what somebody changed is brought back: what the server has of the other fields stands. */
export function changesIn(entry: Pick<JournalEntry, 'values' | 'base'>): Values {
  return changedFields(entry.base, entry.values)
}

/** The entries of editors that are gone whose text the server does not have, the latest first. */
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
