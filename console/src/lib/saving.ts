import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError } from './api-error.ts'
import { useAutosaving } from './autosaving.ts'
import { changedFields } from './changed-fields.ts'
import type { Fields } from './fields.ts'
import type { Journal } from './journal.ts'
import type { Kept, Remote } from './remote.ts'
import { markStale, showError } from './requests.ts'
import { isOfGone } from './save-failures.ts'
import { createVersionSync, type SavedVersion, type TakenOver, type Updated } from './version-sync.ts'

/** An action on the saved version. Returns whether it succeeded. */
type Step = (
  id: number,
  etag: string | undefined,
  /** Whether the version contains changes of somebody else that the user has not seen. */
  isJoined: boolean,
) => Promise<boolean>

/** Saves the item with this id. */
type Update<Form> = (id: number) => Promise<Updated<Form>>

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
  const isOpen = useIsOpen()
  const alone = useAlone()
  const conflict = useConflict<Form>()
  const version = useRef<SavedVersion<Form>>(opened && { id: opened.id, etag: opened.etag })
  const sync = createVersionSync({ version, remote, form, journal })
  const autosaving = useAutosaving({
    version,
    sync,
    form,
    isOnHold: () => alone.isUnderWay() || conflict.newer !== undefined,
    create: createQuietly,
    onTakenOver: conflict.note,
  })

  /** The text is stored elsewhere or no longer needed, so leaving asks no question. */
  function leave(to: string): void {
    markStale(client, touches)
    navigate({ to, ignoreBlocker: true })
  }

  async function create(): Promise<number> {
    const id = await sync.create()
    // A user who has left the editor in the meantime stays where they are.
    if (isOpen.current) onCreated(id)
    return id
  }

  async function createQuietly(): Promise<void> {
    const id = await create()
    markStale(client, touches)
    if (isOpen.current) conflict.note(await sync.readCreated(id))
  }

  /** Nothing is in the way of the next autosave. */
  function resume(): void {
    conflict.resolve()
    autosaving.resume()
  }

  async function createAndUpdate(update: Update<Form>): Promise<{ id: number } & Updated<Form>> {
    const isNew = version.current === undefined
    const id = version.current?.id ?? (await create())
    const updated = await update(id)
    if (updated.outcome === 'conflict') conflict.show(updated.theirs)
    else if (!isNew) resume()
    return { id, ...updated }
  }

  /** Saves, then takes the step. Returns whether both succeeded. */
  const saveThen = (step: Step): Promise<boolean> => updateThen(sync.update, step)

  async function updateThen(update: Update<Form>, step: Step): Promise<boolean> {
    return await savingAlone(async () => {
      const { id, outcome } = await createAndUpdate(update)
      return outcome !== 'conflict' && (await take(step, id, outcome === 'joined'))
    })
  }

  async function take(step: Step, id: number, isJoined: boolean): Promise<boolean> {
    const isDone = await step(id, version.current?.etag, isJoined)
    if (isDone) await sync.reread(id)
    else conflict.note(await sync.takeOver(id))
    markStale(client, touches)
    return isDone
  }

  /** Runs a save of the user unless one is running: a held key repeats. Shows why it failed. */
  async function savingAlone(save: () => Promise<boolean>): Promise<boolean> {
    const isDone = await alone.run(async () => {
      try {
        await autosaving.finished()
        return await save()
      } catch (error) {
        if (error instanceof ApiError && isOfGone(error)) autosaving.refuse(error)
        if (!form.refuse(error)) showError(error instanceof Error ? error : new Error(String(error)))
        return false
      }
    })
    return isDone ?? false
  }

  async function confirm(): Promise<boolean> {
    notifications.show({ color: 'teal', message: saved })
    return true
  }

  async function save(): Promise<void> {
    const { values, base } = form.now()
    if (version.current && remote.isSaveNeeded?.()) await updateThen(sync.updateAnyway, confirm)
    else if (!version.current || Object.keys(changedFields(base, values)).length > 0) await saveThen(confirm)
    else if (autosaving.hasSaved()) await confirm()
  }

  async function overwrite(): Promise<void> {
    await savingAlone(async () => {
      const id = version.current?.id
      if (id === undefined) return false
      await sync.overwrite(id)
      resume()
      return take(confirm, id, false)
    })
  }

  /** Shows the newer version beside the user's, unless they no longer differ. */
  async function compare(): Promise<void> {
    const id = version.current?.id
    if (id === undefined) return
    const taken = await sync.takeOver(id)
    conflict.note(taken)
    if (taken.outcome === 'joined') resume()
    else conflict.compare()
  }

  return {
    busy: alone.busy,
    newer: conflict.newer,
    conflict: conflict.compared,
    refused: autosaving.refused,
    isGone: autosaving.isGone,
    compare,
    saveThen,
    save,
    autosave: autosaving.autosave,
    overwrite,
    rebase: (theirs: Kept<Form>, values: Partial<Form>) => {
      sync.rebase(theirs, values)
      resume()
    },
    forgetConflict: conflict.postpone,
    leave,
  }
}
export type Saving<Form extends Readonly<Record<string, unknown>>> = ReturnType<typeof useSaving<Form>>

/** A version of somebody else, with changes to the same fields, and whether the user compares it with their own. */
function useConflict<Form>() {
  const [newer, setNewer] = useState<Kept<Form>>()
  const [isComparing, setComparing] = useState(false)
  return {
    newer,
    compared: isComparing ? newer : undefined,
    /** Autosave waits, and the user compares when they like. */
    note(taken: TakenOver<Form>): void {
      if (taken.outcome === 'conflict') setNewer(taken.theirs)
    },
    show(theirs: Kept<Form>): void {
      setNewer(theirs)
      setComparing(true)
    },
    compare: () => setComparing(true),
    postpone: () => setComparing(false),
    resolve(): void {
      setNewer(undefined)
      setComparing(false)
    },
  }
}

/** Runs one work at a time: `run` is undefined for another one that would begin meanwhile. */
function useAlone() {
  const isUnderWay = useRef(false)
  const [busy, setBusy] = useState(false)
  return {
    busy,
    isUnderWay: () => isUnderWay.current,
    async run<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
      if (isUnderWay.current) return undefined
      isUnderWay.current = true
      setBusy(true)
      try {
        return await work()
      } finally {
        isUnderWay.current = false
        setBusy(false)
      }
    },
  }
}

function useIsOpen(): RefObject<boolean> {
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return isOpen
}
