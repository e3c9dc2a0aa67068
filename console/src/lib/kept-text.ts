import { useEffect, useState } from 'react'
import { entriesOf, type JournalEntry, removeEntry } from './journal-store.ts'
import { openEditors } from './open-editors.ts'
import { useSession } from './session.ts'
import { useSite } from './site.ts'

/** The unsaved text of an item that no editor can open, because it does not exist any more. */
export function useKeptText(kind: string, id: number) {
  const user = useSession()?.user.id ?? 0
  const site = useSite() ?? 0
  const [kept, setKept] = useState<readonly JournalEntry[]>([])
  useEffect(() => {
    const look = async () => {
      const [entries, open] = await Promise.all([entriesOf(user, site, kind, id), openEditors()])
      setKept(entries.filter(({ editor }) => !open.has(editor)))
    }
    // Without storage, as in some private windows, there is none.
    look().catch(() => {})
  }, [user, site, kind, id])
  return {
    kept,
    /** These values are stored elsewhere. */
    async forget(values: JournalEntry['values']): Promise<void> {
      for (const entry of kept) if (entry.values === values) await removeEntry(entry.editor).catch(() => {})
    },
  }
}
