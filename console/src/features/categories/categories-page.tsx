import { listCategories, updateCategory } from '@inkstone/contract/categories.ts'
import { Badge, Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { refreshAll, showError, useAnswer } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Listing, onePage } from '../../ui/listing.tsx'
import { Page } from '../../ui/page.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { categoryWords } from './categories.words.ts'
import { CategoryDelete } from './category-delete.tsx'
import { CategoryForm } from './category-form.tsx'
import { CategoryMerge } from './category-merge.tsx'
import { CATEGORY_TOUCHES, type CategoryNode, linesOf, type Placed, reordered } from './category-tree.ts'

type Doing =
  | { readonly what: 'create'; readonly parent: number }
  | { readonly what: 'edit'; readonly id: number }
  | { readonly what: 'merge' | 'delete'; readonly category: CategoryNode }

export function CategoriesPage() {
  const say = useWords(categoryWords)
  const ui = useWords(uiWords)
  const answer = useAnswer(listCategories, { query: { all: 1 } })
  const tree = answer.data ?? []
  const lines = linesOf(tree)
  const moving = useMoving()
  const [doing, setDoing] = useState<Doing>()
  const close = () => setDoing(undefined)
  const create = (
    <Button leftSection={<PlusIcon size={16} />} onClick={() => setDoing({ what: 'create', parent: 0 })}>
      {say('create')}
    </Button>
  )
  const actionsOf = ({ category, siblings }: Placed) => {
    const place = siblings.indexOf(category)
    const move = (step: -1 | 1) => moving.mutate(reordered(siblings, category.id, step))
    return [
      { label: ui('edit'), onClick: () => setDoing({ what: 'edit', id: category.id }) },
      { label: say('createBeneath'), onClick: () => setDoing({ what: 'create', parent: category.id }) },
      ...(place > 0 ? [{ label: say('moveUp'), onClick: () => move(-1) }] : []),
      ...(place < siblings.length - 1 ? [{ label: say('moveDown'), onClick: () => move(1) }] : []),
      ...(category.is_default === 1
        ? []
        : [{ label: say('merge'), onClick: () => setDoing({ what: 'merge', category }) }]),
      ...(category.is_default === 1
        ? []
        : [{ label: ui('delete'), danger: true, onClick: () => setDoing({ what: 'delete', category }) }]),
    ]
  }
  return (
    <Page title={say('title')} hint={say('hint')} actions={create}>
      <Listing
        answer={onePage({ ...answer, data: answer.data && lines, isPlaceholderData: moving.isPending })}
        empty={create}
        nameOf={({ category }) => category.name}
        columns={[
          { head: say('name'), cell: (line) => <CategoryName line={line} /> },
          { head: say('alias'), cell: ({ category }) => category.alias, wideOnly: true },
          { head: say('articles'), cell: ({ category }) => category.article_count, align: 'right' },
          {
            head: say('order'),
            cell: ({ category }) => category.sort_order,
            align: 'right',
            wideOnly: true,
          },
        ]}
        actions={(line) => <RowMenu name={line.category.name} actions={actionsOf(line)} />}
      />
      {doing?.what === 'create' && (
        <CategoryForm edited="new" parent={doing.parent} tree={tree} onClose={close} />
      )}
      {doing?.what === 'edit' && <CategoryForm edited={doing.id} parent={0} tree={tree} onClose={close} />}
      {doing?.what === 'merge' && <CategoryMerge category={doing.category} tree={tree} onClose={close} />}
      {doing?.what === 'delete' && <CategoryDelete category={doing.category} tree={tree} onClose={close} />}
    </Page>
  )
}

const INDENT = 22

function CategoryName({ line: { category, depth } }: { line: Placed }) {
  const say = useWords(categoryWords)
  return (
    <Group gap="xs" pl={depth * INDENT}>
      <Text size="sm" fw={depth === 0 ? 600 : 400} style={{ overflowWrap: 'anywhere' }}>
        {category.name}
      </Text>
      {category.is_default === 1 && (
        <Badge size="sm" variant="light">
          {say('isDefault')}
        </Badge>
      )}
      {category.enabled === 0 && (
        <Badge size="sm" color="gray" variant="light">
          {say('disabled')}
        </Badge>
      )}
      {category.show_in_nav === 1 && (
        <Badge size="sm" color="gray" variant="outline">
          {say('isInNav')}
        </Badge>
      )}
    </Group>
  )
}

/** Several categories change one after the other. The tree is refetched once. */
function useMoving() {
  const say = useWords(categoryWords)
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (changes: ReturnType<typeof reordered>) => {
      for (const { id, sort_order } of changes)
        await call(updateCategory, { params: { id }, body: { sort_order } })
    },
    onSuccess: () => notifications.show({ color: 'teal', message: say('moved') }),
    onError: showError,
    onSettled: () => refreshAll(client, CATEGORY_TOUCHES),
  })
}
