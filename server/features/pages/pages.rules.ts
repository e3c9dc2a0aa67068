export type PageName = { column: 'id'; value: number } | { column: 'alias'; value: string }

const NO_ID = 0

/** Aliases are never digits alone, so digits are an id; more of them than a database can count to are nobody's. */
export function pageNamed(text: string): PageName {
  if (!isDigits(text)) return { column: 'alias', value: text }
  const id = Number(text)
  return { column: 'id', value: Number.isSafeInteger(id) ? id : NO_ID }
}

export function isDigits(text: string): boolean {
  return /^\d+$/.test(text)
}
