import { useRef, useState } from 'react'
import { ApiError } from './api-error.ts'
import { type Attempt, isToldElsewhere, isWorthTrying, type Refused } from './autosave-rules.ts'
import { changedFields } from './changed-fields.ts'
import type { Fields } from './fields.ts'
import type { Remote } from './remote.ts'
import { failureOf, isOfGone, isStale } from './save-failures.ts'
import { currentSession, currentToken } from './session.ts'
import type { SavedVersion, TakenOver, VersionSync } from './version-sync.ts'

/** `joined`: found a newer version that changes other fields. The next autosave continues from there. */
export type Autosaved = 'joined' | undefined

/** Saves while the user writes, one autosave at a time, and remembers why the last one was refused. */
export function useAutosaving<Form extends Readonly<Record<string, unknown>>>({
  version,
  sync,
  form,
  isOnHold,
  create,
  onTakenOver,
}: {
  version: { readonly current: SavedVersion<Form> | undefined }
  sync: VersionSync<Form>
  form: Fields<Form>
  /** While the user saves, or has to decide about a newer version. */
  isOnHold: () => boolean
  create: () => Promise<void>
  onTakenOver: (taken: TakenOver<Form>) => void
}) {
  const underWay = useRef<Promise<Autosaved>>(undefined)
  const hasSaved = useRef(false)
  const [refused, setRefused] = useState<Refused<Form>>()

  /** Does nothing while nothing has changed since it was refused. Something new is created once it can be. */
  async function autosave(
    send: Remote<Form>['update'],
    canBeCreated: (values: Form) => boolean,
  ): Promise<Autosaved> {
    if (isOnHold() || underWay.current || currentSession()?.ended || !isNeeded(canBeCreated)) return
    const next = attempt()
    if (!isWorthTrying(refused, next)) return
    underWay.current = save(send, next)
    return underWay.current
  }

  function isNeeded(canBeCreated: (values: Form) => boolean): boolean {
    const { values, base } = form.now()
    if (Object.keys(changedFields(base, values)).length === 0) return false
    return version.current !== undefined || canBeCreated(values)
  }

  async function save(send: Remote<Form>['update'], next: Attempt<Form>): Promise<Autosaved> {
    try {
      if (version.current) await sync.autosave(version.current.id, send)
      else await create()
      hasSaved.current = true
      setRefused(undefined)
      return undefined
    } catch (error) {
      return await learnFrom(error, next)
    } finally {
      underWay.current = undefined
    }
  }

  async function learnFrom(error: unknown, failed: Attempt<Form>): Promise<Autosaved> {
    const id = version.current?.id
    if (id !== undefined && isStale(error)) {
      const taken = await sync.takeOver(id)
      onTakenOver(taken)
      return taken.outcome === 'joined' ? 'joined' : undefined
    }
    if (error instanceof ApiError && !isToldElsewhere(error)) setRefused({ ...failed, ...failureOf(error) })
    return undefined
  }

  const attempt = (): Attempt<Form> => ({
    values: form.now().values,
    etag: version.current?.etag,
    token: currentToken(),
  })

  return {
    autosave,
    refused,
    /** The item is gone: a save of the user found it out. */
    refuse: (error: ApiError) => setRefused({ ...attempt(), ...failureOf(error) }),
    /** Somebody deleted it. */
    isGone: refused !== undefined && isOfGone(refused),
    /** What was refused is tried again. */
    resume: () => setRefused(undefined),
    /** Waits for the autosave that is under way. */
    finished: async () => void (await underWay.current),
    hasSaved: () => hasSaved.current,
  }
}
