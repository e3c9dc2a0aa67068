import { Select } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '../../lib/words.tsx'
import { Question } from '../../ui/question.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { articleWords } from './articles.words.ts'
import { AuthorChoice } from './author-choice.tsx'
import type { BatchChange } from './batch-changes.ts'
import { useCategoryChoices } from './category-choice.tsx'
import { TagChoice } from './tag-choice.tsx'

export type BatchField = 'category' | 'addTags' | 'removeTags' | 'author'

const TITLES = {
  category: 'setCategory',
  addTags: 'addTags',
  removeTags: 'removeTags',
  author: 'setAuthor',
} as const

/** Asks for the category, tags or author for several articles. */
export function BatchQuestion({
  field,
  n,
  onClose,
  onChoose,
}: {
  field: BatchField
  n: number
  onClose: () => void
  onChoose: (change: BatchChange) => void
}) {
  const say = useWords(articleWords)
  const ui = useWords(uiWords)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [first] = chosen
  const categories = useCategoryChoices()
  const change = (): BatchChange => {
    if (field === 'addTags') return { data: {}, add_tag_ids: chosen }
    if (field === 'removeTags') return { data: {}, remove_tag_ids: chosen }
    const id = first ?? 0
    return { data: field === 'category' ? { category_id: id } : { author_id: id } }
  }
  const one = (id: number | undefined) => setChosen(id === undefined ? [] : [id])
  return (
    <Question
      title={say(TITLES[field])}
      text={ui('selected', { n })}
      label={ui('apply')}
      ready={chosen.length > 0}
      onClose={onClose}
      onConfirm={() => onChoose(change())}
    >
      {field === 'category' && (
        <Select
          data-autofocus
          label={say('category')}
          searchable
          {...categories}
          value={first === undefined ? null : String(first)}
          onChange={(next) => one(next === null ? undefined : Number(next))}
        />
      )}
      {field === 'author' && (
        <AuthorChoice data-autofocus label={say('author')} value={first} onChange={one} />
      )}
      {(field === 'addTags' || field === 'removeTags') && (
        <TagChoice isFirst known={[]} value={chosen} onChange={setChosen} error={undefined} />
      )}
    </Question>
  )
}
