import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

type Search = Readonly<Record<string, string | number | undefined>>
type Changes<Asked> = { readonly [Key in keyof Asked]?: Asked[Key] | undefined } & { readonly page?: number }

/**
 * The filters of a list, kept in the URL, so that back, reload and shared links show the same. A
 * change of anything but the page goes back to the first page.
 */
export function useAddress<Asked extends Search>(): readonly [
  Asked & { readonly page: number },
  (change: Changes<Asked>) => void,
] {
  const search = useSearch({ strict: false }) as Asked & { page?: number }
  const navigate = useNavigate()
  const change = useCallback(
    (changes: Changes<Asked>) => {
      navigate({
        to: '.',
        search: (before: Search) => withoutEmpty({ ...before, page: undefined, ...changes }),
      } as Parameters<typeof navigate>[0])
    },
    [navigate],
  )
  return [{ ...search, page: Math.max(1, Math.trunc(Number(search.page)) || 1) }, change]
}

function withoutEmpty(search: Search): Search {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''))
}
