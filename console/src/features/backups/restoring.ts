import { getBackup, restoreBackup } from '@inkstone/contract/backups.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../lib/api.ts'
import { useAction } from '../../lib/asking.ts'

const LOOK_EVERY_MS = 1500

type LastRestore = Awaited<ReturnType<typeof call<typeof getBackup>>>['last_restore']

/** Orders a restore and waits for the service to come back. A restored database ends the session: then one signs in. */
export function useRestoring(name: string, before: LastRestore) {
  const [isWaiting, setWaiting] = useState(false)
  const [outcome, setOutcome] = useState<LastRestore>(null)
  const ordering = useAction(restoreBackup, { touches: [], onDone: () => setWaiting(true) })
  const look = useEffectEvent(async () => {
    // While it is away there is no answer, or 503.
    const backup = await call(getBackup, { params: { name } }).catch(() => undefined)
    const last = backup?.last_restore
    if (!last || last.restore_at === before?.restore_at) return
    setOutcome(last)
    setWaiting(false)
  })
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => void look(), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [isWaiting])
  return {
    isBusy: ordering.isPending,
    isWaiting,
    outcome,
    restore() {
      setOutcome(null)
      ordering.mutate({ params: { name }, body: { confirm: name } })
    },
  }
}
