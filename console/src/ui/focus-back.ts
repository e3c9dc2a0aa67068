import { useEffect, useRef, useState } from 'react'

let lastFocused: EventTarget | null = null
document.addEventListener('focusin', ({ target }) => {
  lastFocused = target
})

/** When a dialog closes, the focus goes back to where it was before, unless something else took it meanwhile. */
export function useFocusBack(before?: Element): void {
  const [opener] = useState(() => before ?? openerOfDialog())
  useEffect(
    () => () => {
      const isFree = document.activeElement === null || document.activeElement === document.body
      if (isFree && opener instanceof HTMLElement) focusOn(opener)
    },
    [opener],
  )
}

/** The browser would put the caret at the start of a text. An editor knows where it was. */
function focusOn(element: HTMLElement & { readonly editor?: { readonly view: { focus(): void } } }): void {
  if (element.editor) element.editor.view.focus()
  else element.focus()
}

/**
 * A menu is gone by the time the dialog closes, but its button is still there. A button that waited for the answer that
 * the dialog shows was disabled, and has lost the focus.
 */
function openerOfDialog(): EventTarget | null {
  const button = document.activeElement?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  if (button) return document.getElementById(button)
  return document.activeElement === document.body ? lastFocused : document.activeElement
}

/** A button that waits is disabled and loses the focus. It gets it back afterwards, unless something else took it. */
export function useFocusAfter(busy: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !busy && document.activeElement === document.body) button.current?.focus()
    wasBusy.current = busy
  }, [busy])
  return button
}

/** For what takes the place of the button that had the focus: `ref={takeFocus} tabIndex={-1}`. Else the page would get it. */
export function takeFocus(node: HTMLElement | null): void {
  node?.focus()
}
