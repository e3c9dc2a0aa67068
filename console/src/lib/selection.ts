import { useState } from 'react'

export function toggled(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

/** The selection among the listed rows. Rows that are no longer listed are not selected. */
export function useSelection(listed: readonly { readonly id: number }[] | undefined) {
  const [chosen, choose] = useState<ReadonlySet<number>>(new Set())
  const ids: ReadonlySet<number> = new Set(listed?.map(({ id }) => id).filter((id) => chosen.has(id)))
  const toggle = (id: number) => choose(toggled(ids, id))
  return { ids, choose, toggle, none: () => choose(new Set()) }
}
