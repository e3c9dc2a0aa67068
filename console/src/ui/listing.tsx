import {
  Box,
  Checkbox,
  Group,
  Pagination,
  Paper,
  Select,
  Skeleton,
  Stack,
  Table,
  Text,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useWords } from '../lib/words.tsx'
import { Failed, isRateLimited, Waiting } from './page.tsx'
import { uiWords } from './ui.words.ts'

export interface Column<Row> {
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  /** Left out on narrow screens. */
  readonly wideOnly?: boolean
  readonly align?: 'right'
  readonly width?: number | string
  /** The sort order when this heading is clicked. */
  readonly sort?: string
}

export interface Sorting {
  readonly by: string | undefined
  readonly order: 'asc' | 'desc'
  onSort(by: string | undefined, order: 'asc' | 'desc' | undefined): void
}

export interface Selection {
  readonly ids: ReadonlySet<number>
  choose(ids: ReadonlySet<number>): void
}

interface Paginated<Row> {
  readonly list: readonly Row[]
  readonly total: number
  readonly page: number
  readonly total_pages: number
}

interface Answer<Row> {
  readonly data: Paginated<Row> | undefined
  readonly error: Error | null
  readonly isPlaceholderData?: boolean
  readonly failureReason?: Error | null
  refetch(): unknown
}

/** A list without pages, as one page. */
export function onePage<Row>(
  answer: Omit<Answer<Row>, 'data'> & { data: readonly Row[] | undefined },
): Answer<Row> {
  const { data: list } = answer
  return { ...answer, data: list && { list, total: list.length, page: 1, total_pages: 1 } }
}

/** Long words wrap, without squeezing the next column to single letters. */
const TEXT_WIDTH = 96
const NUMBER_WIDTH = 64

/** The last page is gone after its rows were deleted. */
function isBeyondEnd({ list, page }: Paginated<unknown>): boolean {
  return list.length === 0 && page > 1
}

/** A table of rows from a paginated endpoint. */
export function Listing<Row extends { readonly id: number }>({
  answer,
  columns,
  nameOf,
  actions,
  selection,
  filtered = false,
  nothing,
  empty,
  sorting,
  pageSize,
  onPage,
}: {
  answer: Answer<Row>
  columns: readonly Column<Row>[]
  /** The name of a row, for screen readers. */
  nameOf: (row: Row) => string
  /** The actions of a row, in its last cell. */
  actions?: (row: Row) => ReactNode
  selection?: Selection | undefined
  /** Whether filters are active: an empty result then has another text. */
  filtered?: boolean
  /** The text of an empty list. */
  nothing?: string
  /** What an empty list offers. */
  empty?: ReactNode
  sorting?: Sorting
  pageSize?: { readonly value: number; onChange(size: number): void }
  onPage?: (page: number) => void
}) {
  const say = useWords(uiWords)
  const { data, error } = answer
  const isBeyond = data !== undefined && isBeyondEnd(data) && !answer.isPlaceholderData
  const goBack = useEffectEvent(() => onPage?.(Math.max(1, data?.total_pages ?? 1)))
  useEffect(() => {
    if (isBeyond) goBack()
  }, [isBeyond])
  if (error && !data) return <Failed error={error} onRetry={() => answer.refetch()} />
  if (!data) return isRateLimited(answer) ? <Waiting isRateLimited /> : <Skeletons />
  if (data.list.length === 0)
    return (
      <Paper withBorder p="xl" ta="center">
        <Text c="dimmed">{filtered ? say('nothingFound') : (nothing ?? say('nothing'))}</Text>
        {!filtered && empty !== undefined && <Box mt="md">{empty}</Box>}
      </Paper>
    )
  return (
    <Stack gap="sm">
      <Paper withBorder style={{ opacity: answer.isPlaceholderData ? 0.6 : 1, overflow: 'hidden' }}>
        <Box style={{ overflowX: 'auto' }}>
          <Table verticalSpacing="sm" highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                {selection && (
                  <Table.Th w={40}>
                    <SelectAll rows={data.list} selection={selection} />
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
            <Table.Tbody>
              {data.list.map((row) => (
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
        </Box>
      </Paper>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {say('total', { n: data.total })}
        </Text>
        <Group gap="sm">
          {pageSize && data.total > PAGE_SIZES[0] && (
            <Select
              size="xs"
              w={130}
              aria-label={say('pageSize')}
              data={PAGE_SIZES.map((size) => ({ value: String(size), label: say('perPage', { n: size }) }))}
              value={String(pageSize.value)}
              allowDeselect={false}
              onChange={(size) => pageSize.onChange(Number(size))}
            />
          )}
          {onPage && data.total_pages > 1 && (
            <Pagination total={data.total_pages} value={data.page} onChange={onPage} size="sm" />
          )}
        </Group>
      </Group>
    </Stack>
  )
}

export const PAGE_SIZES = [20, 50, 100] as const

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

function SelectAll<Row extends { readonly id: number }>({
  rows,
  selection: { ids, choose },
}: {
  rows: readonly Row[]
  selection: Selection
}) {
  const say = useWords(uiWords)
  const chosen = rows.filter(({ id }) => ids.has(id)).length
  const all = chosen === rows.length && rows.length > 0
  // The selection on other pages stays.
  const toggledAll = () => {
    const next = new Set(ids)
    for (const { id } of rows)
      if (all) next.delete(id)
      else next.add(id)
    return next
  }
  return (
    <Checkbox
      size="xs"
      aria-label={say('selectAll')}
      checked={all}
      indeterminate={chosen > 0 && !all}
      onChange={() => choose(toggledAll())}
    />
  )
}

function SelectOne<Row extends { readonly id: number }>({
  row,
  name,
  selection: { ids, choose },
}: {
  row: Row
  name: string
  selection: Selection
}) {
  const say = useWords(uiWords)
  const toggled = () => {
    const next = new Set(ids)
    if (!next.delete(row.id)) next.add(row.id)
    return next
  }
  return (
    <Checkbox
      size="xs"
      aria-label={say('selectOne', { name })}
      checked={ids.has(row.id)}
      onChange={() => choose(toggled())}
    />
  )
}

function Skeletons() {
  return (
    <Stack gap="xs" aria-busy="true">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} height={44} />
      ))}
    </Stack>
  )
}
