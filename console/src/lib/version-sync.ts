import { changedFields } from './changed-fields.ts'
import { conflictingFields } from './conflicts.ts'
import { createOnce } from './creating.ts'
import type { Fields } from './fields.ts'
import type { Journal } from './journal.ts'
import type { Kept, Remote } from './remote.ts'
import { isLost, isStale } from './save-failures.ts'

/** Matches no version, so that the current one is read before anything is changed. */
const NO_VERSION = '"none"'

/** The version on the server that the form continues from. */
export interface SavedVersion<Form> {
  readonly id: number
  readonly etag: string | undefined
  /** Sent, but without a response: it may have been saved. */
  readonly unconfirmed?: Form
}

interface Conflict<Form> {
  readonly outcome: 'conflict'
  /** A version of somebody else, with changes to the same fields. */
  readonly theirs: Kept<Form>
}
/** `joined`: the form has the changes of both, and what was typed here is not saved yet. */
export type TakenOver<Form> = { readonly outcome: 'joined' | 'unread' } | Conflict<Form>
/** `joined`: saved together with changes of somebody else that the user has not seen. */
export type Updated<Form> = { readonly outcome: 'saved' | 'joined' } | Conflict<Form>

/**
 * Keeps a form and its item on the server together: `version` says from which version the form continues. What is typed
 * during a request stays in the form, as a change of what was sent.
 */
export function createVersionSync<Form extends Readonly<Record<string, unknown>>>({
  version,
  remote,
  form,
  journal,
}: {
  version: { current: SavedVersion<Form> | undefined }
  remote: Remote<Form>
  form: Pick<Fields<Form>, 'now' | 'set' | 'settle' | 'reset'>
  journal: Pick<Journal<Form>, 'creation' | 'begin' | 'created' | 'refused'>
}) {
  async function create(): Promise<number> {
    const { id, etag } = await createOnce(form, journal, remote.create)
    version.current = { id, etag: etag ?? NO_VERSION }
    return id
  }

  /** Learns the version of a new item. If an earlier request created it, it may have been changed since then. */
  async function readCreated(id: number): Promise<TakenOver<Form>> {
    if (version.current?.etag === NO_VERSION) return takeOver(id)
    await remote.read(id)
    return { outcome: 'joined' }
  }

  /** Saves what has changed. Changes that somebody else made meanwhile are taken over first. */
  const update = (id: number): Promise<Updated<Form>> => updateBy(sendChanges, id)

  /** The same, and tells the server of the save also if nothing has changed. */
  const updateAnyway = (id: number): Promise<Updated<Form>> => updateBy(sendSave, id)

  async function updateBy(sending: typeof sendSave, id: number): Promise<Updated<Form>> {
    try {
      await sending(id, version.current?.etag, remote.update)
      return { outcome: 'saved' }
    } catch (error) {
      if (!isStale(error)) throw error
      const taken = await takeOver(id)
      if (taken.outcome === 'conflict') return taken
      if (taken.outcome === 'unread') throw error
      const updated = await updateBy(sending, id)
      return updated.outcome === 'conflict' ? updated : { outcome: 'joined' }
    }
  }

  /** Saves what has changed, whatever others have saved. */
  const overwrite = (id: number): Promise<void> => sendChanges(id, undefined, remote.update)

  const autosave = (id: number, send: Remote<Form>['update']): Promise<void> =>
    sendChanges(id, version.current?.etag, send)

  async function sendChanges(
    id: number,
    etag: string | undefined,
    send: Remote<Form>['update'],
  ): Promise<void> {
    const { values, base } = form.now()
    if (Object.keys(changedFields(base, values)).length > 0) await sendSave(id, etag, send)
  }

  async function sendSave(id: number, etag: string | undefined, send: Remote<Form>['update']): Promise<void> {
    const { values, base } = form.now()
    const unconfirmed = () => ({ id, etag: version.current?.etag, unconfirmed: values })
    try {
      const saved = await send(id, changedFields(base, values), etag)
      version.current = saved === undefined ? unconfirmed() : { id, etag: saved }
      form.settle(values, values)
    } catch (error) {
      if (isLost(error)) version.current = unconfirmed()
      throw error
    }
  }

  /** Continues from the server's version, unless the user has to resolve a conflict first. */
  async function takeOver(id: number): Promise<TakenOver<Form>> {
    const theirs = await remote.read(id)
    if (theirs === undefined) return { outcome: 'unread' }
    // Read after the response, because the user may have typed in the meantime.
    const { values, base } = form.now()
    if (conflictingFields(base, values, theirs.values, version.current?.unconfirmed).length > 0) {
      const editor = theirs.editor ?? (await remote.editor?.(id))
      return { outcome: 'conflict', theirs: { ...theirs, editor } }
    }
    version.current = { id, etag: theirs.etag }
    form.settle(base, theirs.values)
    return { outcome: 'joined' }
  }

  /** Takes over the server's result: it may have cleaned the text or completed a field. */
  async function reread(id: number): Promise<void> {
    const kept = await remote.read(id)
    if (kept === undefined) return
    version.current = { id, etag: kept.etag }
    form.settle(form.now().base, kept.values)
  }

  /** Continues from the other person's version with these values. */
  function rebase(theirs: Kept<Form>, values: Partial<Form>): void {
    version.current = { id: theirs.id, etag: theirs.etag }
    form.reset(theirs.values)
    for (const [key, value] of Object.entries(values)) form.set(key, value as Form[string])
  }

  return { create, readCreated, update, updateAnyway, overwrite, autosave, takeOver, reread, rebase }
}
export type VersionSync<Form extends Readonly<Record<string, unknown>>> = ReturnType<
  typeof createVersionSync<Form>
>
