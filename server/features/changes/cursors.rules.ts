/** A position in the feed: the transaction, and the row within it. */
export interface Position {
  readonly transactionId: number
  readonly id: number
}

/** A position, and the epoch of the database: a restored database starts a new one. */
export interface Cursor extends Position {
  readonly generation: number
}

export const START: Position = { transactionId: 0, id: 0 }

const FORM = /^(\d{1,15})-(\d{1,15})-(\d{1,15})$/

export function writeCursor({ generation, transactionId, id }: Cursor): string {
  return `${generation}-${transactionId}-${id}`
}

export function readCursor(text: string): Cursor | undefined {
  const found = FORM.exec(text)
  if (!found) return undefined
  return { generation: Number(found[1]), transactionId: Number(found[2]), id: Number(found[3]) }
}

export function isBefore(one: Position, other: Position): boolean {
  if (one.transactionId !== other.transactionId) return one.transactionId < other.transactionId
  return one.id < other.id
}

export function later(one: Position, other: Position): Position {
  return isBefore(one, other) ? other : one
}
