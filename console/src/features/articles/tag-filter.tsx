import { listTags } from '@inkstone/contract/tags.ts'
import { Select } from '@mantine/core'
import { useAnswer } from '../../lib/requests.ts'
import { useSearchedField } from '../../lib/searched-field.ts'
import { useWords } from '../../lib/words.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { articleWords } from './articles.words.ts'
import { useSeenTags, useTagNames } from './tag-names.ts'

/** Filters by one of the tags, which the server searches: there may be more than a list can show. */
export function TagFilter({
  value,
  onChange,
  w,
}: {
  value: number | undefined
  onChange: (id: number | undefined) => void
  w: { base: string; sm: number }
}) {
  const say = useWords(articleWords)
  const ui = useWords(uiWords)
  const nameOf = useTagNames(value === undefined ? [] : [value])
  const current = value === undefined ? '' : nameOf(value)
  const { keyword, isOpened, field } = useSearchedField(current)
  const seen = useSeenTags()
  const { data } = useAnswer(listTags, { query: { keyword, page_size: 100, ...seen } }, { enabled: isOpened })
  const choices = new Map([
    ...(value === undefined ? [] : [[value, current] as const]),
    ...(data?.list ?? []).map(({ id, name }) => [id, name] as const),
  ])
  return (
    <Select
      aria-label={say('tags')}
      placeholder={say('everyTag')}
      clearable
      {...field}
      nothingFoundMessage={ui('nothingFound')}
      w={w}
      value={value === undefined ? null : String(value)}
      onChange={(next) => onChange(next === null ? undefined : Number(next))}
      data={[...choices].map(([id, label]) => ({ value: String(id), label }))}
    />
  )
}
