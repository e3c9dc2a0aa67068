import { listSites } from '@inkstone/contract/sites.ts'
import { useMay } from '../../lib/may.ts'
import { useAnswer } from '../../lib/requests.ts'
import { useSite } from '../../lib/site.ts'

const FIRST_SITE = 1

/** Without a choice the host decides, as on the server. The shell has loaded the sites already. */
export function useIsFirstSite(): boolean {
  const may = useMay()
  const chosen = useSite()
  const { data } = useAnswer(listSites, { query: { page_size: 100 } }, { enabled: may('sites.manage') })
  if (chosen !== undefined) return chosen === FIRST_SITE
  const siteOf = (domain: string) => data?.list.find(({ domains }) => domains.includes(domain))
  const ofAddress = siteOf(location.host) ?? siteOf(location.hostname)
  return (ofAddress?.id ?? FIRST_SITE) === FIRST_SITE
}
