import { expect, test } from 'vitest'
import { categoryChoices } from './category-choices.ts'

type Node = Parameters<typeof categoryChoices>[0][number]
const node = (id: number, name: string, children: Node[] = []): Node => ({
  id,
  name,
  is_default: 0,
  children,
})

test('only a category whose name occurs again says where it is', () => {
  const tree = [
    node(1, 'News'),
    node(2, 'Sports', [node(3, 'News', [node(4, 'Tennis')]), node(5, 'Clubs', [node(6, 'News')])]),
  ]
  const labels = categoryChoices(tree, (name, path) => `${name} (${path})`).map(({ label }) => label)
  expect(labels).toEqual(['News', 'Sports', 'News (Sports)', 'Tennis', 'Clubs', 'News (Sports / Clubs)'])
})
