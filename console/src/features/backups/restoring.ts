import { getBackup, restoreBackup } from '@inkstone/contract/backups.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import { useAction } from '../../lib/requests.ts'

const POLL_EVERY_MS = 1500

type LastRestore = Awaited<ReturnType<typeof call<typeof getBackup>>>['last_restore']

/** Starts a restore and waits for the service. A restored database ends all sessions, so the user signs in again. */
export function useRestoring(name: string, before: LastRestore) {
  const [isWaiting, setWaiting] = useState(false)
  const [outcome, setOutcome] = useState<LastRestore>(null)
  // The backup may be read again while this waits, and the last restore is then the one that is waited for.
  const atOrder = useRef(before)
  const ordering = useAction(restoreBackup, { touches: [], onDone: () => setWaiting(true) })
  const look = useEffectEvent(async () => {
    // While the service restarts there is no response, or 503.
    const backup = await call(getBackup, { params: { name } }).catch(() => undefined)
    const last = backup?.last_restore
    if (!last || last.restore_at === atOrder.current?.restore_at) return
    setOutcome(last)
    setWaiting(false)
  })
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => void look(), POLL_EVERY_MS)
    return () => clearInterval(timer)
  }, [isWaiting])
  return {
    isBusy: ordering.isPending,
    isWaiting,
    outcome,
    restore() {
      atOrder.current = before
      setOutcome(null)
      ordering.mutate({ params: { name }, body: { confirm: name } })
    },
  }
}
