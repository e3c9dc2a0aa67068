import { useEffect } from 'react'

const unsaved = new Set<object>()

/** Says that something is written that is not saved yet, to who would end the screen otherwise than by going on. */
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
