import { Box, Group, Pagination, Paper, Select, Skeleton, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useWords } from '../lib/words.tsx'
import { Failed, isRateLimited, Waiting } from './page.tsx'
import { type RowsShown, RowsTable } from './rows-table.tsx'
import { uiWords } from './ui.words.ts'

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

/** Goes to the last page if the current one is gone after its rows were deleted. */
export function useLastPage(
  { data, isPlaceholderData }: Pick<Answer<unknown>, 'data' | 'isPlaceholderData'>,
  onPage: ((page: number) => void) | undefined,
): void {
  const isBeyond = data !== undefined && data.list.length === 0 && data.page > 1 && !isPlaceholderData
  const goBack = useEffectEvent(() => onPage?.(Math.max(1, data?.total_pages ?? 1)))
  useEffect(() => {
    if (isBeyond) goBack()
  }, [isBeyond])
}

interface Paging {
  readonly pageSize?: { readonly value: number; onChange(size: number): void } | undefined
  readonly onPage?: ((page: number) => void) | undefined
}

/** A table of rows from a paginated endpoint. */
export function Listing<Row extends { readonly id: number }>({
  answer,
  filtered = false,
  nothing,
  empty,
  pageSize,
  onPage,
  ...shown
}: RowsShown<Row> &
  Paging & {
    answer: Answer<Row>
    /** Whether filters are active: an empty result then has another text. */
    filtered?: boolean
    /** The text of an empty list. */
    nothing?: string
    /** What an empty list offers. */
    empty?: ReactNode
  }) {
  const say = useWords(uiWords)
  const { data, error } = answer
  useLastPage(answer, onPage)
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
          <RowsTable rows={data.list} {...shown} />
        </Box>
      </Paper>
      <Pages data={data} pageSize={pageSize} onPage={onPage} />
    </Stack>
  )
}

function Pages({ data, pageSize, onPage }: Paging & { data: Paginated<unknown> }) {
  const say = useWords(uiWords)
  return (
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
  )
}

export const PAGE_SIZES = [20, 50, 100] as const

function Skeletons() {
  return (
    <Stack gap="xs" aria-busy="true">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} height={44} />
      ))}
    </Stack>
  )
}
