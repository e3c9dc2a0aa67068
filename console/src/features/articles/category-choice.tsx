import { listCategories } from '@inkstone/contract/categories.ts'
import { type ReactNode, useMemo } from 'react'
import { useMay } from '../../lib/may.ts'
import { useAnswer } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { articleWords } from './articles.words.ts'
import { type CategoryChoice, categoryChoices } from './category-choices.ts'

/** Properties of a field with choices. */
interface Choices {
  readonly data: CategoryChoice[]
  readonly nothingFoundMessage: string
  renderOption(given: Given): ReactNode
}

/** Categories as options, below their parents. Users who manage categories also see disabled ones. */
export function useCategoryChoices(): Choices {
  const say = useWords(articleWords)
  const ui = useWords(uiWords)
  const may = useMay()
  const all = may('categories.manage') ? ({ query: { all: 1 } } as const) : {}
  const { data } = useAnswer(listCategories, all)
  const choices = useMemo(
    () => categoryChoices(data ?? [], (name, path) => say('categoryIn', { name, path })),
    [data, say],
  )
  return { data: choices, renderOption: Indented, nothingFoundMessage: ui('nothingFound') }
}

interface Given {
  readonly option: { readonly value: string; readonly label: string; readonly depth?: number }
}

function Indented({ option: { label, depth = 0 } }: Given) {
  return <span style={{ paddingInlineStart: depth * 14, overflowWrap: 'anywhere' }}>{label}</span>
}
