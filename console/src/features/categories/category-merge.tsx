import { mergeCategory } from '@inkstone/contract/categories.ts'
import { useState } from 'react'
import { useAction } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { Question } from '../../ui/question.tsx'
import { categoryWords } from './categories.words.ts'
import { CategorySelect } from './category-select.tsx'
import { CATEGORY_TOUCHES, type CategoryNode } from './category-tree.ts'

export function CategoryMerge({
  category,
  tree,
  onClose,
}: {
  category: CategoryNode
  tree: readonly CategoryNode[]
  onClose: () => void
}) {
  const say = useWords(categoryWords)
  const [target, setTarget] = useState<number>()
  const merging = useAction(mergeCategory, {
    done: say('merged'),
    touches: CATEGORY_TOUCHES,
    onDone: onClose,
  })
  return (
    <Question
      title={say('mergeTitle', { name: category.name })}
      text={say('mergeHint')}
      label={say('mergeDo')}
      busy={merging.isPending}
      ready={target !== undefined}
      onClose={onClose}
      onConfirm={() => merging.mutate({ params: { id: category.id }, body: { target_id: target } })}
    >
      <CategorySelect
        label={say('mergeInto')}
        required
        tree={tree}
        without={category.id}
        value={target}
        onChange={setTarget}
      />
    </Question>
  )
}
