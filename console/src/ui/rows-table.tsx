import { Table, UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWords } from '../lib/words.tsx'
import { SelectAll, type Selection, SelectOne } from './row-selection.tsx'
import { uiWords } from './ui.words.ts'

interface Column<Row> {
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  /** Left out on narrow screens. */
  readonly wideOnly?: boolean
  readonly align?: 'right'
  readonly width?: number | string
  /** The sort order when this heading is clicked. */
  readonly sort?: string
}

interface Sorting {
  readonly by: string | undefined
  readonly order: 'asc' | 'desc'
  onSort(by: string | undefined, order: 'asc' | 'desc' | undefined): void
}

/** Long words wrap, without squeezing the next column to single letters. */
const TEXT_WIDTH = 96
const NUMBER_WIDTH = 64

/** How rows are shown. */
export interface RowsShown<Row> {
  readonly columns: readonly Column<Row>[]
  /** The name of a row, for screen readers. */
  nameOf(row: Row): string
  /** The actions of a row, in its last cell. */
  readonly actions?: ((row: Row) => ReactNode) | undefined
  readonly selection?: Selection | undefined
  readonly sorting?: Sorting | undefined
}

export function RowsTable<Row extends { readonly id: number }>({
  rows,
  ...shown
}: RowsShown<Row> & { rows: readonly Row[] }) {
  const { columns, nameOf, actions, selection } = shown
  return (
    <Table verticalSpacing="sm" highlightOnHover>
      <Heads rows={rows} {...shown} />
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.id}>
            {selection && (
              <Table.Td>
                <SelectOne row={row} name={nameOf(row)} selection={selection} />
              </Table.Td>
            )}
            {columns.map((column) => (
              <Table.Td
                key={column.head}
                ta={column.align ?? 'left'}
                style={{ overflowWrap: 'anywhere' }}
                {...(column.wideOnly && { visibleFrom: 'sm' })}
              >
                {column.cell(row)}
              </Table.Td>
            ))}
            {actions && <Table.Td ta="right">{actions(row)}</Table.Td>}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Heads<Row extends { readonly id: number }>({
  rows,
  columns,
  actions,
  selection,
  sorting,
}: RowsShown<Row> & { rows: readonly Row[] }) {
  const say = useWords(uiWords)
  return (
    <Table.Thead>
      <Table.Tr>
        {selection && (
          <Table.Th w={40}>
            <SelectAll rows={rows} selection={selection} />
          </Table.Th>
        )}
        {columns.map((column) => (
          <Table.Th
            key={column.head}
            ta={column.align ?? 'left'}
            w={column.width}
            miw={column.align === 'right' ? NUMBER_WIDTH : TEXT_WIDTH}
            aria-sort={sortStateOf(column, sorting)}
            {...(column.wideOnly && { visibleFrom: 'sm' })}
          >
            <Head column={column} sorting={sorting} />
          </Table.Th>
        ))}
        {actions && (
          <Table.Th w={48}>
            <VisuallyHidden>{say('actions')}</VisuallyHidden>
          </Table.Th>
        )}
      </Table.Tr>
    </Table.Thead>
  )
}

function sortStateOf<Row>({ sort }: Column<Row>, sorting: Sorting | undefined) {
  if (!sorting || sort === undefined) return undefined
  if (sorting.by !== sort) return 'none'
  return sorting.order === 'asc' ? 'ascending' : 'descending'
}

/** Clicking cycles: descending, ascending, default order. */
function Head<Row>({
  column: { head, sort },
  sorting,
}: {
  column: Column<Row>
  sorting: Sorting | undefined
}) {
  if (!sorting || sort === undefined) return head
  const isSorted = sorting.by === sort
  const press = () => {
    if (!isSorted) sorting.onSort(sort, 'desc')
    else if (sorting.order === 'desc') sorting.onSort(sort, 'asc')
    else sorting.onSort(undefined, undefined)
  }
  return (
    <UnstyledButton className="sort-head" onClick={press}>
      {head}
      <span aria-hidden="true">{isSorted ? (sorting.order === 'asc' ? ' ↑' : ' ↓') : ' ↕'}</span>
    </UnstyledButton>
  )
}
