import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { changedFields } from './changed-fields.ts'
import type { Fields } from './fields.ts'
import { recoverable } from './journal-rules.ts'
import { type Creation, entriesOf, type JournalEntry, putEntry, removeEntry } from './journal-store.ts'
import { announceEditor, openEditors } from './open-editors.ts'
import { randomKey } from './random-key.ts'
import { useSession } from './session.ts'
import { useSite } from './site.ts'

const NEW = 0
/** Every change is on disk within two seconds. */
const KEEP_AFTER_MS = 1000
/** A browser whose storage does not answer can still save to the server. */
const STORE_WITHIN_MS = 1000

/**
 * Stores unsaved text in this browser until the server has it, and finds text of editors that were closed:
 * a closed tab, a crashed browser, an expired session.
 */
export function useJournal<Form extends Readonly<Record<string, unknown>>>(
  kind: string,
  opened: number,
  form: Fields<Form>,
) {
  const user = useSession()?.user.id ?? 0
  const site = useSite() ?? 0
  const [editor] = useState(randomKey)
  const [found, setFound] = useState<readonly JournalEntry[]>([])
  const kept = useRef<Form>(undefined)
  const id = useRef(opened)
  const creation = useRef<Creation<Form>>(undefined)
  const { values, base, dirty } = form

  useEffect(() => announceEditor(editor), [editor])

  const look = useEffectEvent(async () => {
    const [entries, open] = await Promise.all([entriesOf(user, site, kind, opened), openEditors()])
    setFound(recoverable(entries, open, form.now().base))
  })
  useEffect(() => {
    // Without storage, as in some private windows, everything else works.
    look().catch(() => {})
  }, [])

  /** Stores what the server does not have, or removes the entry if it has everything. */
  async function write(): Promise<void> {
    const { values, base } = form.now()
    const isNeeded = creation.current !== undefined || Object.keys(changedFields(base, values)).length > 0
    kept.current = isNeeded ? values : undefined
    const entry = { editor, user, site, kind, id: id.current, values, base, at: Date.now() }
    const writing = isNeeded ? putEntry({ ...entry, creation: creation.current }) : removeEntry(editor)
    await writing.catch(() => {})
  }
  const keep = useEffectEvent(() => void write())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the text counts
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
  }, [dirty, values, base, editor])
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
    /** After its text was put into the form. A creation that may have succeeded is continued, not repeated. */
    async restored(entry: JournalEntry): Promise<void> {
      if (id.current === NEW) creation.current ??= entry.creation as Creation<Form> | undefined
      setFound((before) => before.filter(({ editor }) => editor !== entry.editor))
      await write()
      await removeEntry(entry.editor).catch(() => {})
    },
    /** The creation that has no response yet. */
    creation: () => creation.current,
    /** Called before a creation is sent, so that it is not repeated under another key after a crash. */
    async begin(sent: Creation<Form>): Promise<void> {
      creation.current = sent
      await Promise.race([write(), new Promise((resolve) => setTimeout(resolve, STORE_WITHIN_MS))])
    },
    /** The server refused to create it: the next attempt may send something else. */
    refused(): void {
      creation.current = undefined
      void write()
    },
    /** From now on it is the text of this item. The editor may be closed by now. */
    created(made: number): void {
      creation.current = undefined
      id.current = made
      void write()
    },
  }
}
export type Journal<Form extends Readonly<Record<string, unknown>>> = ReturnType<typeof useJournal<Form>>
