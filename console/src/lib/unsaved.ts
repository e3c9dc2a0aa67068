import { useEffect } from 'react'

const unsaved = new Set<object>()

/** Registers unsaved changes, for actions that close the screen without navigating. */
export function useUnsaved(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const one = {}
    unsaved.add(one)
    return () => {
      unsaved.delete(one)
    }
  }, [active])
}

export const isAnythingUnsaved = (): boolean => unsaved.size > 0
