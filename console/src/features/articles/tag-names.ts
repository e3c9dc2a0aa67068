import { listTags } from '@inkstone/contract/tags.ts'
import { useMay } from '../../lib/may.ts'
import { useAnswer } from '../../lib/requests.ts'

const MAX_IDS = 100

/** The names of tags; `#7` of one that is not read yet, or deleted. */
export function useTagNames(ids: readonly number[]): (id: unknown) => string {
  const may = useMay()
  const asked = [...new Set(ids)].toSorted((one, other) => one - other).slice(0, MAX_IDS)
  const all = may('tags.manage') ? ({ all: 1 } as const) : {}
  const { data } = useAnswer(
    listTags,
    { query: { ids: asked, page_size: MAX_IDS, ...all } },
    { enabled: asked.length > 0 },
  )
  return (id) => data?.list.find((tag) => tag.id === id)?.name ?? `#${id}`
}
