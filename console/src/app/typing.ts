import { useEffect, useState } from 'react'

const TYPED_INTO =
  'textarea, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=button], [type=file])'

function typedInto(): HTMLElement | undefined {
  const focused = document.activeElement
  return focused instanceof HTMLElement && focused.matches(TYPED_INTO) ? focused : undefined
}

/** Whether the focus is where text is typed, from the beginning until it leaves or `stop` is called; and where it was. */
export function useTyping() {
  const [wrote, setWrote] = useState(typedInto)
  const [isTyping, setTyping] = useState(wrote !== undefined)
  useEffect(() => {
    if (!isTyping) return
    let timer: ReturnType<typeof setTimeout> | undefined
    // Between two fields nothing has the focus for a moment.
    const look = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        const next = typedInto()
        if (next) setWrote(next)
        else setTyping(false)
      })
    }
    document.addEventListener('focusout', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusout', look)
    }
  }, [isTyping])
  return { isTyping, wrote, stop: () => setTyping(false) }
}
