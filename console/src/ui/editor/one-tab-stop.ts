import { useEffect, useRef } from 'react'

const STOPS = 'button:not(:disabled), input:not(:disabled)'

/** A toolbar is one Tab stop, and the arrow keys move between its controls (WAI-ARIA toolbar pattern). */
export function useOneTabStop<Element extends HTMLElement>() {
  const ref = useRef<Element>(null)
  useEffect(() => {
    const bar = ref.current
    if (!bar) return
    let current: HTMLElement | undefined
    const stops = () => [...bar.querySelectorAll<HTMLElement>(STOPS)]
    const settle = () => {
      const every = stops()
      if (!current || !every.includes(current)) current = every[0]
      for (const stop of every) stop.tabIndex = stop === current ? 0 : -1
    }
    const go = (event: KeyboardEvent) => {
      const every = stops()
      const at = every.indexOf(event.target as HTMLElement)
      const places: Record<string, number> = {
        ArrowRight: at + 1,
        ArrowLeft: at - 1,
        Home: 0,
        End: every.length - 1,
      }
      const next = places[event.key]
      if (next === undefined || at < 0 || event.target instanceof HTMLInputElement) return
      event.preventDefault()
      every[(next + every.length) % every.length]?.focus()
    }
    const remember = (event: FocusEvent) => {
      if (stops().includes(event.target as HTMLElement)) current = event.target as HTMLElement
      settle()
    }
    settle()
    const watch = new MutationObserver(settle)
    watch.observe(bar, { childList: true, subtree: true })
    bar.addEventListener('keydown', go)
    bar.addEventListener('focusin', remember)
    return () => {
      watch.disconnect()
      bar.removeEventListener('keydown', go)
      bar.removeEventListener('focusin', remember)
    }
  }, [])
  return ref
}
