import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { changedFields } from './changed-fields.ts'
import type { Fields } from './fields.ts'
import { recoverable } from './journal-rules.ts'
import { entriesOf, type JournalEntry, putEntry, removeEntry } from './journal-store.ts'
import { announceEditor, openEditors } from './open-editors.ts'
import { randomKey } from './random-key.ts'
import { useSession } from './session.ts'
import { useSite } from './site.ts'

/** Every change is on disk within two seconds. */
const KEEP_AFTER_MS = 1000

/**
 * Stores unsaved text in this browser until the server has it, and finds text of editors that were closed:
 * a closed tab, a crashed browser, an expired session.
 */
export function useJournal<Form extends Readonly<Record<string, unknown>>>(
  kind: string,
  id: number,
  form: Fields<Form>,
) {
  const user = useSession()?.user.id ?? 0
  const site = useSite() ?? 0
  const [editor] = useState(randomKey)
  const [found, setFound] = useState<readonly JournalEntry[]>([])
  const kept = useRef<Form>(undefined)
  const { values, base, dirty } = form

  useEffect(() => announceEditor(editor), [editor])

  const look = useEffectEvent(async () => {
    const [entries, open] = await Promise.all([entriesOf(user, site, kind, id), openEditors()])
    setFound(recoverable(entries, open, form.now().base))
  })
  useEffect(() => {
    // Without storage, as in some private windows, everything else works.
    look().catch(() => {})
  }, [])

  const keep = useEffectEvent(() => {
    const now = form.now()
    kept.current = now.values
    putEntry({ editor, user, site, kind, id, values: now.values, base: now.base, at: Date.now() }).catch(
      () => {},
    )
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the text and of its number counts
  useEffect(() => {
    if (!dirty) {
      clearTimeout(timer.current)
      timer.current = undefined
      if (kept.current) removeEntry(editor).catch(() => {})
      kept.current = undefined
      return
    }
    // Not debounced: continuous typing is stored once a second too.
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      keep()
    }, KEEP_AFTER_MS)
  }, [dirty, values, base, id, editor])
  const keepNow = useEffectEvent(() => {
    const { values, base } = form.now()
    if (values !== kept.current && Object.keys(changedFields(base, values)).length > 0) keep()
  })
  useEffect(() => {
    const keepBeforeLeaving = () => keepNow()
    addEventListener('pagehide', keepBeforeLeaving)
    return () => {
      removeEventListener('pagehide', keepBeforeLeaving)
      keepNow()
      clearTimeout(timer.current)
    }
  }, [])

  return {
    found,
    async forget(entry: JournalEntry): Promise<void> {
      setFound((before) => before.filter(({ editor }) => editor !== entry.editor))
      await removeEntry(entry.editor).catch(() => {})
    },
  }
}
export type Journal = ReturnType<typeof useJournal>
