import { useListed, useWords } from '../../lib/words.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { useCategoryChoices } from './category-choice.tsx'
import { useTagNames } from './tag-names.ts'

/** The ids of the tags in versions of an article. */
export function tagIdsIn(versions: readonly Readonly<Record<string, unknown>>[]): number[] {
  return versions.flatMap(({ tag_ids }) => (Array.isArray(tag_ids) ? tag_ids.map(Number) : []))
}

const FLAGS = new Set(['is_top', 'is_hot', 'is_recommend', 'allow_comment'])

/** The value of a field as people read it: categories and tags by name. */
export function useFieldTexts(tagIds: readonly number[]): (field: string, value: unknown) => string {
  const ui = useWords(uiWords)
  const listed = useListed()
  const { data: categories } = useCategoryChoices()
  const tagOf = useTagNames(tagIds)
  const categoryOf = (id: unknown) => categories.find(({ value }) => value === String(id))?.label ?? `#${id}`
  const namesIn = new Map([
    ['category_ids', categoryOf],
    ['tag_ids', tagOf],
  ])
  return (field, value) => {
    if (Array.isArray(value)) return listed(value.map(namesIn.get(field) ?? String)) || '–'
    if (value === null || value === undefined || value === '') return '–'
    if (FLAGS.has(field)) return ui(value === 1 ? 'yes' : 'no')
    return field === 'category_id' ? categoryOf(value) : String(value)
  }
}
