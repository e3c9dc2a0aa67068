import { useEffect, useId, useSyncExternalStore } from 'react'

/** The open dialogs, the last one on top. */
let open: readonly string[] = []
const listeners = new Set<() => void>()

function change(next: readonly string[]): void {
  open = next
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether this dialog is on top of the others. Escape closes only that one. */
export function useOnTop(isOpen = true): boolean {
  const id = useId()
  useEffect(() => {
    if (!isOpen) return
    change([...open, id])
    // Later, so that the Escape that closes it does not close the one below too.
    return () => void setTimeout(() => change(open.filter((other) => other !== id)))
  }, [id, isOpen])
  return useSyncExternalStore(listen, () => open.at(-1) === id)
}
