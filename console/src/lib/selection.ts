import { useState } from 'react'

/** The selection among the listed rows. Rows that are no longer listed are not selected. */
export function useSelection(listed: readonly { readonly id: number }[] | undefined) {
  const [chosen, choose] = useState<ReadonlySet<number>>(new Set())
  const ids: ReadonlySet<number> = new Set(listed?.map(({ id }) => id).filter((id) => chosen.has(id)))
  return { ids, choose, none: () => choose(new Set()) }
}
