import { Select } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMay } from '../lib/may.ts'
import { chooseSite, useSite } from '../lib/site.ts'
import { useSiteChoices } from '../lib/site-choices.ts'
import { useWords } from '../lib/words.tsx'
import { useLeaving } from '../ui/writing-guards.tsx'
import { appWords } from './app.words.ts'

/** Selects the current site, if the user has several. */
export function SiteChoice() {
  const say = useWords(appWords)
  const may = useMay()
  const client = useQueryClient()
  const chosen = useSite()
  const leaving = useLeaving()
  const sites = useSiteChoices()
  // A user with one site may have opened the address of another.
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
