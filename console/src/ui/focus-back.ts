import { useEffect, useState } from 'react'

/** When a dialog closes, the focus goes back to where it was opened from, unless something else took it meanwhile. */
export function useFocusBack(): void {
  const [opener] = useState(openerOfDialog)
  useEffect(
    () => () => {
      const isFree = document.activeElement === null || document.activeElement === document.body
      if (isFree && opener instanceof HTMLElement) opener.focus()
    },
    [opener],
  )
}

/** A menu is gone by the time the dialog closes, but its button is still there. */
function openerOfDialog(): Element | null {
  const button = document.activeElement?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : document.activeElement
}
