import { useSyncExternalStore } from 'react'

/**
 * A value in the browser's storage. Components see its changes, from other tabs too. With `ofTab` a tab has
 * its own value, and a new tab starts with the latest.
 */
export function storedValue<Value>(name: string, { ofTab = false } = {}) {
  const listeners = new Set<() => void>()
  let value = read()
  if (ofTab) storeInTab()

  function read(): Value | undefined {
    try {
      const kept = (ofTab ? sessionStorage.getItem(name) : null) ?? localStorage.getItem(name)
      return JSON.parse(kept ?? 'null') ?? undefined
    } catch {
      return undefined
    }
  }

  function storeInTab(): void {
    sessionStorage.setItem(name, JSON.stringify(value ?? null))
  }

  function notify(): void {
    for (const listener of listeners) listener()
  }

  addEventListener('storage', ({ key }) => {
    if (key !== name || ofTab) return
    value = read()
    notify()
  })

  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  return {
    get: () => value,
    set(next: Value | undefined): void {
      value = next
      if (ofTab) storeInTab()
      if (next === undefined) localStorage.removeItem(name)
      else localStorage.setItem(name, JSON.stringify(next))
      notify()
    },
    use: () => useSyncExternalStore(subscribe, () => value),
  }
}
