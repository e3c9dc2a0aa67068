import { listCategories } from '@inkstone/contract/categories.ts'
import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import { type ReactNode, useMemo } from 'react'
import { useMay } from '../../lib/may.ts'
import { useAnswer } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { uiWords } from '../../ui/ui.words.ts'

type Node = AnswerOf<typeof listCategories>[number]

interface Choice {
  readonly value: string
  readonly label: string
  readonly depth: number
  readonly isDefault: boolean
}

/** Properties of a field with choices. */
interface Choices {
  readonly data: Choice[]
  readonly nothingFoundMessage: string
  renderOption(given: Given): ReactNode
}

/** Categories as options, below their parents. Users who manage categories also see disabled ones. */
export function useCategoryChoices(): Choices {
  const ui = useWords(uiWords)
  const may = useMay()
  const all = may('categories.manage') ? ({ query: { all: 1 } } as const) : {}
  const { data } = useAnswer(listCategories, all)
  const choices = useMemo(() => (data ?? []).flatMap((node) => choicesOf(node, 0)), [data])
  return { data: choices, renderOption: Indented, nothingFoundMessage: ui('nothingFound') }
}

interface Given {
  readonly option: { readonly value: string; readonly label: string; readonly depth?: number }
}

function Indented({ option: { label, depth = 0 } }: Given) {
  return <span style={{ paddingInlineStart: depth * 14 }}>{label}</span>
}

function choicesOf(node: Node, depth: number): Choice[] {
  return [
    { value: String(node.id), label: node.name, depth, isDefault: node.is_default === 1 },
    ...node.children.flatMap((child) => choicesOf(child, depth + 1)),
  ]
}
