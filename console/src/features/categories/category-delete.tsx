import { deleteCategory } from '@inkstone/contract/categories.ts'
import { useFields } from '../../lib/fields.ts'
import { useAction } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { Question } from '../../ui/question.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { categoryWords } from './categories.words.ts'
import { CategorySelect } from './category-select.tsx'
import { CATEGORY_TOUCHES, type CategoryNode } from './category-tree.ts'

/** A category that looks empty may hold drafts. The server checks, and its error is shown at the field. */
export function CategoryDelete({
  category,
  tree,
  onClose,
}: {
  category: CategoryNode
  tree: readonly CategoryNode[]
  onClose: () => void
}) {
  const say = useWords(categoryWords)
  const ui = useWords(uiWords)
  const form = useFields<{ id: number; move_to: number | undefined }>({ id: category.id, move_to: undefined })
  const { move_to } = form.values
  const removing = useAction(deleteCategory, {
    done: say('deleted'),
    touches: CATEGORY_TOUCHES,
    form,
    onDone: onClose,
  })
  const filled = category.children.length > 0 || category.article_count > 0
  return (
    <Question
      title={say('deleteTitle', { name: category.name })}
      text={say(filled ? 'deleteFilled' : 'deleteUncounted', {
        children: category.children.length,
        articles: category.article_count,
      })}
      label={ui('delete')}
      danger
      busy={removing.isPending}
      ready={!filled || move_to !== undefined}
      onClose={onClose}
      onConfirm={() => removing.mutate({ params: { id: category.id }, query: { move_to } })}
    >
      <CategorySelect
        label={say('moveTo')}
        required={filled}
        tree={tree}
        without={category.id}
        {...form.bind('move_to')}
        error={form.errorOf('move_to') ?? form.errorOf('id')}
        onChange={(id) => form.reset({ id: category.id, move_to: id })}
      />
    </Question>
  )
}
