import { useSyncExternalStore } from 'react'

/** A value that is kept in the browser and that every part of the console sees change, in other tabs too. */
export function keptValue<Value>(name: string) {
  const listeners = new Set<() => void>()
  let value = read()

  function read(): Value | undefined {
    try {
      return JSON.parse(localStorage.getItem(name) ?? 'null') ?? undefined
    } catch {
      return undefined
    }
  }

  function tell(): void {
    for (const listener of listeners) listener()
  }

  addEventListener('storage', ({ key }) => {
    if (key !== name) return
    value = read()
    tell()
  })

  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  return {
    get: () => value,
    set(next: Value | undefined): void {
      value = next
      if (next === undefined) localStorage.removeItem(name)
      else localStorage.setItem(name, JSON.stringify(next))
      tell()
    },
    use: () => useSyncExternalStore(subscribe, () => value),
  }
}
