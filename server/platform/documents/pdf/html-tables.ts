import type { TableCell } from './block.ts'
import type { BlockBuilder } from './block-builder.ts'
import { type Attributes, integer, type Leave, nothing } from './html-elements.ts'

const MAX_COLUMNS = 50

interface OpenRow {
  isHeader: boolean
  readonly cells: TableCell[]
}

/** Reads the elements of tables. A nested table becomes lines of its cell. */
export function createTables(builder: BlockBuilder) {
  let rows: OpenRow[] | undefined

  function inTable(): Leave {
    if (rows) return builder.inBlock()
    builder.endText()
    const own: OpenRow[] = []
    rows = own
    return () => {
      builder.endText()
      rows = undefined
      const filled = own.filter(({ cells }) => cells.length > 0)
      if (filled.length > 0) builder.add((framed) => ({ kind: 'table', rows: filled, ...framed }))
    }
  }

  function inRow(): Leave {
    if (!rows || builder.isInCell()) return builder.inBlock()
    rows.push({ isHeader: true, cells: [] })
    return nothing
  }

  const inCellOf =
    (kind: 'header' | 'data') =>
    ({ colspan }: Attributes): Leave => {
      if (!rows || builder.isInCell()) return builder.inBlock()
      builder.endText()
      const row = rows.at(-1) ?? { isHeader: true, cells: [] }
      if (rows.length === 0) rows.push(row)
      const leaveStyle = builder.inStyle(kind === 'header' ? { bold: true } : {})
      const columns = Math.min(Math.max(1, integer(colspan, 1)), MAX_COLUMNS)
      const leaveCell = builder.inCell((inlines) => {
        row.cells.push({ inlines, columns })
        row.isHeader &&= kind === 'header'
      })
      return () => {
        leaveCell()
        leaveStyle()
      }
    }

  return { isOpen: () => rows !== undefined, inTable, inRow, inCellOf }
}
