import type { ReactNode } from 'react'

/** The server validates, field by field: the browser's own messages would be in another language. */
export function Form({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // A dialog that a form opened is inside that form for React.
        event.stopPropagation()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}
