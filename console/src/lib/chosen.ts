import { useState } from 'react'

/** Which of the listed are chosen: what a search or another site no longer shows is not acted upon unseen. */
export function useChosen(listed: readonly { readonly id: number }[] | undefined) {
  const [chosen, choose] = useState<ReadonlySet<number>>(new Set())
  const ids: ReadonlySet<number> = new Set(listed?.map(({ id }) => id).filter((id) => chosen.has(id)))
  return { ids, choose, none: () => choose(new Set()) }
}
