import { useCallback } from 'react'

/** Tells the style sheets the height of what sticks to an edge of the window, so that it does not cover the caret. */
export function useHeightAs(name: `--${string}`): (element: HTMLElement | null) => (() => void) | undefined {
  return useCallback(
    (element) => {
      if (!element) return
      const { style } = document.documentElement
      const watch = new ResizeObserver(() => {
        style.setProperty(name, `${element.offsetHeight}px`)
        showCaret()
      })
      watch.observe(element)
      return () => {
        watch.disconnect()
        style.removeProperty(name)
      }
    },
    [name],
  )
}

/** It may have appeared over the line that is written. */
function showCaret(): void {
  const line = getSelection()?.focusNode
  const block = line instanceof Element ? line : line?.parentElement
  if (
    block &&
    document.activeElement?.matches('[contenteditable=true]') &&
    document.activeElement.contains(block)
  )
    block.scrollIntoView({ block: 'nearest' })
}
