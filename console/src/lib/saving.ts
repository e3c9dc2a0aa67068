import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from './api.ts'
import { refreshAll, tellFailure } from './asking.ts'

const STALE = 412

/**
 * Saves what was written at length, as something new or as a change of the version that was opened. `send` does it and
 * gives the id; `over` means whatever version stands. What is refused stands at the fields of the form.
 */
export function useSaving({
  send,
  isNew,
  form,
  touches,
  saved,
  addressOf,
  onReload,
}: {
  send: (over: boolean) => Promise<number>
  isNew: boolean
  form: { readonly dirty: boolean; refuse(error: unknown): boolean }
  touches: readonly string[]
  saved: string
  addressOf: (id: number) => string
  onReload: (() => void) | undefined
}) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [stale, setStale] = useState(false)
  const [leaving, setLeaving] = useState(false)

  /** Saved first, and only then left: what guards against leaving has to know. */
  function leave(to: string, replace = false): void {
    setLeaving(true)
    setTimeout(() => navigate({ to, replace }))
  }

  /** Something new goes on at its own address; the other is read again, with its new version. */
  function open(id: number): void {
    if (isNew) {
      leave(addressOf(id), true)
      return
    }
    setLeaving(true)
    onReload?.()
  }

  /** The id where it is saved, so that something else can be done with it next. */
  async function keep(over = false): Promise<number | undefined> {
    setBusy(true)
    try {
      const id = await send(over)
      setStale(false)
      await refreshAll(client, touches)
      return id
    } catch (error) {
      if (error instanceof ApiError && error.status === STALE) setStale(true)
      else if (!form.refuse(error)) tellFailure(error instanceof Error ? error : new Error(String(error)))
      return undefined
    } finally {
      setBusy(false)
    }
  }

  async function save(over = false): Promise<void> {
    if (!isNew && !form.dirty) return
    const id = await keep(over)
    if (id === undefined) return
    notifications.show({ color: 'teal', message: saved })
    open(id)
  }

  return {
    busy,
    stale,
    leaving,
    keep,
    save: () => save(),
    overwrite: () => save(true),
    forgetStale: () => setStale(false),
    open,
    leave,
  }
}
export type Saving = ReturnType<typeof useSaving>
