import { Select } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMay } from '../lib/may.ts'
import { chooseSite, useSite } from '../lib/site.ts'
import { useSiteChoices } from '../lib/site-choices.ts'
import { useWords } from '../lib/words.tsx'
import { useLeaving } from '../ui/writing-guards.tsx'
import { appWords } from './app.words.ts'

/** Which site is worked on, where there are several that one may work on. */
export function SiteChoice() {
  const say = useWords(appWords)
  const may = useMay()
  const client = useQueryClient()
  const chosen = useSite()
  const leaving = useLeaving()
  const sites = useSiteChoices()
  // Who has a role on one site only may still have come to the address of another.
  if (sites.length < (may('sites.manage') ? 2 : 1)) return null
  return (
    <Select
      size="xs"
      w={{ base: '100%', sm: 180 }}
      aria-label={say('chooseSite')}
      placeholder={say('thisSite')}
      data={sites.map(({ id, name }) => ({ value: String(id), label: name }))}
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
