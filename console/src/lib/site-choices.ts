import { listSites } from '@inkstone/contract/sites.ts'
import { useMay, useMe } from './may.ts'
import { useAnswer } from './requests.ts'

const ENABLED = 1

/** The sites the user can work on: all, or those with a role. */
export function useSiteChoices(): readonly { readonly id: number; readonly name: string }[] {
  const may = useMay()
  const me = useMe()
  const mayAll = may('sites.manage')
  const { data } = useAnswer(listSites, { query: { page_size: 100 } }, { enabled: mayAll })
  if (mayAll) return (data?.list ?? []).filter(({ enabled }) => enabled === ENABLED)
  // A value stored by an earlier version has none.
  return (me?.sites ?? []).map(({ site_id, name }) => ({ id: site_id, name }))
}
