import type { PageQuery } from '@inkstone/contract/schema.ts'

export interface PageBounds {
  readonly limit: number
  readonly offset: number
}

/** A page past the end is empty. The offset is limited to a number that both engines support. */
export function boundsOf({ page, page_size }: PageQuery): PageBounds {
  return { limit: page_size, offset: Math.min((page - 1) * page_size, Number.MAX_SAFE_INTEGER) }
}

export interface Found<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

export function paginated<Row, Shown>(
  { rows, total }: Found<Row>,
  { page, page_size }: PageQuery,
  show: (row: Row) => Shown,
) {
  return { list: rows.map(show), total, page, page_size, total_pages: Math.ceil(total / page_size) }
}
