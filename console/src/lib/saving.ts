import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { ApiError } from './api.ts'
import { markStale, tellFailure } from './asking.ts'
import type { Fields } from './fields.ts'

const STALE = 412

/**
 * Saves what was written at length, as something new or as a change of the version that was opened. `send` does it and
 * gives the id; `over` means whatever version stands. What is refused stands at the fields of the form, and who goes on
 * writing meanwhile is not disturbed.
 */
export function useSaving<Form extends Readonly<Record<string, unknown>>>({
  send,
  form,
  touches,
  saved,
  addressOf,
  reread,
}: {
  send: (over: boolean) => Promise<number>
  form: Fields<Form>
  touches: readonly string[]
  saved: string
  addressOf: (id: number) => string
  /** What is kept of it and its new version. Something new has none. */
  reread: (() => Promise<Form | undefined>) | undefined
}) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const isUnderWay = useRef(false)
  const [busy, setBusy] = useState(false)
  const [stale, setStale] = useState(false)

  /** What is written is kept elsewhere or of no use any more: nobody is asked. */
  function leave(to: string, replace = false): void {
    markStale(client, touches)
    navigate({ to, replace, ignoreBlocker: true })
  }

  /** Saves, does what is to be done with what is saved, and goes on. Whether all of it is done. */
  async function saveThen(take: (id: number) => Promise<boolean>, over = false): Promise<boolean> {
    // A key that is held down asks many times, also while something new goes on to its own address.
    if (isUnderWay.current) return false
    isUnderWay.current = true
    setBusy(true)
    let isLeft = false
    const sent = form.values
    try {
      const id = await send(over)
      setStale(false)
      const isDone = await take(id)
      if (reread) form.settle(sent, (await reread()) ?? sent)
      else {
        isLeft = true
        leave(addressOf(id), true)
      }
      markStale(client, touches)
      return isDone
    } catch (error) {
      if (error instanceof ApiError && error.status === STALE) setStale(true)
      else if (!form.refuse(error)) tellFailure(error instanceof Error ? error : new Error(String(error)))
      return false
    } finally {
      isUnderWay.current = isLeft
      setBusy(false)
    }
  }

  async function save(over = false): Promise<void> {
    if (reread && !form.dirty) return
    await saveThen(async () => {
      notifications.show({ color: 'teal', message: saved })
      return true
    }, over)
  }

  return {
    busy,
    stale,
    saveThen,
    save: () => save(),
    overwrite: () => save(true),
    forgetStale: () => setStale(false),
    leave,
  }
}
export type Saving = ReturnType<typeof useSaving>
