import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from './api-error.ts'
import { type Attempt, isToldElsewhere, isWorthTrying, type Refused } from './autosave-rules.ts'
import { changedFields } from './changed-fields.ts'
import { conflictingFields } from './conflicts.ts'
import { type Created, createOnce } from './creating.ts'
import type { Fields } from './fields.ts'
import type { Journal } from './journal.ts'
import type { Person } from './person-name.ts'
import { markStale, showError } from './requests.ts'
import { failureOf, isLost, isOfGone, isStale } from './save-failures.ts'
import { currentSession, currentToken } from './session.ts'

/** Matches no version, so that the current one is read before anything is changed. */
const NO_VERSION = '"none"'

/** What the server stores of an article or page. */
export interface Kept<Form> {
  readonly id: number
  readonly etag: string | undefined
  readonly values: Form
  /** Who saved it, if the server tells it. */
  readonly editor?: Person | undefined
}

/** How it is created, updated and read. */
export interface Remote<Form> {
  /** The same key twice creates only one. */
  create(values: Form, key: string): Promise<Created>
  /** Updates the version with this ETag, or without one any version. Returns the new ETag. */
  update(id: number, changes: Partial<Form>, etag: string | undefined): Promise<string | undefined>
  /** Undefined if it could not be read. */
  read(id: number): Promise<Kept<Form> | undefined>
  /** Who saved it last, for a conflict, if `read` does not tell it. */
  editor?(id: number): Promise<Person | undefined>
}

/** How an autosave is sent. */
type Send<Form> = Remote<Form>['update']

/**
 * Saves an article or page, as a new one or as an update of the opened version. Typing can continue
 * during a save: only what was sent counts as saved. Saves run one after the other.
 */
export function useSaving<Form extends Readonly<Record<string, unknown>>>({
  opened,
  remote,
  form,
  journal,
  touches,
  saved,
  onCreated,
}: {
  opened: Kept<Form> | undefined
  remote: Remote<Form>
  form: Fields<Form>
  journal: Journal<Form>
  touches: readonly string[]
  saved: string
  onCreated: (id: number) => void
}) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const isUnderWay = useRef(false)
  const [busy, setBusy] = useState(false)
  /** The autosave that is under way. */
  const quiet = useRef<Promise<'joined' | undefined>>(undefined)
  /** A version of somebody else, with changes to the same fields. */
  const [newer, setNewer] = useState<Kept<Form>>()
  const [isComparing, setComparing] = useState(false)
  const [refused, setRefused] = useState<Refused<Form>>()
  const known = useRef(opened && { id: opened.id, etag: opened.etag })
  /** Sent, but without a response: it may have been saved. */
  const unconfirmed = useRef<Form>(undefined)
  const isAutosaved = useRef(false)
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  /** The text is stored elsewhere or no longer needed, so leaving asks no question. */
  function leave(to: string): void {
    markStale(client, touches)
    navigate({ to, ignoreBlocker: true })
  }

  async function create(): Promise<number> {
    const { id, etag } = await createOnce(form, journal, remote.create)
    known.current = { id, etag: etag ?? NO_VERSION }
    // A user who has left the editor in the meantime stays where they are.
    if (isOpen.current) onCreated(id)
    return id
  }

  /** Returns whether a newer version had to be taken over first. */
  async function update(id: number, over: boolean): Promise<boolean> {
    const { values, base } = form.now()
    const changes = changedFields(base, values)
    if (Object.keys(changes).length === 0) return false
    try {
      const etag = await remote.update(id, changes, over ? undefined : known.current?.etag)
      unconfirmed.current = etag === undefined ? values : undefined
      known.current = { id, etag: etag ?? known.current?.etag }
      form.settle(values, values)
      return false
    } catch (error) {
      if (isLost(error)) unconfirmed.current = values
      if (!isStale(error)) throw error
      const outcome = await takeOver(id)
      setComparing(outcome === 'conflict')
      if (outcome !== 'joined') throw error
      await update(id, false)
      return true
    }
  }

  /** Continues from the server's version, unless the user has to resolve a conflict first. */
  async function takeOver(id: number): Promise<'joined' | 'conflict' | 'unread'> {
    const theirs = await remote.read(id)
    if (theirs === undefined) return 'unread'
    // Read after the response, because the user may have typed in the meantime.
    const { values, base } = form.now()
    if (conflictingFields(base, values, theirs.values, unconfirmed.current).length > 0) {
      setNewer({ ...theirs, editor: theirs.editor ?? (await remote.editor?.(id)) })
      return 'conflict'
    }
    known.current = { id, etag: theirs.etag }
    unconfirmed.current = undefined
    form.settle(base, theirs.values)
    return 'joined'
  }

  /** Nothing is in the way of the next autosave. */
  function resume(): void {
    setNewer(undefined)
    setComparing(false)
    setRefused(undefined)
  }

  /** Takes over the server's result: it may have cleaned the text or completed a field. */
  async function reread(id: number): Promise<void> {
    const kept = await remote.read(id)
    if (kept === undefined) return
    known.current = { id, etag: kept.etag }
    unconfirmed.current = undefined
    form.settle(form.now().base, kept.values)
  }

  async function write(over: boolean): Promise<{ id: number; isJoined: boolean }> {
    const isNew = known.current === undefined
    const id = known.current?.id ?? (await create())
    const isJoined = await update(id, over)
    if (!isNew || over) resume()
    return { id, isJoined }
  }

  /**
   * Saves, then runs an action on the saved version. The action learns whether that version contains changes of somebody
   * else that the user has not seen. Returns whether both succeeded.
   */
  async function saveThen(
    take: (id: number, etag: string | undefined, isJoined: boolean) => Promise<boolean>,
    over = false,
  ): Promise<boolean> {
    // A held key repeats.
    if (isUnderWay.current) return false
    isUnderWay.current = true
    setBusy(true)
    try {
      await quiet.current
      const { id, isJoined } = await write(over)
      const isDone = await take(id, known.current?.etag, isJoined)
      if (isDone) await reread(id)
      else await takeOver(id)
      markStale(client, touches)
      return isDone
    } catch (error) {
      if (error instanceof ApiError && isOfGone(error))
        setRefused({ ...attemptAt(known.current), ...failureOf(error) })
      if (!isStale(error) && !form.refuse(error))
        showError(error instanceof Error ? error : new Error(String(error)))
      return false
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
  }

  async function save(over = false): Promise<void> {
    const { values, base } = form.now()
    const tell = async () => {
      notifications.show({ color: 'teal', message: saved })
      return true
    }
    if (!known.current || over || Object.keys(changedFields(base, values)).length > 0)
      await saveThen(tell, over)
    else if (isAutosaved.current) await tell()
  }

  /**
   * An autosave, skipped while the user saves, and while nothing has changed since it was refused. Something new is
   * created once it can be. Returns `joined` if it found a newer version that changes other fields: the next autosave
   * continues from there.
   */
  async function saveQuietly(
    send: Send<Form>,
    canBeCreated: (values: Form) => boolean,
  ): Promise<'joined' | undefined> {
    const at = known.current
    const { values, base } = form.now()
    const changes = changedFields(base, values)
    const isReady = Object.keys(changes).length > 0 && (at !== undefined || canBeCreated(values))
    if (isUnderWay.current || quiet.current || newer || !isReady) return
    const attempt = attemptAt(at)
    if (currentSession()?.ended || !isWorthTrying(refused, attempt)) return
    quiet.current = tryQuietly(attempt, async () => {
      if (!at) return createQuietly()
      const etag = await send(at.id, changes, at.etag)
      if (etag === undefined) return
      known.current = { id: at.id, etag }
      form.settle(values, values)
    })
    return quiet.current
  }

  const attemptAt = (at: typeof known.current): Attempt<Form> => ({
    values: form.now().values,
    etag: at?.etag,
    token: currentToken(),
  })

  async function createQuietly(): Promise<void> {
    const id = await create()
    markStale(client, touches)
    if (!isOpen.current) return
    // An earlier request created it, and it may have been changed since then.
    if (known.current?.etag === NO_VERSION) await takeOver(id)
    else await remote.read(id)
  }

  async function tryQuietly(attempt: Attempt<Form>, act: () => Promise<void>): Promise<'joined' | undefined> {
    try {
      await act()
      isAutosaved.current = true
      setRefused(undefined)
      return undefined
    } catch (error) {
      return await learnFrom(error, attempt)
    } finally {
      quiet.current = undefined
    }
  }

  async function learnFrom(error: unknown, attempt: Attempt<Form>): Promise<'joined' | undefined> {
    const id = known.current?.id
    if (id !== undefined && isLost(error)) unconfirmed.current = attempt.values
    if (id !== undefined && isStale(error)) return (await takeOver(id)) === 'joined' ? 'joined' : undefined
    if (error instanceof ApiError && !isToldElsewhere(error)) setRefused({ ...attempt, ...failureOf(error) })
    return undefined
  }

  /** Shows the newer version beside the user's, unless they no longer differ. */
  async function compare(): Promise<void> {
    const id = known.current?.id
    if (id === undefined) return
    if ((await takeOver(id)) === 'joined') resume()
    else setComparing(true)
  }

  return {
    busy,
    newer,
    conflict: isComparing ? newer : undefined,
    refused,
    /** Somebody deleted it. */
    isGone: refused !== undefined && isOfGone(refused),
    compare,
    saveThen,
    save: () => save(),
    saveQuietly,
    overwrite: () => save(true),
    /** Continues from the other person's version with these values. */
    rebase: (theirs: Kept<Form>, values: Partial<Form>) => {
      known.current = { id: theirs.id, etag: theirs.etag }
      form.reset(theirs.values)
      for (const [key, value] of Object.entries(values)) form.set(key, value as Form[string])
      resume()
    },
    forgetConflict: () => setComparing(false),
    leave,
  }
}
export type Saving<Form extends Readonly<Record<string, unknown>>> = ReturnType<typeof useSaving<Form>>
