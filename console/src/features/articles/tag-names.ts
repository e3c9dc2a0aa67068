import { listTags } from '@inkstone/contract/tags.ts'
import { useMay } from '../../lib/may.ts'
import { useAnswer } from '../../lib/requests.ts'

const MAX_IDS = 100

/** Users who manage tags also see disabled ones. */
export function useSeenTags(): { readonly all?: 1 } {
  return useMay()('tags.manage') ? { all: 1 } : {}
}

/** The names of tags; `#7` of one that is not read yet, or deleted. */
export function useTagNames(ids: readonly number[]): (id: unknown) => string {
  const seen = useSeenTags()
  const asked = [...new Set(ids)].toSorted((one, other) => one - other).slice(0, MAX_IDS)
  const { data } = useAnswer(
    listTags,
    { query: { ids: asked, page_size: MAX_IDS, ...seen } },
    { enabled: asked.length > 0 },
  )
  return (id) => data?.list.find((tag) => tag.id === id)?.name ?? `#${id}`
}
