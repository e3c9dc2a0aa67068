import type { OpenElements } from './open-elements.ts'
import { TABLE_SECTION, TABLE_STRUCTURE } from './vocabulary.ts'

/** Puts the parts of tables, and what stands between them, where a browser would. */
export function createTableBalance(open: OpenElements) {
  function innermostTable(): number {
    for (let at = open.depth() - 1; at >= 0; at--) if (open.nameAt(at) === 'table') return at
    return -1
  }

  function placeColumn(table: number): void {
    if (open.nameAt(table + 1) === 'colgroup') open.popTo(table + 2)
    else {
      open.popTo(table + 1)
      open.push('colgroup', '<colgroup>')
    }
  }

  function placeInSection(table: number, isCell: boolean): void {
    const isInRow = isCell && open.nameAt(table + 2) === 'tr'
    if (TABLE_SECTION.has(open.nameAt(table + 1))) open.popTo(table + (isInRow ? 3 : 2))
    else {
      open.popTo(table + 1)
      open.push('tbody', '<tbody>')
    }
    if (isCell && open.top() !== 'tr') open.push('tr', '<tr>')
  }

  /** Opens and closes elements so that a table part fits here; false if no table is open. */
  function placePart(name: string): boolean {
    const table = innermostTable()
    if (table === -1) return false
    const isCell = name === 'td' || name === 'th'
    if (name === 'col') placeColumn(table)
    else if (isCell || name === 'tr') placeInSection(table, isCell)
    else open.popTo(table + 1)
    return true
  }

  return {
    placePart,
    /** Content of a table outside its cells gets a cell. */
    placeInCell(): void {
      if (!TABLE_STRUCTURE.has(open.top())) return
      placePart('td')
      open.push('td', '<td>')
    },
    /** The index of a table, or of a part of the innermost one; -1 if it is not open. */
    reachPart(name: string): number {
      const table = innermostTable()
      if (table === -1 || name === 'table') return table
      for (let at = table + 1; at < open.depth() && at <= table + 3; at++)
        if (open.nameAt(at) === name) return at
      return -1
    },
  }
}
