import { listSites } from '@inkstone/contract/sites.ts'
import { Select } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useAnswer } from '../lib/asking.ts'
import { useMay } from '../lib/may.ts'
import { chooseSite, useSite } from '../lib/site.ts'
import { useWords } from '../lib/words.tsx'
import { useLeaving } from '../ui/writing-guards.tsx'
import { appWords } from './app.words.ts'

/** Which site is worked on, where there are several and one may work on all of them. */
export function SiteChoice() {
  const say = useWords(appWords)
  const may = useMay()
  const client = useQueryClient()
  const chosen = useSite()
  const leaving = useLeaving()
  const { data } = useAnswer(listSites, { query: { page_size: 100 } }, { enabled: may('sites.manage') })
  if (!data || data.total < 2) return null
  return (
    <Select
      size="xs"
      w={{ base: '100%', sm: 180 }}
      aria-label={say('chooseSite')}
      placeholder={say('thisSite')}
      data={data.list
        .filter(({ enabled }) => enabled === 1)
        .map(({ id, name }) => ({ value: String(id), label: name }))}
      value={chosen === undefined ? null : String(chosen)}
      clearable
      searchable
      onChange={(value) =>
        leaving(() => {
          chooseSite(value === null ? undefined : Number(value))
          client.invalidateQueries()
        })
      }
    />
  )
}
