export interface TableSize {
  readonly columns: number
  readonly rows: number
}

/** The most columns and rows that the picker offers. */
export const MOST = 10

/** As the insert menu creates it. */
export const USUAL_SIZE: TableSize = { columns: 3, rows: 3 }

const MOVES: ReadonlyMap<string, (size: TableSize) => TableSize> = new Map([
  ['ArrowRight', ({ columns, rows }) => ({ columns: columns + 1, rows })],
  ['ArrowLeft', ({ columns, rows }) => ({ columns: columns - 1, rows })],
  ['ArrowDown', ({ columns, rows }) => ({ columns, rows: rows + 1 })],
  ['ArrowUp', ({ columns, rows }) => ({ columns, rows: rows - 1 })],
  ['Home', ({ rows }) => ({ columns: 1, rows })],
  ['End', ({ rows }) => ({ columns: MOST, rows })],
])

const within = (count: number) => Math.min(Math.max(count, 1), MOST)

/** The size after a key. Undefined if the key does not change it. */
export function sizeAfter(key: string, size: TableSize): TableSize | undefined {
  const next = MOVES.get(key)?.(size)
  return next && { columns: within(next.columns), rows: within(next.rows) }
}
